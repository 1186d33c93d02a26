import type { Job } from '../../../packages/sdk/src/index.ts';
import {
  allowedSteps,
  isAllowed,
  type PausedStatus,
  STATUSES,
  STEP_NAMES,
  type Status,
  type Step,
  statusAfter,
} from '../../../server/features/jobs/job.ts';
import { holds } from '../../../server/platform/auth/scopes.ts';
import { wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';

/** Which step moves a job to a column of the board, by the rules of the service; or why none does. Pure. */

export { STATUSES, type Status, type Step };

export type Move = { step: Step } | { why: string };

interface User {
  scopes: readonly string[];
}

type Moved = Pick<Job, 'status' | 'started_at' | 'scheduled_at' | 'warranty_months'>;

/** A status that a newer service has added is on no column. */
export function statusOf({ status }: { status: string }): Status | null {
  return STATUSES.find((one) => one === status) ?? null;
}

export function moveTo(job: Moved, target: Status, me: User): Move | null {
  const status = statusOf(job);
  if (status === null || status === target) return null;
  const step = STEP_NAMES.find(
    (one) => isAllowed(one, status) && statusAfterStep(job, one) === target,
  );
  if (step === undefined) return { why: whyNot(status) };
  const why = obstacleTo(job, step, me);
  return why === null ? { step } : { why };
}

/** The steps that the person can take now, in the order of their buttons. */
export function stepsFor(job: Moved, me: User): readonly Step[] {
  const status = statusOf(job);
  if (status === null) return [];
  return allowedSteps(status).filter((step) => obstacleTo(job, step, me) === null);
}

export function statusAfterStep(job: Moved, step: Step): Status {
  const status = statusOf(job) ?? 'contracted';
  return statusAfter(step, { status, paused_status: statusBeforePause(job) }).status;
}

/** Steps only lead forward, so the last one that was taken says where a paused job was. */
function statusBeforePause({ started_at, scheduled_at }: Moved): PausedStatus {
  if (started_at !== null) return 'in_progress';
  return scheduled_at === null ? 'contracted' : 'scheduled';
}

/** What users in the field can do with their own jobs. */
const OWN_STEPS: readonly Step[] = ['start', 'pause', 'resume', 'complete'];

function obstacleTo({ warranty_months }: Moved, step: Step, me: User): string | null {
  const mayStep =
    holds(me.scopes, 'jobs:write') || (OWN_STEPS.includes(step) && holds(me.scopes, 'jobs:own'));
  if (!mayStep) return text.jobs.refused.noRight;
  if (step === 'enroll-warranty' && warranty_months === 0) return text.jobs.refused.noWarranty;
  return null;
}

function whyNot(status: Status): string {
  const steps = allowedSteps(status).map((step) => text.jobs.steps[step]);
  const word = wordFor(text.words.jobStatus, status);
  if (steps.length === 0) return text.jobs.refused.over(word);
  return text.jobs.refused.allowed(word, steps.join(', '));
}
