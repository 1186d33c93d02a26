import type { Tx } from '../../platform/database/transaction.ts';
import { conflict, type Problem } from '../../platform/errors.ts';
import type { EventType } from '../../platform/events/event.ts';
import { type Effect, type Mutation, mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
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
  /** Besides transition_not_allowed. */
  problems?: readonly string[];
  /** Whether technicians can take it with their own jobs. */
  isOwn?: boolean;
  effect?: Effect;
  undo?: string;
}

/** Creates the operation for one step of the table in job.ts. A step that is not allowed is 409. */
export function stepOperation(
  spec: StepSpec,
  changesOf: (tx: Tx, before: FullJob) => Promise<Partial<JobRow>>,
): Mutation {
  return mutation({
    ...describeStep(spec),
    params: { id: 'job' },
    run: async (tx, { params }) => ({
      status: 200,
      body: await takeStep(tx, params.id, spec, (before) => changesOf(tx, before)),
    }),
  });
}

/** The fields that the operations of all steps share. */
export function describeStep(spec: StepSpec) {
  const { id, step, summary, description, problems = [], effect, undo, isOwn } = spec;
  const { from, done } = STEPS[step];
  return {
    id,
    method: 'POST' as const,
    path: `/v1/jobs/{id}/${step}` as const,
    tag: 'Jobs',
    resource: 'job',
    scopes: isOwn ? (['jobs:write', 'jobs:own'] as const) : (['jobs:write'] as const),
    ...(effect && { effect }),
    ...(undo && { undo }),
    summary,
    description: `${description} Allowed while the job is ${named(from)}. Repeating the request while the job is ${named(done)} changes nothing.`,
    responses: returns(Job, 'The changed job.'),
    problems: ['transition_not_allowed', ...problems],
  };
}

const or = new Intl.ListFormat('en', { type: 'disjunction' });
const named = (statuses: readonly Status[]) => or.format(statuses.map((status) => `\`${status}\``));

/** Locks the job, checks the table of steps, and saves the new status with the other changes of the step. */
export async function takeStep(
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
      ? 'It cannot change any more. Create another job.'
      : `Allowed steps: ${allowed.join(', ')}.`;
  const extra = { status_now: status, allowed };
  return conflict('transition_not_allowed', `This job is ${status}. ${next}`, extra);
}
