import { toPublicId, toPublicIdOrNull } from '../../domain/ids.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { type HeldStatus, OVER, type Status } from './job.ts';
import type { Contract, Job } from './schemas.ts';

export interface JobRow {
  job_id: string;
  lifecycle_number: string;
  lead_id: string;
  customer_id: string;
  title: string;
  service: string | null;
  status: Status;
  held_status: HeldStatus | null;
  contract_signed_at: Date | null;
  contract_amount: number | null;
  contract_currency: string | null;
  contract_terms: string | null;
  warranty_months: number;
  /** Days of the calendar, such as 2027-03-01. */
  warranty_starts_on: string | null;
  warranty_ends_on: string | null;
  assigned_to: string | null;
  hold_reason: string | null;
  cancel_reason: string | null;
  scheduled_at: Date | null;
  started_at: Date | null;
  held_at: Date | null;
  resumed_at: Date | null;
  completed_at: Date | null;
  enrolled_at: Date | null;
  closed_at: Date | null;
  canceled_at: Date | null;
  search_text: string;
  created_at: Date;
  updated_at: Date;
}

/** What a job shows of what belongs to it, and of whom it belongs to, as they are now. */
interface Surroundings {
  customer_name: string | null;
  time_zone: string;
  /** Times as JSON writes them. */
  checklist: { item_id: string; title: string; checked_at: string | null; created_at: string }[];
  notes_count: number;
  attachments_count: number;
  open_claims_count: number;
}

export type FullJob = JobRow & Surroundings;

const COLUMN_LIST = [
  'job_id',
  'lifecycle_number',
  'lead_id',
  'customer_id',
  'title',
  'service',
  'status',
  'held_status',
  'contract_signed_at',
  'contract_amount',
  'contract_currency',
  'contract_terms',
  'warranty_months',
  'warranty_starts_on',
  'warranty_ends_on',
  'assigned_to',
  'hold_reason',
  'cancel_reason',
  'scheduled_at',
  'started_at',
  'held_at',
  'resumed_at',
  'completed_at',
  'enrolled_at',
  'closed_at',
  'canceled_at',
  'search_text',
  'created_at',
  'updated_at',
] as const satisfies (keyof JobRow)[];

/** A day as text: read as a date it would be a moment in the zone of this process. */
const readColumn = (column: string) =>
  column.endsWith('_on') ? `j.${column}::text as ${column}` : `j.${column}`;

/** The limits of 1 keep each a lookup by its key, whatever the planner knows of the tables. */
export const FULL_COLUMNS = `${COLUMN_LIST.map(readColumn).join(', ')},
  c.name as customer_name, o.time_zone, coalesce(items.list, '[]') as checklist, notes.count as notes_count,
  attachments.count as attachments_count, claims.count as open_claims_count`;
export const SURROUNDINGS = `
  cross join lateral (select time_zone from organizations where organization_id = $1 limit 1) as o
  cross join lateral (
    select name from customers where organization_id = $1 and customer_id = j.customer_id limit 1
  ) as c
  cross join lateral (
    select json_agg(json_build_object('item_id', i.item_id, 'title', i.title,
             'checked_at', i.checked_at, 'created_at', i.created_at) order by i.item_id) as list
    from job_checklist_items i where i.organization_id = $1 and i.job_id = j.job_id
  ) as items
  cross join lateral (
    select count(*) from job_notes where organization_id = $1 and job_id = j.job_id
  ) as notes
  cross join lateral (
    select count(*) from job_attachments where organization_id = $1 and job_id = j.job_id
  ) as attachments
  cross join lateral (
    select count(*) from warranty_claims
    where organization_id = $1 and job_id = j.job_id and status = 'open'
  ) as claims`;

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
    hold_reason: row.hold_reason,
    cancel_reason: row.cancel_reason,
    checklist: row.checklist.map((item) => ({
      item_id: toPublicId('item', item.item_id),
      title: item.title,
      checked_at: item.checked_at && new Date(item.checked_at).toISOString(),
      created_at: new Date(item.created_at).toISOString(),
    })),
    notes_count: row.notes_count,
    attachments_count: row.attachments_count,
    open_claims_count: row.open_claims_count,
    scheduled_at: row.scheduled_at?.toISOString() ?? null,
    started_at: row.started_at?.toISOString() ?? null,
    held_at: row.held_at?.toISOString() ?? null,
    resumed_at: row.resumed_at?.toISOString() ?? null,
    completed_at: row.completed_at?.toISOString() ?? null,
    enrolled_at: row.enrolled_at?.toISOString() ?? null,
    closed_at: row.closed_at?.toISOString() ?? null,
    canceled_at: row.canceled_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function contractOf(row: JobRow): Contract | null {
  const contract = {
    signed_at: row.contract_signed_at?.toISOString() ?? null,
    amount: row.contract_amount,
    currency: row.contract_currency,
    terms: row.contract_terms,
  };
  return Object.values(contract).every((value) => value === null) ? null : contract;
}

