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
import { describeStep, type StepSpec, stepOperation, takeStep } from './take-step.ts';

export const startJob = stepOperation(
  {
    id: 'startJob',
    step: 'start',
    event: jobStarted,
    isOwn: true,
    summary: 'Start a job',
    description: 'Marks the work as started.',
  },
  async () => ({}),
);
export const resumeJob = stepOperation(
  {
    id: 'resumeJob',
    step: 'resume',
    event: jobResumed,
    isOwn: true,
    summary: 'Resume a job',
    description: 'Returns a paused job to the status from before the pause.',
  },
  async () => ({ paused_at: null, pause_reason: null }),
);
export const closeJob = stepOperation(
  {
    id: 'closeJob',
    step: 'close',
    event: jobClosed,
    effect: 'destructive',
    summary: 'Close a job',
    problems: ['appointment_under_way'],
    description:
      'Ends the job. A running warranty ends, and its open appointments are canceled, except those of open warranty claims. While a technician is working on an appointment of the job, the request is refused with `appointment_under_way`.',
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
  isOwn: true,
  summary: 'Complete a job',
  description:
    'Marks the work as completed. Appointments of the job that a technician has set out for are completed too, and so are assigned appointments whose start time has passed. The other appointments stay booked unless `cancel_appointments` is true. With `jobs:own`, this applies only to your own appointments.',
};
export const completeJob = mutation({
  ...describeStep(COMPLETE),
  params: { id: 'job' },
  body: CompleteJobBody,
  isBodyOptional: true,
  async run(tx, { params, body }) {
    const job = await takeStep(tx, params.id, COMPLETE, async () => {
      const restFor = body.cancel_appointments ? 'job_completed' : null;
      await completeAppointmentsOfJob(tx, params.id, { restFor });
      return {};
    });
    return { status: 200, body: job };
  },
});

const PAUSE: StepSpec = {
  id: 'pauseJob',
  step: 'pause',
  event: jobPaused,
  isOwn: true,
  undo: 'resumeJob',
  summary: 'Pause a job',
  description: 'Puts the job on hold. Its appointments stay booked.',
};
export const pauseJob = mutation({
  ...describeStep(PAUSE),
  params: { id: 'job' },
  body: PauseJobBody,
  isBodyOptional: true,
  async run(tx, { params, body }) {
    const job = await takeStep(tx, params.id, PAUSE, async () => ({
      pause_reason: body.reason?.trim() || null,
    }));
    return { status: 200, body: job };
  },
});

const CANCEL: StepSpec = {
  id: 'cancelJob',
  step: 'cancel',
  event: jobCanceled,
  effect: 'destructive',
  summary: 'Cancel a job',
  problems: ['appointment_under_way'],
  description:
    'Cancels the job and its appointments. While a technician is working on an appointment of the job, the request is refused with `appointment_under_way`.',
};
export const cancelJob = mutation({
  ...describeStep(CANCEL),
  params: { id: 'job' },
  body: CancelJobBody,
  isBodyOptional: true,
  async run(tx, { params, body }) {
    const reason = body.reason?.trim() || null;
    const job = await takeStep(tx, params.id, CANCEL, async () => {
      await cancelAppointmentsOfJob(tx, params.id, { reason, except: [] });
      return { cancel_reason: reason };
    });
    return { status: 200, body: job };
  },
});
