import Type from 'typebox';
import { enroll } from '../../jobs/index.ts';
import { CLOSED } from './fields.ts';
import { step } from './step.ts';
import { jobOf } from './subject.ts';

export const enrollWarranty = step({
  do: 'enroll_warranty',
  description: 'Enrolls the warranty of the completed job of the run.',
  target: () => 'job',
  needs: () => [['jobs:write']],
  schema: Type.Object(
    {
      months: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 1_200,
          description: 'Length of the warranty in months. Default: the months of the job.',
          examples: [24],
        }),
      ),
    },
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
