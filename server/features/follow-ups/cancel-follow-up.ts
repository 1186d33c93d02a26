import { mutation } from '../../platform/http/operation.ts';
import { CancelFollowUpBody } from './body-schemas.ts';
import { changeFollowUp } from './change-follow-up.ts';
import { followUpCanceled } from './events.ts';
import { lockFollowUp, toFollowUp } from './queries.ts';
import { FollowUp } from './schemas.ts';
import { assertAllowed, isDone } from './steps.ts';

export const cancelFollowUp = mutation({
  id: 'cancelFollowUp',
  method: 'POST',
  path: '/v1/follow-ups/{id}/cancel',
  tag: 'Follow-ups',
  resource: 'follow-up',
  scopes: ['follow_ups:write'],
  problems: ['follow_up_under_way', 'transition_not_allowed'],
  params: { id: 'follow_up' },
  summary: 'Cancel a follow-up',
  description:
    'It is not sent, and not done. From `scheduled` and `due`; one whose message is on its way already is refused as `follow_up_under_way`. Doing it again changes nothing.',
  body: CancelFollowUpBody,
  isBodyOptional: true,
  answers: { 200: { description: 'The follow-up after it.', body: FollowUp } },
  async run(tx, { params, body }) {
    const row = await lockFollowUp(tx, params.id);
    if (isDone('cancel', row)) return { status: 200, body: toFollowUp(row) };
    assertAllowed('cancel', row);
    const changes = { status: 'canceled', reason: body.reason?.trim() || 'by_request' } as const;
    return { status: 200, body: changeFollowUp(tx, row, changes, followUpCanceled) };
  },
});
