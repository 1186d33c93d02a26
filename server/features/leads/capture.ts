import type { ConsentInput } from '../../domain/consent.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { findLeadOfSource, insertLead } from './capture-queries.ts';
import { findDuplicate, leadKeys, prepare } from './duplicates.ts';
import { leadCreated, leadQualified } from './events.ts';
import { originOf, readCapturedFields } from './lead.ts';
import { type CapturePolicy, decideLead } from './new-lead.ts';
import { type LeadRow, toLead } from './queries.ts';

export interface Capture {
  fields: Record<string, unknown>;
  consent?: ConsentInput | undefined;
}

/** A lead that was captured now, or that its source had sent before. */
export interface Captured {
  isNew: boolean;
  row: LeadRow;
  lifecycleNumber: Promise<string>;
}

/**
 * Takes a lead from whatever source, once its fields are found actionable: looks for duplicates, asks
 * the qualification policy, and writes it with its number and its events. A lead that its source has
 * sent before is returned as it is now.
 */
export async function capture(tx: Tx, given: Capture, policy: CapturePolicy): Promise<Captured> {
  const fields = readCapturedFields(given.fields, policy.country);
  const { source, source_ref } = fields;
  const prepared = prepare(fields);
  const [duplicate, before] = await Promise.all([
    findDuplicate(tx, prepared, originOf(fields)),
    source_ref === null ? null : findLeadOfSource(tx, source, source_ref),
  ]);
  if (before) {
    const lifecycleNumber = Promise.resolve(before.lifecycle_number);
    return { isNew: false, row: before, lifecycleNumber };
  }

  const captured = { fields, consent: given.consent };
  const row = decideLead(captured, duplicate, policy.qualificationPolicy, tx.now);
  const lifecycleNumber = insertLead(tx, row, leadKeys(fields, prepared));
  // A failure is thrown by the commit; unheard here, it would end the process.
  lifecycleNumber.catch(() => {});
  const lead = toLead(row);
  tx.emit(row.lifecycle_number, pendingEvent(leadCreated, lead));
  if (row.status === 'qualified') tx.emit(row.lifecycle_number, pendingEvent(leadQualified, lead));
  return { isNew: true, row, lifecycleNumber };
}
