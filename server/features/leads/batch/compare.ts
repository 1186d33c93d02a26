import type { Tx } from '../../../platform/database/transaction.ts';
import { Pauses } from '../../../platform/pauses.ts';
import { duplicateAmong } from '../duplicates.ts';
import { buildLead, type CapturePolicy, qualified } from '../new-lead.ts';
import { beginQualification } from '../qualification.ts';
import { findableByLead } from '../queries.ts';
import type { NewLead } from './insert.ts';
import { addKnownLead, candidatesOf, type KnownLeads } from './known-leads.ts';
import type { PreparedCapture } from './prepare.ts';
import type { Probe } from './probe.ts';

/** Leads that are compared with all others and can be inserted. */
export interface ComparedBatch {
  leads: readonly NewLead[];
  /** How many of the leads are likely duplicates. */
  duplicates: number;
  /** Leads that their source had sent before. They are not created again. */
  repeated: number;
}

/**
 * Compares leads with the same result as capturing them one by one, in the given order. Each is compared
 * with the organization's leads, with the previous batch, and with the earlier leads of this batch.
 */
export async function compareBatch(
  tx: Tx,
  captures: readonly PreparedCapture[],
  { known, origins }: Probe,
  /** The probe may have missed them. They need not have their lifecycle numbers yet. */
  previousBatch: readonly NewLead[],
  policy: Pick<CapturePolicy, 'qualificationPolicy'>,
): Promise<ComparedBatch> {
  for (const { capture, row, id } of previousBatch) {
    if (known.ids.has(row.lead_id)) continue;
    const lead = { contact: capture.contact, id, order: known.ids.size };
    addKnownLead(known, row.lead_id, capture.storedKeys, lead);
  }
  const leads: NewLead[] = [];
  // In a file with one name, each lead is compared with hundreds of others.
  const pauses = new Pauses();
  for (const capture of captures) {
    if (capture.origin !== null) {
      if (origins.has(capture.origin)) continue;
      origins.add(capture.origin);
    }
    const lead = prepareLead(tx, capture, known, leads.length + 1);
    findableByLead(tx, lead.row);
    leads.push(lead);
    await pauses.takeIfDue();
  }
  await qualifyLeads(tx, leads, policy);
  return {
    leads,
    duplicates: leads.filter(({ row }) => row.duplicate_of !== null).length,
    repeated: captures.length - leads.length,
  };
}

function prepareLead(
  tx: Tx,
  capture: PreparedCapture,
  known: KnownLeads,
  batchRow: number,
): NewLead {
  const { contact } = capture;
  const match = duplicateAmong(contact, candidatesOf(capture, known));
  const best = match?.best;
  const row = buildLead(capture, match?.duplicate ?? null, tx.now);
  const own = {
    lead_id: row.lead_id,
    lifecycle_number: '',
    customer_id: row.customer_id,
    batchRow,
  };
  const id = best?.match.confidence === 'certain' ? best.id : own;
  addKnownLead(known, row.lead_id, capture.storedKeys, { contact, id, order: known.ids.size });
  return { capture, row, duplicateOf: best?.id ?? null, own, id };
}

/** All leads at once, so that a rule in CEL is evaluated for many of them together. */
async function qualifyLeads(
  { organizationId }: Tx,
  leads: readonly NewLead[],
  { qualificationPolicy }: Pick<CapturePolicy, 'qualificationPolicy'>,
): Promise<void> {
  await Promise.all(
    leads.map(async (lead) => {
      const { capture, row } = lead;
      const qualifies = beginQualification(organizationId, qualificationPolicy, capture.fields);
      const isDuplicate = row.duplicate_of !== null;
      if (await qualifies(row.duplicate_match, isDuplicate)) lead.row = qualified(row);
    }),
  );
}
