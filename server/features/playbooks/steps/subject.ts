import type { RunRow } from '../runtime/queries.ts';
import { StepFailure } from './step-failure.ts';

/** A run started by an event without a lifecycle number, or without a target, has no lead. */
export function leadOf({ lead_id }: RunRow): string {
  if (lead_id !== null) return lead_id;
  throw new StepFailure(
    'no_lead',
    'This step needs a lead, but the run is about none. Use another trigger, run the playbook with lead_id, or give the step a condition such as lead != null.',
  );
}

export function jobOf({ job_id }: RunRow): string {
  if (job_id !== null) return job_id;
  throw new StepFailure(
    'no_job',
    'This step needs a job, but the run is not about a job. Use an event of a job as trigger, or run the playbook with job_id.',
  );
}

/** The resources that a template can use: those that the run is about. */
export function aboutOf({ appointment_id, job_id, invoice_id }: RunRow) {
  return {
    ...(appointment_id && { appointment_id }),
    ...(job_id && { job_id }),
    ...(invoice_id && { invoice_id }),
  };
}
