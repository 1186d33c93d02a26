import type { Tx } from '../../platform/database/transaction.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { DeclineEstimateBody } from './body-schemas.ts';
import { assertAllowed, changeEstimate, openEstimate } from './change-estimate.ts';
import { estimateDeclined } from './events.ts';
import { toEstimate } from './queries.ts';
import { Estimate } from './schemas.ts';

export const declineEstimate = mutation({
  id: 'declineEstimate',
  method: 'POST',
  path: '/v1/estimates/{id}/decline',
  tag: 'Estimates',
  resource: 'estimate',
  scopes: ['estimates:write', 'estimates:own'],
  summary: 'Decline an estimate',
  description: 'Records that the customer declined a sent estimate. Repeating it changes nothing.',
  body: DeclineEstimateBody,
  responses: returns(Estimate, 'The declined estimate.'),
  problems: [
    'estimate_not_sent',
    'estimate_accepted',
    'estimate_expired',
    'estimate_superseded',
    'person_erased',
  ],
  undo: 'reviseEstimate',
  run: async (tx, { params, body }) => ({
    status: 200,
    body: await decline(tx, params.id, body.reason),
  }),
});

/** For the office and for the customer’s own link. */
export async function decline(tx: Tx, estimateId: string, reason: string): Promise<Estimate> {
  const open = await openEstimate(tx, estimateId);
  if (open.status === 'declined') return toEstimate(open.before, open.today);
  assertAllowed('decline', open);
  const changes = {
    status: 'declined',
    declined_at: tx.now,
    decline_reason: reason.trim(),
  } as const;
  return changeEstimate(tx, open, changes, estimateDeclined);
}
