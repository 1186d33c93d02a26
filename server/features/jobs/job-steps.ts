import { mutation } from '../../platform/http/operation.ts';
import { cancelAppointmentsOfJob, completeAppointmentsOfJob } from '../appointments/index.ts';
import { listVisitsOfOpenClaims } from './claim-queries.ts';
import {
  jobCanceled,
  jobClosed,
  jobCompleted,
  jobPaused,
  jobResumed,
  jobStarted,
} from './events.ts';
import { CancelJobBody, CompleteJobBody, PauseJobBody } from './job-bodies.ts';
import { described, type StepSpec, stepOperation, take } from './take-step.ts';

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
  async () => ({ paused_at: null, pause_reason: null }),
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
  id: 'pauseJob',
  step: 'pause',
  event: jobPaused,
  summary: 'Pause a job',
  description: 'It waits for something; its appointments stay.',
};
export const pauseJob = mutation({
  ...described(HOLD),
  params: { id: 'job' },
  body: PauseJobBody,
  isBodyOptional: true,
  async run(tx, { params, body }) {
    const job = await take(tx, params.id, HOLD, async () => ({
      pause_reason: body.reason?.trim() || null,
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
