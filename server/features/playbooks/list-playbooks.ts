import Type from 'typebox';
import { read } from '../../platform/http/operation.ts';
import { listQuery, pageById, pagesOf } from '../../platform/paging.ts';
import { showPlaybooks } from './in-flight.ts';
import { listPlaybookRows } from './queries.ts';
import { Playbook } from './schemas.ts';

export const listPlaybooks = read({
  id: 'listPlaybooks',
  path: '/v1/playbooks',
  tag: 'Playbooks',
  resource: 'playbook',
  scopes: ['playbooks:read'],
  summary: 'List playbooks',
  description:
    'Lists the playbooks of your organization, newest first. The list includes the nine ready playbooks, which are disabled until you enable them.',
  query: listQuery({
    enabled: Type.Optional(
      Type.Boolean({
        description: 'Only playbooks that are enabled (`true`) or disabled (`false`).',
        examples: [true],
      }),
    ),
    include_archived: Type.Optional(
      Type.Boolean({
        description: 'Whether to include archived playbooks. Default false.',
        examples: [false],
      }),
    ),
  }),
  responses: pagesOf(Playbook, 'The playbooks, newest first.'),
  async run(tx, { query }) {
    const filter = {
      enabled: query.enabled ?? null,
      includeArchived: query.include_archived ?? false,
    };
    const found = await pageById(
      query,
      'playbook',
      (before, limit) => listPlaybookRows(tx, filter, before, limit),
      (row) => row,
    );
    return { ...found, data: await showPlaybooks(tx, found.data) };
  },
});
