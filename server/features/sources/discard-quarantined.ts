import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { quarantineDiscarded } from './events.ts';
import {
  decideReceipt,
  lockReceipt,
  type ReceiptRow,
  toChange,
  toReceipt,
} from './receipt-queries.ts';
import { DiscardBody, Receipt } from './receipt-schemas.ts';
import { assertQuarantined } from './release-quarantined.ts';

export const discardQuarantined = mutation({
  id: 'discardQuarantined',
  method: 'POST',
  path: '/v1/quarantine/{id}/discard',
  tag: 'Sources',
  resource: 'receipt',
  params: { id: 'receipt' },
  scopes: ['sources:write'],
  alsoNeeds: [['leads:read']],
  summary: 'Discard something from quarantine',
  description:
    'Records that it is no lead, such as spam. The receipt stays. Discarding it again returns the same.',
  body: DiscardBody,
  responses: returns(Receipt, 'The receipt.'),
  problems: ['not_in_quarantine'],
  async run(tx, { params, body }) {
    const before = await lockReceipt(tx, params.id);
    if (before.outcome === 'discarded') return { status: 200, body: toReceipt(before) };
    assertQuarantined(before);
    const after: ReceiptRow = {
      ...before,
      outcome: 'discarded',
      discard_reason: body.reason.trim(),
      settled_at: tx.now,
    };
    decideReceipt(tx, after);
    tx.emit(null, pendingEvent(quarantineDiscarded, toChange(after)));
    return { status: 200, body: toReceipt(after) };
  },
});
