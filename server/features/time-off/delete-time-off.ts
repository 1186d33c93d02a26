import { changedFields } from '../../platform/events/changed-fields.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { timeOffDeleted } from './events.ts';
import { lockTimeOff, setTimeOffDeleted, toTimeOff } from './queries.ts';
import { TimeOff } from './schemas.ts';

export const deleteTimeOff = mutation({
  id: 'deleteTimeOff',
  method: 'DELETE',
  path: '/v1/time-off/{id}',
  tag: 'Time off',
  resource: 'time off',
  scopes: ['time_off:write'],
  params: { id: 'timeoff' },
  summary: 'Delete time off',
  description:
    'Sets `deleted_at`: it no longer counts, is left out of lists and stays readable. Deleting it again answers the same `deleted_at`.',
  answers: { 200: { description: 'The time off with its `deleted_at`.', body: TimeOff } },
  async run(tx, { params }) {
    const before = await lockTimeOff(tx, params.id);
    if (before.deleted_at !== null) return { status: 200, body: toTimeOff(before) };
    setTimeOffDeleted(tx, before.time_off_id);
    const timeOff = toTimeOff({ ...before, deleted_at: tx.now, updated_at: tx.now });
    const previous = changedFields(toTimeOff(before), timeOff);
    tx.emit(null, pendingEvent(timeOffDeleted, timeOff, previous));
    return { status: 200, body: timeOff };
  },
});
