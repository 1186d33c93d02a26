import type { Tx } from '../../platform/database/transaction.ts';
import { conflict, type Problem } from '../../platform/errors.ts';
import type { EventType } from '../../platform/events/event.ts';
import { type Mutation, mutation } from '../../platform/http/operation.ts';
import { changeJob } from './change-job.ts';
import {
  allowedSteps,
  isAllowed,
  isDone,
  STEPS,
  type Status,
  type Step,
  statusAfter,
} from './job.ts';
import { type FullJob, type JobRow, toJob } from './job-row.ts';
import { lockJob } from './queries.ts';
import { Job } from './schemas.ts';

export interface StepSpec {
  id: string;
  step: Step;
  event: EventType<typeof Job>;
  summary: string;
  description: string;
}

/** One operation per step of the table in job.ts: what is not allowed from here is 409. */
export function stepOperation(
  spec: StepSpec,
  changesOf: (tx: Tx, before: FullJob) => Promise<Partial<JobRow>>,
): Mutation {
  return mutation({
    ...described(spec),
    params: { id: 'job' },
    run: async (tx, { params }) => ({
      status: 200,
      body: await take(tx, params.id, spec, (before) => changesOf(tx, before)),
    }),
  });
}

/** What the operations of all steps have in common. */
export function described({ id, step, summary, description }: StepSpec) {
  const { from, done } = STEPS[step];
  return {
    id,
    method: 'POST' as const,
    path: `/v1/jobs/{id}/${step}` as const,
    tag: 'Jobs',
    resource: 'job',
    scopes: ['jobs:write'] as const,
    summary,
    description: `${description} From ${named(from)}. Doing it again changes nothing, while the job is ${named(done)}.`,
    answers: { 200: { description: 'The job after it.', body: Job } },
  };
}

const named = (statuses: readonly Status[]) => statuses.map((status) => `\`${status}\``).join(', ');

/** Locks the job, asks the table, and writes where the step leads together with what else it changes. */
export async function take(
  tx: Tx,
  jobId: string,
  { step, event }: Pick<StepSpec, 'step' | 'event'>,
  changesOf: (before: FullJob) => Promise<Partial<JobRow>>,
): Promise<Job> {
  const before = await lockJob(tx, jobId);
  if (isDone(step, before)) return toJob(before);
  if (!isAllowed(step, before.status)) throw notAllowed(before.status);
  const changes = await changesOf(before);
  const taken = { ...statusAfter(step, before), [STEPS[step].stamp]: tx.now };
  return changeJob(tx, before, { ...taken, ...changes }, event);
}

function notAllowed(status: Status): Problem {
  const allowed = allowedSteps(status);
  const next =
    allowed.length === 0
      ? 'it is over. Make another one'
      : `what can be done now is ${allowed.join(', ')}`;
  const extra = { status_now: status, allowed };
  return conflict('transition_not_allowed', `This job is ${status}: ${next}.`, extra);
}
