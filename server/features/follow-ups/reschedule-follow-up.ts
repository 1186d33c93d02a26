import { mutation } from '../../platform/http/operation.ts';
import { RescheduleFollowUpBody } from './body-schemas.ts';
import { changeFollowUp } from './change-follow-up.ts';
import { isTimeZone } from './create-follow-up.ts';
import { readWhen } from './create-in.ts';
import { dueErrors } from './due-time.ts';
import { followUpRescheduled } from './events.ts';
import { lockFollowUp } from './queries.ts';
import { FollowUp } from './schemas.ts';
import { assertAllowed } from './steps.ts';

export const rescheduleFollowUp = mutation({
  id: 'rescheduleFollowUp',
  method: 'POST',
  path: '/v1/follow-ups/{id}/reschedule',
  tag: 'Follow-ups',
  resource: 'follow-up',
  scopes: ['follow_ups:write'],
  problems: ['follow_up_under_way', 'transition_not_allowed'],
  params: { id: 'follow_up' },
  summary: 'Move a follow-up to another time',
  description:
    'It is `scheduled` for that time, also a call or task that was `due`. One whose message is on its way already is refused as `follow_up_under_way`, one that is over as `transition_not_allowed`.',
  body: RescheduleFollowUpBody,
  answers: { 200: { description: 'The follow-up after it.', body: FollowUp } },
  check: (body) => ({ errors: dueErrors(body, isTimeZone) }),
  async run(tx, { params, body }) {
    const row = await lockFollowUp(tx, params.id);
    assertAllowed('reschedule', row);
    const due_at = await readWhen(tx, body);
    const changes = { status: 'scheduled', due_at, text: null } as const;
    return { status: 200, body: changeFollowUp(tx, row, changes, followUpRescheduled) };
  },
});
