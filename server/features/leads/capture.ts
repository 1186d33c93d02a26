import { answered, type ConsentInput } from '../../domain/consent.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { ASSIGNED_NUMBER, pendingEvent } from '../../platform/events/event.ts';
import { newUuid } from '../../platform/ids.ts';
import { findLeadOfSource, insertLead } from './capture-queries.ts';
import { findDuplicate, leadKeys, prepare } from './duplicates.ts';
import { leadCreated, leadQualified } from './events.ts';
import { type CapturedFields, readCapturedFields } from './lead.ts';
import { isQualifiedAtCapture } from './qualification.ts';
import { type LeadRow, toLead } from './queries.ts';

export interface Capture {
  fields: Record<string, unknown>;
  consent?: ConsentInput | undefined;
}

/** What the organization has decided about new leads. */
export interface CapturePolicy {
  country: string;
  qualificationPolicy: string;
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
    findDuplicate(tx, prepared, source_ref === null ? null : `${source} ${source_ref}`),
    source_ref === null ? null : findLeadOfSource(tx, source, source_ref),
  ]);
  if (before) {
    const lifecycleNumber = Promise.resolve(before.lifecycle_number);
    return { isNew: false, row: before, lifecycleNumber };
  }

  const isQualified = isQualifiedAtCapture(
    policy.qualificationPolicy,
    { ...fields, duplicate_match: duplicate?.match ?? null },
    duplicate !== null,
  );
  const row = newLead(fields, {
    duplicate_of: duplicate?.leadId ?? null,
    duplicate_match: duplicate?.match ?? null,
    consent: answered({}, given.consent, { at: tx.now, source }),
    isQualified,
    now: tx.now,
  });
  const lifecycleNumber = insertLead(tx, row, leadKeys(fields, prepared));
  const lead = toLead(row);
  tx.emit(row.lifecycle_number, pendingEvent(leadCreated, lead));
  if (isQualified) tx.emit(row.lifecycle_number, pendingEvent(leadQualified, lead));
  return { isNew: true, row, lifecycleNumber };
}

/** The number is given by the database in the statement that writes it. */
export function newLead(
  fields: CapturedFields,
  found: Pick<LeadRow, 'duplicate_of' | 'duplicate_match' | 'consent'> & {
    isQualified: boolean;
    now: Date;
  },
): LeadRow {
  const { isQualified, now, ...rest } = found;
  return {
    lead_id: newUuid(now),
    lifecycle_number: ASSIGNED_NUMBER,
    ...fields,
    ...rest,
    status: isQualified ? 'qualified' : 'new',
    unqualified_reason: null,
    assigned_to: null,
    merged_into: null,
    qualified_at: isQualified ? now : null,
    first_contacted_at: null,
    converted_at: null,
    customer_id: null,
    deleted_at: null,
    created_at: now,
    updated_at: now,
  };
}
