import type { RunRow } from '../runtime/queries.ts';
import { StepFailure } from './step-failure.ts';

/** Whom a step is about; a run that an event of no lead began has nobody. */
export function leadOf({ lead_id }: RunRow): string {
  if (lead_id !== null) return lead_id;
  throw new StepFailure(
    'no_lead',
    'This step needs a lead, and what began the run belongs to none. Use another trigger, or give one of its conditions.',
  );
}

export function jobOf({ job_id }: RunRow): string {
  if (job_id !== null) return job_id;
  throw new StepFailure(
    'no_job',
    'This step needs a job, and the run is about none. Use a trigger of a job, or run it with job_id.',
  );
}
