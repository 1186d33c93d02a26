import type { ConsentInput } from '../../domain/consent.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { captureRow, findLeadBySourceRef } from './capture-queries.ts';
import { leadKeys, locksOf, prepare, probe } from './duplicates.ts';
import { originOf, readCapturedFields } from './lead.ts';
import { buildLead, type CapturePolicy, qualified } from './new-lead.ts';
import { beginQualification } from './qualification.ts';
import { findableByLead, type LeadRow, toLead } from './queries.ts';
import type { Lead } from './schemas.ts';

export interface Capture {
  fields: Record<string, unknown>;
  consent?: ConsentInput | undefined;
  /** Anyone can have sent it: by a public form, or with a token that can only create leads. */
  isPublic?: boolean;
  /** When it arrived, if it is captured later: speed to lead counts from there. */
  receivedAt?: Date;
}

/** A lead that was captured now, or that its source had already sent. */
export interface Captured {
  isNew: boolean;
  row: LeadRow;
  /** As the API shows it; a new one without its number. */
  shown: Lead;
  lifecycleNumber: Promise<string>;
}

/**
 * Captures a lead from any source. Expects fields that have passed validation. Looks for duplicates,
 * applies the qualification policy, and inserts the lead with its number and events. A lead that its
 * source has already sent is returned in its current state.
 */
export async function capture(tx: Tx, given: Capture, policy: CapturePolicy): Promise<Captured> {
  const fields = readCapturedFields(given.fields, policy.country);
  const { source, source_ref } = fields;
  const prepared = prepare(fields);
  const locks = locksOf(prepared, originOf(fields));
  const isSure = tx.attempt > 1 || source_ref !== null;
  const qualifies = beginQualification(tx.organizationId, policy.qualificationPolicy, fields);
  const [{ duplicate, check }, existing] = await Promise.all([
    probe(tx, prepared, locks, isSure),
    source_ref === null ? null : findLeadBySourceRef(tx, source, source_ref),
  ]);
  if (existing) {
    const lifecycleNumber = Promise.resolve(existing.lifecycle_number);
    return { isNew: false, row: existing, shown: toLead(existing), lifecycleNumber };
  }

  const input = { fields, consent: given.consent };
  const lead = buildLead(input, duplicate, given.receivedAt ?? tx.now);
  // Before the insert, which locks the organization's counter.
  const isQualified = await qualifies(lead.duplicate_match, duplicate !== null);
  const row = isQualified ? qualified(lead) : lead;
  findableByLead(tx, row);
  const shown = toLead(row);
  const lifecycleNumber = captureRow(tx, row, {
    ...check,
    shown,
    locks,
    keys: leadKeys(fields, prepared),
    isPublic: given.isPublic ?? false,
  });
  // The commit throws the failure. An unhandled rejection here would end the process.
  lifecycleNumber.catch(() => {});
  return { isNew: true, row, shown, lifecycleNumber };
}
