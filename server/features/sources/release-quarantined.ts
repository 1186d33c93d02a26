import type { ConsentInput } from '../../domain/consent.ts';
import { conflict, validationFailed } from '../../platform/errors.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { quarantineReleased } from './events.ts';
import { captureErrors } from './lead-fields.ts';
import { findSourceToSettle } from './queries.ts';
import {
  decideReceipt,
  findReceipt,
  lockReceipt,
  type ReceiptRow,
  toChange,
  toReceipt,
} from './receipt-queries.ts';
import { Receipt, ReleaseBody } from './receipt-schemas.ts';
import { addToLead, captureOnce } from './settle-receipt.ts';

export const releaseQuarantined = mutation({
  id: 'releaseQuarantined',
  method: 'POST',
  path: '/v1/quarantine/{id}/release',
  tag: 'Sources',
  resource: 'receipt',
  params: { id: 'receipt' },
  scopes: ['sources:write'],
  alsoNeeds: [['leads:write']],
  summary: 'Release something from quarantine',
  description:
    'Makes a lead of it, with the fields that you add or correct. The lead has the time of arrival, so speed to lead counts from there. Releasing it again returns the same.',
  body: ReleaseBody,
  isBodyOptional: true,
  responses: returns(Receipt, 'The receipt, with its lead.'),
  problems: ['lead_not_actionable', 'not_in_quarantine'],
  async run(tx, { params, body, caller }) {
    const before = await lockReceipt(tx, params.id);
    if (before.outcome === 'released') {
      // Read again: a statement that waited for the lock does not see the lead of the other transaction.
      return { status: 200, body: toReceipt(await findReceipt(tx, params.id)) };
    }
    assertQuarantined(before);
    const source = await findSourceToSettle(tx, before.source_id);
    const { consent, ...corrected } = body.fields ?? {};
    const fields = {
      source: source.source,
      ...(source.default_service !== null && { service_needed: source.default_service }),
      ...before.fields,
      ...corrected,
    };
    const errors = captureErrors(fields, caller.country).map((error) => ({
      ...error,
      pointer: `/fields${error.pointer}`,
    }));
    if (errors.length > 0) throw validationFailed(errors, 'lead_not_actionable');

    const given = {
      fields,
      consent: consent as ConsentInput | undefined,
      receivedAt: before.received_at,
    };
    const { isNew, row, lifecycleNumber } = await captureOnce(tx, source, given, caller);
    if (!isNew) await addToLead(tx, source, row.lead_id, fields, [], before.received_at);
    const after: ReceiptRow = {
      ...before,
      outcome: 'released',
      lead_id: row.lead_id,
      settled_at: tx.now,
    };
    decideReceipt(tx, after);
    tx.emit(null, pendingEvent(quarantineReleased, toChange(after)));
    const { lifecycle_number: _unknown, ...shown } = toReceipt(after);
    return { status: 200, body: shown, assigned: { lifecycle_number: lifecycleNumber } };
  },
});

export function assertQuarantined({ outcome }: ReceiptRow): void {
  if (outcome === 'quarantined') return;
  throw conflict(
    'not_in_quarantine',
    `This receipt is ${outcome}, not in quarantine. GET /v1/quarantine lists what is.`,
    { outcome },
  );
}
