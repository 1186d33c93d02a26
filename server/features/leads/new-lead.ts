import { type ConsentInput, recordConsent } from '../../domain/consent.ts';
import { ASSIGNED_NUMBER } from '../../platform/events/event.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Duplicate } from './duplicates.ts';
import type { CapturedFields } from './lead.ts';
import type { LeadRow } from './queries.ts';

/** The organization's settings for new leads. */
export interface CapturePolicy {
  country: string;
  qualificationPolicy: string;
}

/** The new lead, with its duplicate match. `qualified()` applies the decision of the qualification policy. */
export function buildLead(
  { fields, consent }: { fields: CapturedFields; consent?: ConsentInput | undefined },
  duplicate: Duplicate | null,
  now: Date,
): LeadRow {
  const customerId = duplicate?.customerId ?? null;
  return newLead(fields, {
    customer_id: customerId,
    relation: customerId === null ? 'new' : 'returning',
    duplicate_of: duplicate?.leadId ?? null,
    duplicate_match: duplicate?.match ?? null,
    consent: recordConsent({}, consent, { at: now, source: fields.source }),
    isQualified: false,
    now,
  });
}

export function qualified(row: LeadRow): LeadRow {
  return { ...row, status: 'qualified', qualified_at: row.created_at };
}

/** The database assigns the lifecycle number in the statement that inserts the lead. */
export function newLead(
  fields: CapturedFields,
  details: Pick<
    LeadRow,
    'customer_id' | 'relation' | 'duplicate_of' | 'duplicate_match' | 'consent'
  > & {
    isQualified: boolean;
    now: Date;
  },
): LeadRow {
  const { isQualified, now, ...rest } = details;
  return {
    lead_id: newUuid(now),
    lifecycle_number: ASSIGNED_NUMBER,
    ...fields,
    ...rest,
    status: isQualified ? 'qualified' : 'new',
    unqualified_reason: null,
    assigned_to: null,
    duplicate_dismissed_at: null,
    merged_into: null,
    qualified_at: isQualified ? now : null,
    first_contacted_at: null,
    first_response_at: null,
    converted_at: null,
    detached_from: [],
    outcome: null,
    outcome_at: null,
    lost_reason: null,
    booked: false,
    last_activity_at: now,
    deleted_at: null,
    created_at: now,
    updated_at: now,
  };
}
