import { type ConsentInput, recordConsent } from '../../domain/consent.ts';
import { ASSIGNED_NUMBER } from '../../platform/events/event.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Duplicate } from './duplicates.ts';
import type { CapturedFields } from './lead.ts';
import { isQualifiedAtCapture } from './qualification.ts';
import type { LeadRow } from './queries.ts';

/** The organization's settings for new leads. */
export interface CapturePolicy {
  country: string;
  qualificationPolicy: string;
}

/** The new lead, with its duplicate match and the decision of the qualification policy. */
export function buildLead(
  { fields, consent }: { fields: CapturedFields; consent?: ConsentInput | undefined },
  duplicate: Duplicate | null,
  qualificationPolicy: string,
  now: Date,
): LeadRow {
  const duplicate_match = duplicate?.match ?? null;
  const policyInput = { ...fields, duplicate_match };
  return newLead(fields, {
    duplicate_of: duplicate?.leadId ?? null,
    duplicate_match,
    consent: recordConsent({}, consent, { at: now, source: fields.source }),
    isQualified: isQualifiedAtCapture(qualificationPolicy, policyInput, duplicate !== null),
    now,
  });
}

/** The database assigns the lifecycle number in the statement that inserts the lead. */
export function newLead(
  fields: CapturedFields,
  details: Pick<LeadRow, 'duplicate_of' | 'duplicate_match' | 'consent'> & {
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
