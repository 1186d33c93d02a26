import Type from 'typebox';
import { enroll } from '../../jobs/index.ts';
import { CLOSED } from './fields.ts';
import { step } from './step.ts';
import { jobOf } from './subject.ts';

/** Enrolls the warranty of the job, for the months of the job unless the step sets others. */
export const enrollWarranty = step({
  do: 'enroll_warranty',
  schema: Type.Object(
    { months: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_200 })) },
    CLOSED,
  ),
  isWithOptional: true,
  async perform({ tx, run, step, traceInput }) {
    traceInput(step.with ?? {});
    const job = await enroll(tx, jobOf(run), step.with?.months);
    const { job_id, warranty_starts_on, warranty_ends_on } = job;
    return { status: 'completed', output: { job_id, warranty_starts_on, warranty_ends_on } };
  },
});
