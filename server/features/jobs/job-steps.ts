import type { Tx } from '../../platform/database/transaction.ts';
import { conflict, type Problem } from '../../platform/errors.ts';
import type { EventType } from '../../platform/events/event.ts';
import { type Mutation, mutation } from '../../platform/http/operation.ts';
import { cancelAppointmentsOfJob, completeAppointmentsOfJob } from '../appointments/index.ts';
import { changeJob } from './change-job.ts';
import { jobCanceled, jobClosed, jobCompleted, jobHeld, jobResumed, jobStarted } from './events.ts';
import {
  allowedSteps,
  type HeldStatus,
  isAllowed,
  isDone,
  STEPS,
  type Status,
  type Step,
} from './job.ts';
import { type FullJob, type JobRow, lockJob, toJob } from './queries.ts';
import { listVisitsOfOpenClaims } from './record-queries.ts';
import { CancelJobBody, CompleteJobBody, HoldJobBody, Job } from './schemas.ts';

export interface StepSpec {
  id: string;
  step: Step;
  event: EventType<typeof Job>;
  summary: string;
  description: string;
}

/** One operation a step of the table in job.ts: what is not allowed from here is 409. */
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
  const { to, stamp } = STEPS[step];
  const taken = { status: to ?? before.held_status!, held_status: null, [stamp]: tx.now };
  const changes = { ...taken, ...(await changesOf(before)) };
  return changeJob(tx, before, changes, event);
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

export const startJob = stepOperation(
  {
    id: 'startJob',
    step: 'start',
    event: jobStarted,
    summary: 'Start a job',
    description: 'The work has begun.',
  },
  async () => ({}),
);
export const resumeJob = stepOperation(
  {
    id: 'resumeJob',
    step: 'resume',
    event: jobResumed,
    summary: 'Resume a job',
    description: 'It goes on where it was put on hold.',
  },
  async () => ({ held_at: null, hold_reason: null }),
);
export const closeJob = stepOperation(
  {
    id: 'closeJob',
    step: 'close',
    event: jobClosed,
    summary: 'Close a job',
    description:
      'Nothing more is done for it: a warranty that still runs ends, and appointments that are still to come are canceled, but for those of open warranty claims. While somebody is at work there it is refused as `appointment_under_way`.',
  },
  async (tx, { job_id }) => {
    const except = await listVisitsOfOpenClaims(tx, job_id);
    await cancelAppointmentsOfJob(tx, job_id, { reason: 'job_closed', except });
    return {};
  },
);

const COMPLETE: StepSpec = {
  id: 'completeJob',
  step: 'complete',
  event: jobCompleted,
  summary: 'Complete a job',
  description:
    'The work is done, and with it every appointment of the job that somebody has set out for or whose time has come. Those still to come stay, unless `cancel_appointments` says otherwise.',
};
export const completeJob = mutation({
  ...described(COMPLETE),
  params: { id: 'job' },
  body: CompleteJobBody,
  isBodyOptional: true,
  async run(tx, { params, body }) {
    const job = await take(tx, params.id, COMPLETE, async () => {
      const restFor = body.cancel_appointments ? 'job_completed' : null;
      await completeAppointmentsOfJob(tx, params.id, { restFor });
      return {};
    });
    return { status: 200, body: job };
  },
});

const HOLD: StepSpec = {
  id: 'holdJob',
  step: 'hold',
  event: jobHeld,
  summary: 'Put a job on hold',
  description: 'It waits for something; its appointments stay.',
};
export const holdJob = mutation({
  ...described(HOLD),
  params: { id: 'job' },
  body: HoldJobBody,
  isBodyOptional: true,
  async run(tx, { params, body }) {
    const job = await take(tx, params.id, HOLD, async (before) => ({
      held_status: before.status as HeldStatus,
      hold_reason: body.reason?.trim() || null,
    }));
    return { status: 200, body: job };
  },
});

const CANCEL: StepSpec = {
  id: 'cancelJob',
  step: 'cancel',
  event: jobCanceled,
  summary: 'Cancel a job',
  description:
    'It is not done, and its appointments are canceled with it; while somebody is at work there it is refused as `appointment_under_way`.',
};
export const cancelJob = mutation({
  ...described(CANCEL),
  params: { id: 'job' },
  body: CancelJobBody,
  isBodyOptional: true,
  async run(tx, { params, body }) {
    const reason = body.reason?.trim() || null;
    const job = await take(tx, params.id, CANCEL, async () => {
      await cancelAppointmentsOfJob(tx, params.id, { reason, except: [] });
      return { cancel_reason: reason };
    });
    return { status: 200, body: job };
  },
});
