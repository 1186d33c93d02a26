import { read } from '../../platform/http/operation.ts';
import { listQuery, newestFirst, pagesOf } from '../../platform/paging.ts';
import { listAreaRows, toArea } from './queries.ts';
import { Area } from './schemas.ts';

export const listAreas = read({
  id: 'listAreas',
  path: '/v1/areas',
  tag: 'Services',
  resource: 'area',
  scopes: ['services:read'],
  summary: 'List areas',
  description: 'Returns the areas that you serve, active and inactive, newest first.',
  query: listQuery({}),
  responses: pagesOf(Area, 'The areas, newest first.'),
  run: newestFirst('area', listAreaRows, toArea),
});
