import Type from 'typebox';
import { CODE_FORM } from '../../platform/http/fields.ts';
import { read } from '../../platform/http/operation.ts';
import { DEFAULT_LIMIT, listQuery, pageOf, pagesOf, readCursor } from '../../platform/paging.ts';
import { listServiceRows, toListedService } from './queries.ts';
import { Service } from './schemas.ts';

const CODE = new RegExp(CODE_FORM);

export const listServices = read({
  id: 'listServices',
  path: '/v1/services',
  tag: 'Services',
  resource: 'service',
  scopes: ['services:read'],
  summary: 'List services',
  description:
    'Returns your services, active and inactive, in the order of their codes. With `in_use=true`, also codes of leads without a definition, with their count.',
  query: listQuery({
    in_use: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Set to true to also list codes of leads without a definition.',
        examples: [true],
      }),
    ),
  }),
  responses: pagesOf(Service, 'The services, in the order of their codes.'),
  async run(tx, { query }) {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const page = {
      after: readCursor(query.cursor, CODE)?.[0] ?? '',
      limit: limit + 1,
      inUse: query.in_use ?? false,
    };
    return pageOf(await listServiceRows(tx, page), limit, toListedService, ({ code }) => code);
  },
});
