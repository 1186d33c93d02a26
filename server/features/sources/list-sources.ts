import { read } from '../../platform/http/operation.ts';
import { listQuery, newestFirst, pagesOf } from '../../platform/paging.ts';
import { listSourceRows, toSource } from './queries.ts';
import { Source } from './schemas.ts';

export const listSources = read({
  id: 'listSources',
  path: '/v1/sources',
  tag: 'Sources',
  resource: 'source',
  scopes: ['sources:read'],
  summary: 'List sources',
  description: 'Returns the addresses that leads are sent to, active or not, newest first.',
  query: listQuery({}),
  responses: pagesOf(Source, 'The sources, newest first.'),
  run: newestFirst('source', listSourceRows, (row, { baseUrl }) => toSource(row, baseUrl)),
});
