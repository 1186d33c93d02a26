import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { showById } from '../../platform/http/show-by-id.ts';
import { findAreaById, toArea } from './queries.ts';
import { Area } from './schemas.ts';

export const getArea = read({
  id: 'getArea',
  path: '/v1/areas/{id}',
  tag: 'Services',
  resource: 'area',
  scopes: ['services:read'],
  summary: 'Get an area',
  description: 'Returns the area, whether it is active or not.',
  responses: returns(Area, 'The area.'),
  run: showById(findAreaById, toArea),
});
