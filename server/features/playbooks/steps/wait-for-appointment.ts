import Type from 'typebox';
import {
  ANCHORS,
  type Anchor,
  IN_THE_PAST,
  isTooLate,
  type Timer,
  timerState,
} from '../../../domain/appointment-timers.ts';
import { findAppointment, tryToLockTimesOfAppointment } from '../../calendar/index.ts';
import { duration, oneOf } from './fields.ts';
import type { StepBase, StepContext, StepOutcome } from './step.ts';
import { StepFailure } from './step-failure.ts';

/** The variant of a wait whose end moves with the appointment of the run. */
export type AppointmentWait = ({ before: string } | { after: string }) & { anchor?: Anchor };

export const appointmentWaitFields = {
  before: duration(
    'How long before the appointment of the run starts, as an ISO 8601 duration. It moves with the appointment. If that time is over, the run stops.',
    'PT24H',
  ),
  after: duration(
    'How long after the appointment of the run ends, as an ISO 8601 duration. It moves with the appointment.',
    'PT2H',
  ),
  anchor: Type.Optional(
    oneOf(ANCHORS, {
      description:
        'Time of the appointment to count from. Default `starts_at` for `before`, `ends_at` for `after`.',
      examples: ['starts_at'],
    }),
  ),
};

/** While another transaction changes the appointment, the step is tried again this soon. */
const RETRY_MS = 1_000;

export function isAppointmentWait<Wait extends object>(
  wait: Wait | AppointmentWait,
): wait is AppointmentWait {
  return 'before' in wait || 'after' in wait;
}

export function timerOf(wait: AppointmentWait): Timer {
  return 'before' in wait
    ? { anchor: wait.anchor ?? 'starts_at', offset: `-${wait.before}` }
    : { anchor: wait.anchor ?? 'ends_at', offset: wait.after };
}

/**
 * Begins the wait, or ends it if the run was waiting here. When it begins, the appointment is locked until the turn is
 * committed, so that a transaction that moves it later finds the wait.
 */
export async function waitForAppointment(
  { tx, run }: Pick<StepContext<StepBase>, 'tx' | 'run'>,
  timer: Timer,
  timeZone: string,
): Promise<StepOutcome> {
  const { appointment_id } = run;
  if (appointment_id === null) throw withoutAppointment();
  const isWaiting = run.wait_anchor !== null;
  const appointment = isWaiting
    ? await findAppointment(tx, appointment_id)
    : await tryToLockTimesOfAppointment(tx, appointment_id);
  if (appointment === null) {
    const until = new Date(tx.now.getTime() + RETRY_MS);
    return { status: 'waiting', until, event: null, output: { reason: 'appointment_changing' } };
  }
  const timed = timerState(timer, appointment, tx.now, timeZone);
  if (timed.state === 'over') return stopped(timed.endedBy);
  const { at, anchoredAt } = timed;
  const output = { until: at.toISOString() };
  if (timed.state === 'waits') {
    const { anchor: wait_anchor, offset: wait_offset } = timer;
    const anchored = { wait_anchor, wait_offset, anchored_at: anchoredAt };
    return { status: 'waiting', until: at, event: null, anchored, output };
  }
  // A wait that begins after its time: a reminder of a visit that is sooner. After the visit, the run is only late.
  const isOver = isWaiting ? isTooLate(timer, anchoredAt, tx.now) : timer.offset.startsWith('-');
  return isOver ? stopped(IN_THE_PAST, output) : { status: 'completed', output };
}

function stopped(reason: string, output: object = {}): StepOutcome {
  return { status: 'stopped', reason, output: { reason, ...output } };
}

function withoutAppointment(): StepFailure {
  const detail =
    'This run is about no appointment, so it cannot wait before or after one. Start it with an appointment event, or with an appointment_id.';
  return new StepFailure('no_appointment', detail);
}
