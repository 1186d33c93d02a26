import { read } from '../../platform/http/operation.ts';
import { DEFAULT_LIMIT, listQuery, pageOf, pagesOf, readCursor } from '../../platform/paging.ts';
import { findPlaybook, listVersionRows, toPlaybookVersion } from './queries.ts';
import { PlaybookVersion } from './schemas.ts';

const MAX_VERSION = 2_147_483_647;

export const listPlaybookVersions = read({
  id: 'listPlaybookVersions',
  path: '/v1/playbooks/{id}/versions',
  tag: 'Playbooks',
  resource: 'playbook',
  scopes: ['playbooks:read'],
  summary: 'List playbook versions',
  description:
    'Lists all versions of a playbook, newest first, each with the user or token that created it.',
  query: listQuery({}),
  responses: pagesOf(PlaybookVersion, 'The versions, newest first.'),
  async run(tx, { params, query }) {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const before = Number(readCursor(query.cursor, /^[1-9]\d{0,8}$/)?.[0] ?? MAX_VERSION);
    const [, rows] = await Promise.all([
      findPlaybook(tx, params.id),
      listVersionRows(tx, params.id, before, limit + 1),
    ]);
    return pageOf(rows, limit, toPlaybookVersion, (row) => String(row.version));
  },
});
