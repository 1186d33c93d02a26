import Type from 'typebox';
import { read } from '../../platform/http/operation.ts';
import { listQuery, pageAnswer, pageById } from '../../platform/paging.ts';
import { withInFlight } from './in-flight.ts';
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
    'The playbooks of your organization, newest first; the five ready ones are among them, off until you switch them on.',
  query: listQuery({
    enabled: Type.Optional(
      Type.Boolean({ description: 'Only those that are on, or off.', examples: [true] }),
    ),
    include_archived: Type.Optional(
      Type.Boolean({
        description: 'Also those that were put away. Default false.',
        examples: [false],
      }),
    ),
  }),
  answers: pageAnswer(Playbook, 'The playbooks, newest first.'),
  async run(tx, { query }) {
    const filter = {
      enabled: query.enabled ?? null,
      includeArchived: query.include_archived ?? false,
    };
    const found = await pageById(query, 'playbook', {
      rows: (before, limit) => listPlaybookRows(tx, filter, before, limit),
      idOf: (row) => row.playbook_id,
      toItem: (row) => row,
    });
    return { ...found, data: await withInFlight(tx, found.data) };
  },
});
