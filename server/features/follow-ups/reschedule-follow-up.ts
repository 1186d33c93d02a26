import { assertMeets } from '../../platform/auth/needs.ts';
import { validationFailed } from '../../platform/errors.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { RescheduleFollowUpBody } from './body-schemas.ts';
import { changeFollowUp } from './change-follow-up.ts';
import { isTimeZone } from './create-follow-up.ts';
import { dueErrors } from './due-time.ts';
import { followUpRescheduled } from './events.ts';
import { followUpNeeds, SENDING } from './follow-up.ts';
import { type FollowUpRow, lockFollowUp } from './queries.ts';
import { NOT_ANCHORED, resolveDueTime } from './schedule-follow-up.ts';
import { FollowUp } from './schemas.ts';
import { assertAllowed } from './steps.ts';

export const rescheduleFollowUp = mutation({
  id: 'rescheduleFollowUp',
  method: 'POST',
  path: '/v1/follow-ups/{id}/reschedule',
  tag: 'Follow-ups',
  resource: 'follow-up',
  scopes: ['follow_ups:write', 'follow_ups:own'],
  summary: 'Reschedule a follow-up',
  description:
    'Moves the follow-up to another time and sets it to `scheduled`, including a call or task that was `due`. It no longer moves with its appointment. Rescheduling a text or an email also needs `communications:write`. If its message is already being sent, the request fails with `follow_up_under_way`. If the follow-up has ended, it fails with `transition_not_allowed`.',
  body: RescheduleFollowUpBody,
  responses: returns(FollowUp, 'The rescheduled follow-up.'),
  problems: ['follow_up_under_way', 'transition_not_allowed'],
  check: (body) => ({ errors: dueErrors(body, isTimeZone) }),
  async run(tx, { params, body, caller }) {
    const row = await lockFollowUp(tx, params.id);
    assertMeets(caller, followUpNeeds(row.channel), SENDING);
    assertAllowed('reschedule', row);
    const due_at = await resolveDueTime(tx, body);
    assertBeforeExpiry(row, due_at, body);
    // The new time is fixed: it no longer moves with its appointment.
    const changes = { status: 'scheduled', due_at, text: null, ...NOT_ANCHORED } as const;
    return { status: 200, body: changeFollowUp(tx, row, changes, followUpRescheduled) };
  },
});

/** It would be skipped as `expired`. */
function assertBeforeExpiry({ expires_at }: FollowUpRow, dueAt: Date, body: object): void {
  if (expires_at === null || dueAt < expires_at) return;
  const detail = `The follow-up expires at ${expires_at.toISOString()}. Choose an earlier time, or create a new follow-up.`;
  throw validationFailed([{ pointer: `/${Object.keys(body)[0]}`, code: 'out_of_range', detail }]);
}
