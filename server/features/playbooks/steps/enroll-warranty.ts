import { enroll } from '../../jobs/index.ts';
import type { PerformStep } from './step.ts';
import { jobOf } from './subject.ts';

export const enrollWarrantyStep: PerformStep<'enroll_warranty'> = async ({
  tx,
  run,
  step,
  show,
}) => {
  show(step.with ?? {});
  const job = await enroll(tx, jobOf(run), step.with?.months);
  const { job_id, warranty_starts_on, warranty_ends_on } = job;
  return { status: 'completed', output: { job_id, warranty_starts_on, warranty_ends_on } };
};
