import { bestMatch } from '../../../domain/dedup/find.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { toDuplicate } from '../duplicates.ts';
import { type CapturePolicy, decideLead } from '../new-lead.ts';
import { type CapturedLead, insertLeads, type NewLead } from './insert.ts';
import { candidatesOf, type KnownLeads, remember } from './known-leads.ts';
import type { PreparedCapture } from './prepare.ts';
import type { Probe } from './probe.ts';

export interface CapturedBatch {
  accepted: number;
  /** Of the accepted: those that likely repeat another. */
  duplicates: number;
  /** Those that their source had sent before, of which nothing is made. */
  repeated: number;
  /** For the batch after it, whose probe may have missed them. */
  leads: Promise<CapturedLead[]>;
}

/**
 * Captures leads as if one after the other, in the given order: each is compared with the
 * organization's leads, with those of the batch before, and with those before it in this one.
 */
export function captureBatch(
  tx: Tx,
  captures: readonly PreparedCapture[],
  { known, origins }: Probe,
  before: readonly CapturedLead[],
  policy: Pick<CapturePolicy, 'qualificationPolicy'>,
): CapturedBatch {
  for (const { lead_id, storedKeys, contact, id } of before) {
    if (known.ids.has(lead_id)) continue;
    remember(known, lead_id, storedKeys, { contact, id, order: known.ids.size });
  }
  const leads: NewLead[] = [];
  for (const capture of captures) {
    if (capture.origin !== null) {
      if (origins.has(capture.origin)) continue;
      origins.add(capture.origin);
    }
    leads.push(decide(tx, capture, known, leads.length + 1, policy));
  }
  return {
    accepted: leads.length,
    duplicates: leads.filter(({ row }) => row.duplicate_of !== null).length,
    repeated: captures.length - leads.length,
    leads: leads.length === 0 ? Promise.resolve([]) : insertLeads(tx, leads),
  };
}

function decide(
  tx: Tx,
  capture: PreparedCapture,
  known: KnownLeads,
  batchRow: number,
  { qualificationPolicy }: Pick<CapturePolicy, 'qualificationPolicy'>,
): NewLead {
  const { contact } = capture;
  const best = bestMatch(contact, candidatesOf(capture, known));
  const row = decideLead(capture, best && toDuplicate(best), qualificationPolicy, tx.now);
  const own = { lead_id: row.lead_id, lifecycle_number: '', customer_id: null, batchRow };
  const id = best?.match.confidence === 'certain' ? best.id : own;
  remember(known, row.lead_id, capture.storedKeys, { contact, id, order: known.ids.size });
  return { capture, row, duplicateRow: best?.id.batchRow ?? null, own, id };
}