const insertRow = statement(
  'insert_job',
  `insert into jobs (organization_id, ${COLUMN_LIST.join(', ')})
   values ($1, ${COLUMN_LIST.map((_, index) => `$${index + 2}`).join(', ')})`,
);

export function insertJob(tx: Tx, row: JobRow): void {
  tx.query(insertRow, [tx.organizationId, ...COLUMN_LIST.map((column) => row[column])]);
}

const updateRow = statement(
  'update_job',
  `update jobs
   set ${COLUMN_LIST.slice(1)
     .map((column, index) => `${column} = $${index + 3}`)
     .join(', ')}
   where organization_id = $1 and job_id = $2`,
);

export function saveJob(tx: Tx, row: JobRow): void {
  tx.query(updateRow, [tx.organizationId, ...COLUMN_LIST.map((column) => row[column])]);
}

const selectOne = statement(
  'select_job',
  `select ${FULL_COLUMNS} from jobs j ${SURROUNDINGS} where j.organization_id = $1 and j.job_id = $2`,
);

export async function findJob(tx: Tx, jobId: string | null): Promise<FullJob> {
  const [row] = await tx.query<FullJob>(selectOne, [tx.organizationId, jobId]);
  if (!row) throw notFound('job');
  return row;
}

const lockRow = statement(
  'lock_job',
  'select from jobs where organization_id = $1 and job_id = $2 for no key update',
);

/**
 * Two statements, sent in one go: one that had to wait for the lock would show the job as it has become,
 * beside the checklist that it had before.
 */
export function lockJob(tx: Tx, jobId: string): Promise<FullJob> {
  tx.query(lockRow, [tx.organizationId, jobId]);
  return findJob(tx, jobId);
}

const shareRow = statement(
  'share_job',
  `select j.job_id, j.lead_id, j.status,
     exists (
       select from warranty_claims c
       where c.organization_id = $1 and c.job_id = $2 and c.status = 'open'
     ) as is_claimed
   from jobs j where j.organization_id = $1 and j.job_id = $2 for share of j`,
);

/**
 * Keeps the job from being closed or canceled until something was done under it. What was claimed while the
 * warranty ran is still owed, so somebody may go there even though the job is closed.
 */
export async function keepJobOpen(
  tx: Tx,
  jobId: string | null,
): Promise<Pick<JobRow, 'job_id' | 'lead_id'>> {
  const [row] = await tx.query<
    Pick<JobRow, 'job_id' | 'lead_id' | 'status'> & { is_claimed: boolean }
  >(shareRow, [tx.organizationId, jobId]);
  if (!row) throw notFound('job');
  if (!OVER.includes(row.status) || row.is_claimed) return row;
  throw conflict(
    'job_over',
    `This job is ${row.status}, so nobody goes there for it any more. Make another job.`,
  );
}

const selectNewest = statement(
  'list_newest_jobs',
  `select ${FULL_COLUMNS} from (
     select j.* from unnest($2::text[]) as wanted (number)
     cross join lateral (
       select * from jobs
       where organization_id = $1 and lifecycle_number = wanted.number
       order by job_id desc limit 20
     ) as j
     order by job_id desc limit 20
   ) as j ${SURROUNDINGS} order by j.job_id desc`,
);

/** The newest twenty of several numbers that are one. */
export async function newestJobs(tx: Tx, lifecycleNumbers: readonly string[]): Promise<Job[]> {
  const rows = await tx.query<FullJob>(selectNewest, [tx.organizationId, lifecycleNumbers]);
  return rows.map(toJob);
}
