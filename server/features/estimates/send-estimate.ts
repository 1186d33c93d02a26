import { SendDocumentBody } from '../../domain/send-document-body.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { deliverDocument } from '../documents/index.ts';
import { assertAllowed, changeEstimate, openEstimate, stateProblem } from './change-estimate.ts';
import { estimateResent, estimateSent } from './events.ts';
import { type EstimateRow, toEstimate } from './queries.ts';
import { Estimate } from './schemas.ts';

export const sendEstimate = mutation({
  id: 'sendEstimate',
  method: 'POST',
  path: '/v1/estimates/{id}/send',
  tag: 'Estimates',
  resource: 'estimate',
  scopes: ['estimates:write', 'estimates:own'],
  summary: 'Send an estimate',
  description:
    'Sends a draft: by email with the PDF attached, or by a text with the number and the price. Without a channel or an address, `delivery` says `issued`. After this the version cannot be changed, and it can be accepted. Repeating it changes nothing; with another `channel`, it is sent that way too.',
  body: SendDocumentBody,
  isBodyOptional: true,
  responses: returns(Estimate, 'The sent estimate.'),
  problems: [
    'estimate_accepted',
    'estimate_declined',
    'estimate_expired',
    'estimate_superseded',
    'person_erased',
  ],
  effect: 'external',
  async run(tx, { params, body, baseUrl }) {
    const open = await openEstimate(tx, params.id);
    assertAllowed('send', open);
    const { before, today } = open;
    const isDraft = before.status === 'draft';
    if (isDraft && before.expires_on < today) throw stateProblem(before, 'expired');
    const channel = body.channel ?? null;
    if (!isDraft && (channel === null || channel === before.delivery)) {
      return { status: 200, body: toEstimate(before, today) };
    }
    const delivered = await deliver(tx, before, { channel, baseUrl });
    if (isDraft) {
      const sent = { status: 'sent', sent_at: tx.now, ...delivered } as const;
      return { status: 200, body: changeEstimate(tx, open, sent, estimateSent) };
    }
    if (delivered.delivery === 'issued') return { status: 200, body: toEstimate(before, today) };
    return { status: 200, body: changeEstimate(tx, open, delivered, estimateResent) };
  },
});

function deliver(
  tx: Tx,
  estimate: EstimateRow,
  options: { channel: 'email' | 'sms' | null; baseUrl: string },
) {
  const document = {
    kind: 'estimate' as const,
    documentId: estimate.estimate_id,
    leadId: estimate.lead_id,
    number: estimate.number,
    title: estimate.title,
    currency: estimate.currency,
    amount: Math.min(...estimate.options.map(({ total }) => total)),
    lastDay: estimate.expires_on,
  };
  return deliverDocument(tx, document, options);
}
