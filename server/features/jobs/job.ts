/** The rules of jobs, without a database: statuses, the steps between them, and the days of a warranty. */

export const STATUSES = [
  'contracted',
  'scheduled',
  'in_progress',
  'on_hold',
  'completed',
  'in_warranty',
  'closed',
  'canceled',
] as const;
export type Status = (typeof STATUSES)[number];

/** A job can be paused from these statuses, and returns to the same status when it is resumed. */
const PAUSABLE = ['contracted', 'scheduled', 'in_progress'] as const satisfies Status[];
export type PausedStatus = (typeof PAUSABLE)[number];

/** No step leads out of these. */
export const FINAL_STATUSES: readonly Status[] = ['closed', 'canceled'];

/** The columns with the time when each step was last taken. */
export type Stamp =
  | 'scheduled_at'
  | 'started_at'
  | 'paused_at'
  | 'resumed_at'
  | 'completed_at'
  | 'enrolled_at'
  | 'closed_at'
  | 'canceled_at';

export const STEP_NAMES = [
  'schedule',
  'start',
  'pause',
  'resume',
  'complete',
  'enroll-warranty',
  'close',
  'cancel',
] as const;
export type Step = (typeof STEP_NAMES)[number];

interface StepRule {
  /** Null: the status from before the pause. */
  to: Status | null;
  from: readonly [Status, ...Status[]];
  stamp: Stamp;
  /**
   * In these statuses the step counts as done if the job has its stamp, so that repeating it changes nothing.
   * They are the status the step leads to, and those that can follow automatically before the caller retries:
   * a playbook enrolls the warranty of a completed job, and a warranty expires.
   */
  done: readonly Status[];
}

/** The steps of a job: the statuses they are allowed from, and the status they lead to. */
export const STEPS: Readonly<Record<Step, StepRule>> = {
  schedule: {
    to: 'scheduled',
    from: ['contracted'],
    stamp: 'scheduled_at',
    done: ['scheduled'],
  },
  start: {
    to: 'in_progress',
    from: ['contracted', 'scheduled'],
    stamp: 'started_at',
    done: ['in_progress'],
  },
  pause: {
    to: 'on_hold',
    from: PAUSABLE,
    stamp: 'paused_at',
    done: ['on_hold'],
  },
  resume: {
    to: null,
    from: ['on_hold'],
    stamp: 'resumed_at',
    done: PAUSABLE,
  },
  complete: {
    to: 'completed',
    from: ['in_progress'],
    stamp: 'completed_at',
    done: ['completed', 'in_warranty', 'closed'],
  },
  'enroll-warranty': {
    to: 'in_warranty',
    from: ['completed'],
    stamp: 'enrolled_at',
    done: ['in_warranty', 'closed'],
  },
  close: {
    to: 'closed',
    from: ['completed', 'in_warranty'],
    stamp: 'closed_at',
    done: ['closed'],
  },
  cancel: {
    to: 'canceled',
    from: ['contracted', 'scheduled', 'in_progress', 'on_hold'],
    stamp: 'canceled_at',
    done: ['canceled'],
  },
};

/** Listed in the problem when a caller asks for a step that is not allowed. */
export function allowedSteps(status: Status): Step[] {
  return STEP_NAMES.filter((step) => isAllowed(step, status));
}

export function isAllowed(step: Step, status: Status): boolean {
  return STEPS[step].from.includes(status);
}

/** Whether the step was already taken, so that repeating it changes nothing. */
export function isDone(step: Step, job: { status: Status } & Record<Stamp, unknown>): boolean {
  const { stamp, done } = STEPS[step];
  return done.includes(job.status) && job[stamp] !== null;
}

/** The status after an allowed step, and the status to resume to. A job on hold always has a `paused_status`. */
export function statusAfter(
  step: Step,
  job: { status: Status; paused_status: PausedStatus | null },
): { status: Status; paused_status: PausedStatus | null } {
  return {
    status: STEPS[step].to ?? job.paused_status ?? job.status,
    paused_status: step === 'pause' ? (PAUSABLE.find((one) => one === job.status) ?? null) : null,
  };
}

export interface Warranty {
  /** Both days are covered by the warranty. */
  startsOn: string;
  endsOn: string;
}

/**
 * The warranty starts on the day of completion in the organization's time zone. It ends the given number of
 * calendar months later, on the same day of the month, or on the last day of a month that is too short.
 */
export function warrantyOf(completedAt: Date, months: number, timeZone: string): Warranty {
  const startsOn = Temporal.Instant.fromEpochMilliseconds(completedAt.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  return { startsOn: startsOn.toString(), endsOn: startsOn.add({ months }).toString() };
}

/** The first moment that is not covered: midnight after the last day. */
export function endOfWarranty(endsOn: string, timeZone: string): Date {
  const dayAfter = Temporal.PlainDate.from(endsOn).add({ days: 1 });
  return new Date(dayAfter.toZonedDateTime(timeZone).epochMilliseconds);
}
