import { read } from '../../platform/http/operation.ts';
import { listQuery, newestFirst, pagesOf } from '../../platform/paging.ts';
import { listExportRows, toExport } from './export-queries.ts';
import { Export } from './schemas.ts';

export const listExports = read({
  id: 'listExports',
  path: '/v1/exports',
  tag: 'Exports',
  resource: 'export',
  scopes: ['exports:write'],
  summary: 'List exports',
  description: 'Returns the exports of your organization, newest first.',
  query: listQuery({}),
  responses: pagesOf(Export, 'The exports, newest first.'),
  run: newestFirst('export', listExportRows, toExport),
});
