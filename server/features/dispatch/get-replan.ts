import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { showById } from '../../platform/http/show-by-id.ts';
import { findReplan, toReplan } from './replan-row.ts';
import { Replan } from './replan-schemas.ts';

export const getReplan = read({
  id: 'getReplan',
  path: '/v1/dispatch/replans/{id}',
  tag: 'Dispatch',
  resource: 'replan',
  scopes: ['appointments:read'],
  summary: 'Get a plan for a day',
  description: 'Returns a plan that was made with `POST /v1/dispatch/replans`.',
  responses: returns(Replan, 'The plan.'),
  run: showById(findReplan, toReplan),
});
