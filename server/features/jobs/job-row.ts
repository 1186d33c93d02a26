import { toPublicId, toPublicIdOrNull } from '../../domain/ids.ts';
import type { NextVisit } from '../../domain/overview-schemas.ts';
import { searchText } from '../../domain/search.ts';
import { table } from '../../platform/database/table.ts';
import { contractOf } from './contract.ts';
import type { PausedStatus, Status } from './job.ts';
import type { Job } from './schemas.ts';

export interface JobRow {
  job_id: string;
  lifecycle_number: string;
  lead_id: string;
  customer_id: string;
  title: string;
  service: string | null;
  status: Status;
  paused_status: PausedStatus | null;
  contract_signed_at: Date | null;
  contract_amount: number | null;
  contract_currency: string | null;
  contract_terms: string | null;
  /** The estimate that was accepted, and the hash of what was signed; null for other contracts. */
  contract_estimate_id: string | null;
  contract_document_hash: string | null;
  warranty_months: number;
  /** Calendar dates, such as 2027-03-01. */
  warranty_starts_on: string | null;
  warranty_ends_on: string | null;
  assigned_to: string | null;
  property_id: string | null;
  equipment_id: string | null;
  pause_reason: string | null;
  cancel_reason: string | null;
  scheduled_at: Date | null;
  started_at: Date | null;
  paused_at: Date | null;
  resumed_at: Date | null;
  completed_at: Date | null;
  enrolled_at: Date | null;
  closed_at: Date | null;
  canceled_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** A checklist item as the query returns it: times are JSON strings. */
export interface ChecklistEntry {
  item_id: string;
  title: string;
  checked_at: string | null;
  /** Null if it was never checked. */
  changed_at: string | null;
  created_at: string;
}

/** Current values from other tables that are returned with a job. */
interface RelatedValues {
  customer_name: string | null;
  time_zone: string;
  /** The organization's. */
  default_currency: string;
  checklist: ChecklistEntry[];
  notes_count: number;
  attachments_count: number;
  open_claims_count: number;
  /** Only in lists. */
  next_visit?: NextVisit | null;
}

export type FullJob = JobRow & RelatedValues;

export const jobs = table<JobRow>(
  'jobs',
  {
    job_id: 'key',
    lifecycle_number: 'fixed',
    lead_id: 'fixed',
    customer_id: 'fixed',
    title: 'value',
    service: 'value',
    status: 'value',
    paused_status: 'value',
    contract_signed_at: 'value',
    contract_amount: 'value',
    contract_currency: 'value',
    contract_terms: 'value',
    contract_estimate_id: 'fixed',
    contract_document_hash: 'fixed',
    warranty_months: 'value',
    warranty_starts_on: 'value',
    warranty_ends_on: 'value',
    assigned_to: 'value',
    property_id: 'value',
    equipment_id: 'value',
    pause_reason: 'value',
    cancel_reason: 'value',
    scheduled_at: 'value',
    started_at: 'value',
    paused_at: 'value',
    resumed_at: 'value',
    completed_at: 'value',
    enrolled_at: 'value',
    closed_at: 'value',
    canceled_at: 'value',
    created_at: 'fixed',
    updated_at: 'value',
  },
  { search_text: ({ title }) => searchText({ name: title, phone: null, email: null }) },
);

export function toJob(row: FullJob): Job {
  return {
    job_id: toPublicId('job', row.job_id),
    lifecycle_number: row.lifecycle_number,
    customer_id: toPublicId('customer', row.customer_id),
    customer_name: row.customer_name,
    lead_id: toPublicId('lead', row.lead_id),
    title: row.title,
    service: row.service,
    status: row.status,
    contract: contractOf(row),
    warranty_months: row.warranty_months,
    warranty_starts_on: row.warranty_starts_on,
    warranty_ends_on: row.warranty_ends_on,
    assigned_to: toPublicIdOrNull('user', row.assigned_to),
    property_id: toPublicIdOrNull('property', row.property_id),
    equipment_id: toPublicIdOrNull('equipment', row.equipment_id),
    pause_reason: row.pause_reason,
    cancel_reason: row.cancel_reason,
    checklist: row.checklist.map((item) => ({
      item_id: toPublicId('item', item.item_id),
      title: item.title,
      checked_at: item.checked_at && new Date(item.checked_at).toISOString(),
      changed_at: item.changed_at && new Date(item.changed_at).toISOString(),
      created_at: new Date(item.created_at).toISOString(),
    })),
    notes_count: row.notes_count,
    attachments_count: row.attachments_count,
    open_claims_count: row.open_claims_count,
    ...(row.next_visit !== undefined && { next_visit: row.next_visit }),
    scheduled_at: row.scheduled_at?.toISOString() ?? null,
    started_at: row.started_at?.toISOString() ?? null,
    paused_at: row.paused_at?.toISOString() ?? null,
    resumed_at: row.resumed_at?.toISOString() ?? null,
    completed_at: row.completed_at?.toISOString() ?? null,
    enrolled_at: row.enrolled_at?.toISOString() ?? null,
    closed_at: row.closed_at?.toISOString() ?? null,
    canceled_at: row.canceled_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
