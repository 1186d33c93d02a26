import type { Tx } from '../../platform/database/transaction.ts';
import { conflict } from '../../platform/errors.ts';
import { mutation } from '../../platform/http/operation.ts';
import { CLOCK_SLACK_MS } from '../../platform/ids.ts';
import { enqueue } from '../../platform/tasks/enqueue.ts';
import { jobWarrantyEnrolled } from './events.ts';
import { expireWarranty } from './expire-warranty.task.ts';
import { endOfWarranty, warrantyOf } from './job.ts';
import type { Job } from './schemas.ts';
import { described, type StepSpec, take } from './take-step.ts';

const ENROLL: StepSpec = {
  id: 'enrollWarranty',
  step: 'enroll-warranty',
  event: jobWarrantyEnrolled,
  summary: 'Enroll the warranty of a job',
  description:
    'The warranty runs from the day on which the job was completed, in the organization’s time zone, for its `warranty_months`, and ends by itself behind its last day: `job.warranty_expired`, then `job.closed`. A job without a warranty is refused as `no_warranty`.',
};

export const enrollWarranty = mutation({
  ...described(ENROLL),
  params: { id: 'job' },
  run: async (tx, { params }) => ({ status: 200, body: await enroll(tx, params.id) }),
});

/** For so many months, where the job itself says none. */
export function enroll(tx: Tx, jobId: string, otherwiseMonths = 0): Promise<Job> {
  return take(tx, jobId, ENROLL, async (before) => {
    const months = before.warranty_months || otherwiseMonths;
    if (months === 0) {
      throw conflict(
        'no_warranty',
        'This job was sold without a warranty. Give it warranty_months with PATCH, or close it.',
      );
    }
    // Completed jobs have the time: the database refuses one without.
    const completedAt = before.completed_at ?? tx.now;
    const { startsOn, endsOn } = warrantyOf(completedAt, months, before.time_zone);
    const end = endOfWarranty(endsOn, before.time_zone).getTime();
    // The queue goes by the clock of the database, which may be ahead of ours.
    const startAfter = new Date(end + CLOCK_SLACK_MS);
    enqueue(tx, expireWarranty, { job_id: before.job_id }, { startAfter });
    return { warranty_months: months, warranty_starts_on: startsOn, warranty_ends_on: endsOn };
  });
}
