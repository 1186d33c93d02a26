import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { showById } from '../../platform/http/show-by-id.ts';
import { findTimeOff, toTimeOff } from './queries.ts';
import { TimeOff } from './schemas.ts';

export const getTimeOff = read({
  id: 'getTimeOff',
  path: '/v1/time-off/{id}',
  tag: 'Time off',
  resource: 'time off',
  scopes: ['time_off:read'],
  summary: 'Get time off',
  description: 'Returns the time off, even if it is deleted.',
  responses: returns(TimeOff, 'The time off.'),
  run: showById(findTimeOff, toTimeOff),
});
