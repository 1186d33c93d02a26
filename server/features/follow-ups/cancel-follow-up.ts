import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
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
  scopes: ['follow_ups:write', 'follow_ups:own'],
  summary: 'Cancel a follow-up',
  description:
    'Cancels a follow-up that is `scheduled` or `due`: it is not sent and does not have to be done. If its message is already being sent, the request fails with `follow_up_under_way`. Canceling again changes nothing.',
  body: CancelFollowUpBody,
  isBodyOptional: true,
  responses: returns(FollowUp, 'The canceled follow-up.'),
  problems: ['follow_up_under_way', 'transition_not_allowed'],
  effect: 'destructive',
  async run(tx, { params, body }) {
    const row = await lockFollowUp(tx, params.id);
    if (isDone('cancel', row)) return { status: 200, body: toFollowUp(row) };
    assertAllowed('cancel', row);
    const changes = { status: 'canceled', reason: body.reason?.trim() || 'by_request' } as const;
    return { status: 200, body: changeFollowUp(tx, row, changes, followUpCanceled) };
  },
});
