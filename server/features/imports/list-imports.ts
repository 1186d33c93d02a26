import { read } from '../../platform/http/operation.ts';
import { listQuery, newestFirst, pagesOf } from '../../platform/paging.ts';
import { listImportRows, toImport } from './queries.ts';
import { Import } from './schemas.ts';

export const listImports = read({
  id: 'listImports',
  path: '/v1/imports',
  tag: 'Imports',
  resource: 'import',
  scopes: ['leads:read'],
  summary: 'List imports',
  description: 'Returns the imports of your organization, newest first, without their errors.',
  query: listQuery({}),
  responses: pagesOf(Import, 'The imports, newest first.'),
  run: newestFirst('import', listImportRows, toImport),
});
