import { everyOrganization } from '../../platform/database/every-organization.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { Actor } from '../../platform/events/event.ts';
import type { Task } from '../../platform/tasks/task.ts';
import { changeJob } from './change-job.ts';
import { jobClosed, jobWarrantyExpired } from './events.ts';
import { endOfWarranty } from './job.ts';
import { lockJob } from './queries.ts';

const WARRANTIES: Actor = { type: 'system', id: null, name: 'warranties' };

/**
 * Queued when a warranty is enrolled, for the midnight after its last day. The queue uses the clock of the
 * database and the time zone of the day of enrollment, so the task checks again whether the warranty is over.
 * If it is not, the sweep closes the job later.
 */
export const expireWarranty: Task<{ job_id: string }> = {
  name: 'expire-warranty',
  description: 'Closes a job whose warranty is over.',
  retryLimit: 10,
  async handle({ database }, tasks) {
    for (const { data } of tasks) {
      await database.transaction(
        { organizationId: data.organization_id, actor: WARRANTIES },
        (tx) => expire(tx, data.job_id),
      );
    }
  },
};

/** Uses the service's own clock to find what the queue missed, such as after a change of the time zone. */
export const expireWarranties: Task = {
  name: 'expire-warranties',
  description: 'Closes all jobs whose warranty is over.',
  retryLimit: 3,
  schedule: '*/10 * * * *',
  async handle({ database }) {
    for (const organizationId of await everyOrganization(database)) {
      const as = { organizationId, actor: WARRANTIES };
      const due = await database.read(as, (tx) =>
        tx.query<{ job_id: string }>(selectDue, [organizationId, tx.now]),
      );
      for (const { job_id } of due) await database.transaction(as, (tx) => expire(tx, job_id));
    }
  },
};

/** Safe to run twice: the second run finds the job closed. */
async function expire(tx: Transaction, jobId: string): Promise<void> {
  const job = await lockJob(tx, jobId);
  if (job.status !== 'in_warranty' || job.warranty_ends_on === null) return;
  if (tx.now < endOfWarranty(job.warranty_ends_on, job.time_zone)) return;
  changeJob(tx, job, { status: 'closed', closed_at: tx.now }, jobWarrantyExpired, jobClosed);
}

const selectDue = statement(
  'select_jobs_with_warranty_over',
  `select j.job_id from (
     select (($2::timestamptz) at time zone time_zone)::date as day from organizations
     where organization_id = $1 offset 0
   ) as today
   cross join lateral (
     select job_id from jobs
     where organization_id = $1 and status = 'in_warranty' and warranty_ends_on < today.day
   ) as j order by j.job_id`,
);
