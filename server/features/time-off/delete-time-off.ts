import { deleteOnce } from '../../platform/events/delete-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { timeOffDeleted } from './events.ts';
import { lockTimeOff, timeOffResource } from './queries.ts';
import { TimeOff } from './schemas.ts';

export const deleteTimeOff = mutation({
  id: 'deleteTimeOff',
  method: 'DELETE',
  path: '/v1/time-off/{id}',
  tag: 'Time off',
  resource: 'time off',
  scopes: ['time_off:write'],
  summary: 'Delete time off',
  description:
    'Sets `deleted_at`. The time off no longer counts and lists leave it out, but you can still get it by id. Deleting it again returns the same `deleted_at`.',
  responses: returns(TimeOff, 'The time off with its `deleted_at`.'),
  run: deleteOnce(lockTimeOff, timeOffResource, timeOffDeleted),
});
