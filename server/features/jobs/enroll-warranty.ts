import type { Tx } from '../../platform/database/transaction.ts';
import { conflict } from '../../platform/errors.ts';
import { mutation } from '../../platform/http/operation.ts';
import { CLOCK_SLACK_MS } from '../../platform/ids.ts';
import { enqueue } from '../../platform/tasks/enqueue.ts';
import { jobWarrantyEnrolled } from './events.ts';
import { expireWarranty } from './expire-warranty.task.ts';
import { endOfWarranty, warrantyOf } from './job.ts';
import type { Job } from './schemas.ts';
import { describeStep, type StepSpec, takeStep } from './take-step.ts';

const ENROLL: StepSpec = {
  id: 'enrollWarranty',
  step: 'enroll-warranty',
  event: jobWarrantyEnrolled,
  summary: 'Enroll the warranty of a job',
  problems: ['no_warranty'],
  description:
    'Starts the warranty of a completed job. It runs for `warranty_months` from the day on which the job was completed, in the organization’s time zone. After its last day it ends automatically: `job.warranty_expired` and then `job.closed` are emitted. A job without a warranty is refused with `no_warranty`.',
};

export const enrollWarranty = mutation({
  ...describeStep(ENROLL),
  params: { id: 'job' },
  run: async (tx, { params }) => ({ status: 200, body: await enroll(tx, params.id) }),
});

/** Uses the default if the job has no months of warranty. */
export function enroll(tx: Tx, jobId: string, defaultMonths = 0): Promise<Job> {
  return takeStep(tx, jobId, ENROLL, async (before) => {
    const months = before.warranty_months || defaultMonths;
    if (months === 0) {
      throw conflict(
        'no_warranty',
        'This job has no warranty. Set warranty_months with PATCH /v1/jobs/{id}, or close the job.',
      );
    }
    // Never null for a completed job: the database enforces it.
    const completedAt = before.completed_at ?? tx.now;
    const { startsOn, endsOn } = warrantyOf(completedAt, months, before.time_zone);
    const end = endOfWarranty(endsOn, before.time_zone).getTime();
    // The queue uses the clock of the database, which can be ahead of ours.
    const startAfter = new Date(end + CLOCK_SLACK_MS);
    enqueue(tx, expireWarranty, { job_id: before.job_id }, { startAfter });
    return { warranty_months: months, warranty_starts_on: startsOn, warranty_ends_on: endsOn };
  });
}
