import { textAsSent } from '../../domain/text.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { CompleteFollowUpBody } from './body-schemas.ts';
import { changeFollowUp } from './change-follow-up.ts';
import { followUpCompleted } from './events.ts';
import { lockFollowUp, toFollowUp } from './queries.ts';
import { FollowUp } from './schemas.ts';
import { assertAllowed, isDone } from './steps.ts';

export const completeFollowUp = mutation({
  id: 'completeFollowUp',
  method: 'POST',
  path: '/v1/follow-ups/{id}/complete',
  tag: 'Follow-ups',
  resource: 'follow-up',
  scopes: ['follow_ups:write', 'follow_ups:own'],
  summary: 'Complete a follow-up',
  description:
    'Marks a call or task as done. You can do this before it is due. A text or email cannot be completed: the service sends it. Completing again changes nothing.',
  body: CompleteFollowUpBody,
  isBodyOptional: true,
  responses: returns(FollowUp, 'The completed follow-up.'),
  problems: ['transition_not_allowed'],
  async run(tx, { params, body }) {
    const row = await lockFollowUp(tx, params.id);
    if (isDone('complete', row)) return { status: 200, body: toFollowUp(row) };
    assertAllowed('complete', row);
    const changes = { status: 'done', note: textAsSent(body.note) } as const;
    return { status: 200, body: changeFollowUp(tx, row, changes, followUpCompleted) };
  },
});
