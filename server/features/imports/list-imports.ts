import { read } from '../../platform/http/operation.ts';
import {
  DEFAULT_LIMIT,
  idCursor,
  listQuery,
  page,
  pageOf,
  readIdCursor,
} from '../../platform/paging.ts';
import { listImportRows, toImport } from './queries.ts';
import { Import } from './schemas.ts';

export const listImports = read({
  id: 'listImports',
  path: '/v1/leads/imports',
  tag: 'Imports',
  resource: 'import',
  scopes: ['leads:read'],
  summary: 'List imports',
  description: 'The imports of your organization, newest first, without their errors.',
  query: listQuery({}),
  answers: {
    200: { description: 'A page of imports.', body: page(Import, 'The imports, newest first.') },
  },
  async run(tx, { query }) {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const rows = await listImportRows(tx, readIdCursor('import', query.cursor), limit + 1);
    return pageOf(rows, limit, toImport, (row) => idCursor('import', row.import_id));
  },
});
