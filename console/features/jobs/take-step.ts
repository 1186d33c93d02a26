import type { Job } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { act } from '../../feedback/act.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { sendLater, sendWaiting } from '../../feedback/send-later.ts';
import type { Pending } from '../../store/entities.ts';
import { jobs } from '../../store/stores.ts';
import * as text from '../../text/en.ts';
import { type Step, statusAfterStep } from './moves.ts';

export interface StepInput {
  reason?: string | null;
  cancelVisits?: boolean;
}

/**
 * Takes a step. It is shown at once. Pausing and resuming undo each other; every other step is final, so it waits five
 * seconds in which it can be undone.
 */
export function takeStep(job: Job, step: Step, input: StepInput = {}): void {
  const status = statusAfterStep(job, step);
  jobs.put(job);
  const shown = jobs.change(job.job_id, (known) => ({ ...known, status }));
  const said = text.jobs.done[step](job.title);
  const send = () => inOrder(job.job_id, () => sendShown(job.job_id, step, input, shown));
  if (step !== 'pause' && step !== 'resume') {
    sendLater(text.jobs.waits(said), () => void send(), shown.drop);
    return;
  }
  // A step of the same job may still wait; this one comes after it.
  sendWaiting();
  void send().then((changed) => {
    if (!changed) return;
    const opposite = step === 'pause' ? 'resume' : 'pause';
    const undo = () => void undoStep(changed, opposite, { reason: job.pause_reason });
    sayDone(said, { undo });
  });
}

async function undoStep(job: Job, opposite: Step, input: StepInput): Promise<void> {
  const status = statusAfterStep(job, opposite);
  const shown = jobs.change(job.job_id, (known) => ({ ...known, status }));
  await inOrder(job.job_id, () => sendShown(job.job_id, opposite, input, shown));
}

async function sendShown(id: string, step: Step, input: StepInput, shown: Pending<Job>) {
  const changed = await act(() => sendStep(id, step, input), shown.drop);
  if (changed) shown.confirm(changed);
  return changed;
}

/** The last request of each job. */
const underWay = new Map<string, Promise<unknown>>();

/** One after the other for each job: the service refuses a step that overtakes the one before it. */
function inOrder<Result>(id: string, send: () => Promise<Result>): Promise<Result> {
  const sent = (underWay.get(id) ?? Promise.resolve()).then(send);
  const settled = sent.then(
    () => {},
    () => {},
  );
  underWay.set(id, settled);
  void settled.then(() => underWay.get(id) === settled && underWay.delete(id));
  return sent;
}

function sendStep(id: string, step: Step, { reason = null, cancelVisits }: StepInput) {
  switch (step) {
    case 'schedule':
      return api.jobs.schedule(id, {});
    case 'start':
      return api.jobs.start(id);
    case 'pause':
      return api.jobs.pause(id, { reason });
    case 'resume':
      return api.jobs.resume(id);
    case 'complete':
      return api.jobs.complete(id, { cancel_appointments: cancelVisits ?? false });
    case 'enroll-warranty':
      return api.jobs.enrollWarranty(id);
    case 'close':
      return api.jobs.close(id);
    case 'cancel':
      return api.jobs.cancel(id, { reason });
  }
}
