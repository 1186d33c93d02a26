import { foundRow, rowFinder } from '../../platform/database/found-row.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict } from '../../platform/errors.ts';
import { FINAL_STATUSES } from './job.ts';
import { type FullJob, type JobRow, jobs, toJob } from './job-row.ts';
import type { Job } from './schemas.ts';

/** Dates are read as text: the driver would turn a date into a moment in the time zone of this process. */
const OWN_COLUMNS = jobs.columnsOf('j').replaceAll(/\bj\.(\w+_on)\b/g, 'j.$1::text as $1');

/** `limit 1` keeps each join a lookup by key, whatever statistics the planner has. */
export const FULL_COLUMNS = `${OWN_COLUMNS},
  c.name as customer_name, o.time_zone, o.currency as default_currency, coalesce(items.list, '[]') as checklist, notes.count as notes_count,
  attachments.count as attachments_count, claims.count as open_claims_count`;
export const RELATED_JOINS = `
  cross join lateral (
    select time_zone, currency from organizations where organization_id = $1 limit 1
  ) as o
  cross join lateral (
    select name from customers where organization_id = $1 and customer_id = j.customer_id limit 1
  ) as c
  cross join lateral (
    select json_agg(json_build_object('item_id', i.item_id, 'title', i.title,
             'checked_at', i.checked_at, 'changed_at', i.changed_at, 'created_at', i.created_at) order by i.item_id) as list
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

const selectOne = statement(
  'select_job',
  `select ${FULL_COLUMNS} from jobs j ${RELATED_JOINS} where j.organization_id = $1 and j.job_id = $2`,
);

export const findJob = rowFinder<FullJob>(selectOne, 'job');

const selectSome = statement(
  'select_jobs',
  `select ${FULL_COLUMNS} from jobs j ${RELATED_JOINS}
   where j.organization_id = $1 and j.job_id = any ($2)`,
);

/** Those of the jobs that the caller can see. */
export function findJobs(tx: Tx, jobIds: readonly string[]): Promise<FullJob[]> {
  return tx.query(selectSome, [tx.organizationId, jobIds]);
}

const lockRow = statement(
  'lock_job',
  'select from jobs where organization_id = $1 and job_id = $2 for no key update',
);

/**
 * Two statements, sent together. A single statement that waits for the lock would return the job as it is after
 * the wait, but the checklist from before it.
 */
export function lockJob(tx: Tx, jobId: string): Promise<FullJob> {
  tx.query(lockRow, [tx.organizationId, jobId]);
  return findJob(tx, jobId);
}

const shareRow = statement(
  'share_job',
  `select j.job_id, j.lead_id, j.service, j.property_id, j.status,
     exists (
       select from warranty_claims c
       where c.organization_id = $1 and c.job_id = $2 and c.status = 'open'
     ) as is_claimed
   from jobs j where j.organization_id = $1 and j.job_id = $2 for share of j`,
);

/**
 * Prevents the job from being closed or canceled until this transaction ends. A closed job with an open warranty
 * claim is accepted: the claim was made while the warranty was running, so a visit can still be booked.
 */
export async function keepJobOpen(
  tx: Tx,
  jobId: string | null,
): Promise<Pick<JobRow, 'job_id' | 'lead_id' | 'service' | 'property_id'>> {
  const row = await foundRow<
    Pick<JobRow, 'job_id' | 'lead_id' | 'service' | 'property_id' | 'status'> & {
      is_claimed: boolean;
    }
  >(tx.query(shareRow, [tx.organizationId, jobId]), 'job');
  if (!FINAL_STATUSES.includes(row.status) || row.is_claimed) return row;
  throw conflict(
    'job_over',
    `This job is ${row.status}, so no appointment can be booked for it. Create another job.`,
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
   ) as j ${RELATED_JOINS} order by j.job_id desc`,
);

/** The newest twenty jobs of several lifecycle numbers that were merged into one. */
export async function newestJobs(tx: Tx, lifecycleNumbers: readonly string[]): Promise<Job[]> {
  const rows = await tx.query<FullJob>(selectNewest, [tx.organizationId, lifecycleNumbers]);
  return rows.map(toJob);
}
