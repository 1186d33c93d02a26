import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { showById } from '../../platform/http/show-by-id.ts';
import { findExport, toExport } from './export-queries.ts';
import { Export } from './schemas.ts';

export const getExport = read({
  id: 'getExport',
  path: '/v1/exports/{id}',
  tag: 'Exports',
  resource: 'export',
  scopes: ['exports:write'],
  summary: 'Get an export',
  description: 'Returns the export with the result of its last download.',
  responses: returns(Export, 'The export.'),
  run: showById(findExport, toExport),
});
