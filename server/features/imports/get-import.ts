import Type from 'typebox';
import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { listQuery, readCursor } from '../../platform/paging.ts';
import { MAX_ERRORS, readReport } from './report.ts';
import { ImportReport } from './schemas.ts';

export const getImport = read({
  id: 'getImport',
  path: '/v1/imports/{id}',
  tag: 'Imports',
  resource: 'import',
  scopes: ['leads:read'],
  summary: 'Get an import',
  description:
    'Returns the progress and result of an import, with the errors of its rejected rows in the order of the file.',
  query: listQuery({
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_ERRORS,
        default: MAX_ERRORS,
        description: 'Maximum number of errors to return.',
        examples: [MAX_ERRORS],
      }),
    ),
  }),
  responses: returns(ImportReport, 'The import, with its errors.'),
  async run(tx, { params, query }) {
    const after = readCursor(query.cursor, /^error (\d{1,15})$/);
    return readReport(tx, params.id, Number(after?.[1] ?? 0), query.limit);
  },
});
