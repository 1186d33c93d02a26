import { toPublicIdOrNull } from '../../domain/ids.ts';
import { SendDocumentBody } from '../../domain/send-document-body.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict } from '../../platform/errors.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { assertPrintable, deliverDocument, type HowToSend } from '../documents/index.ts';
import { assertAllowed, changeEstimate, openEstimate } from './change-estimate.ts';
import { estimateResent, estimateSent } from './events.ts';
import { printEstimate } from './print-estimate.ts';
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
    'Sends a draft: by email with the PDF attached, or by a text with the number and the price. If it cannot be sent, `delivery` says `issued`, and `delivery_reason` why. After this the version cannot be changed, and it can be accepted. One that was sent before is sent again, to the current address; within five minutes only if the address or the channel is another.',
  body: SendDocumentBody,
  isBodyOptional: true,
  responses: returns(Estimate, 'The sent estimate.'),
  problems: [
    'estimate_accepted',
    'estimate_declined',
    'estimate_expired',
    'estimate_superseded',
    'document_busy',
    'document_not_deliverable',
    'person_erased',
  ],
  effect: 'external',
  async run(tx, { params, body, baseUrl }) {
    const open = await openEstimate(tx, params.id);
    assertAllowed('send', open);
    const { before, today } = open;
    const isDraft = before.status === 'draft';
    if (isDraft && before.expires_on < today) throw draftExpired(before);
    await assertShortEnough(tx, before);
    const channel = body.channel ?? null;
    const delivered = await deliver(tx, before, { channel, baseUrl }, isDraft ? null : before);
    if (delivered === null) return { status: 200, body: toEstimate(before, today) };
    if (isDraft) {
      const sent = { status: 'sent', sent_at: tx.now, ...delivered } as const;
      return { status: 200, body: changeEstimate(tx, open, sent, estimateSent) };
    }
    if (delivered.delivery === 'issued') return { status: 200, body: toEstimate(before, today) };
    return { status: 200, body: changeEstimate(tx, open, delivered, estimateResent) };
  },
});

function assertShortEnough(tx: Tx, estimate: EstimateRow): Promise<void> {
  const { options, terms, status, estimate_id } = estimate;
  const how = status === 'draft' ? 'PATCH /v1/estimates/{id}' : 'POST /v1/estimates/{id}/revise';
  const next = `Shorten the lines or the terms with ${how}, then send it.`;
  const lines = options.reduce((sum, option) => sum + option.lines.length, 0);
  return assertPrintable({ lines, text: terms }, { pointer: '/options', next }, () =>
    printEstimate(tx, estimate_id),
  );
}

/** A draft is not revised: it is changed. */
function draftExpired({ expires_on, superseded_by }: EstimateRow) {
  const detail = `The last day of this draft was ${expires_on}. Change valid_until with PATCH /v1/estimates/{id}, then send it.`;
  return conflict('estimate_expired', detail, {
    status_now: 'draft',
    allowed: ['update'],
    superseded_by: toPublicIdOrNull('estimate', superseded_by),
  });
}

function deliver(tx: Tx, estimate: EstimateRow, options: HowToSend, before: EstimateRow | null) {
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
  return deliverDocument(tx, document, options, before);
}
