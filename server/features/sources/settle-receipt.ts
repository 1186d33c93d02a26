import type { Tx } from '../../platform/database/transaction.ts';
import { type Actor, pendingEvent } from '../../platform/events/event.ts';
import { capture } from '../leads/index.ts';
import { quarantineAdded } from './events.ts';
import type { PublicSource } from './queries.ts';
import type { ReadDelivery } from './read-delivery.ts';
import { settleReceipt, toChange } from './receipt-queries.ts';
import type { Outcome } from './receipt-schemas.ts';
import { methodOf } from './verification.ts';

export interface Stored {
  receiptId: string;
  outcome: Outcome;
  /** Null if there is no lead. It is known after the commit, so nothing may await it before. */
  lifecycleNumber: Promise<string> | null;
}

export function actorOf({ name }: Pick<PublicSource, 'name'>): Actor {
  return { type: 'system', id: null, name: `Source: ${name}` };
}

/** Makes a lead of a receipt that is `pending`, or says why there is none. */
export async function settle(
  tx: Tx,
  source: PublicSource,
  receiptId: string,
  receivedAt: Date,
  { outcome, reason, fields }: Omit<ReadDelivery, 'part'>,
): Promise<Stored> {
  const known = { reason: reason?.reason ?? null, detail: reason?.detail ?? null, fields };
  if (outcome !== 'captured') {
    settleReceipt(tx, receiptId, { ...known, outcome, lead_id: null });
    if (outcome === 'quarantined') {
      const added = { receipt_id: receiptId, source_id: source.source_id, lead_id: null };
      const change = { ...added, outcome, reason: known.reason, received_at: receivedAt };
      tx.emit(null, pendingEvent(quarantineAdded, toChange(change)));
    }
    return { receiptId, outcome, lifecycleNumber: null };
  }
  const policy = { country: source.country, qualificationPolicy: source.qualification_policy };
  const isPublic = methodOf(source.kind, source.verification) === 'none';
  const { row, lifecycleNumber } = await capture(tx, { fields, isPublic, receivedAt }, policy);
  settleReceipt(tx, receiptId, { ...known, outcome, lead_id: row.lead_id });
  return { receiptId, outcome, lifecycleNumber };
}
