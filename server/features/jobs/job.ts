/** The rules of a job, without a database: its states, which lead to which, and how long its warranty is. */

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

/** What a job can be put on hold from, and becomes again when it is resumed. */
const PAUSABLE = ['contracted', 'scheduled', 'in_progress'] as const satisfies Status[];
export type PausedStatus = (typeof PAUSABLE)[number];

/** Nothing is done for these any more. */
export const OVER: readonly Status[] = ['closed', 'canceled'];

/** When each step was last taken. */
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
  /** Null: to where the job was put on hold. */
  to: Status | null;
  from: readonly [Status, ...Status[]];
  stamp: Stamp;
  /**
   * Where it counts as done once the job has its stamp, so that doing it again changes nothing. Those are
   * the state it leads to, and whatever may follow by itself before the caller tries again: a playbook
   * enrolls what was just completed, and a warranty runs out.
   */
  done: readonly Status[];
}

/** What can be done to a job: from which states, and where it leads. */
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

/** What can be done from here, for a caller who asked for something else. */
export function allowedSteps(status: Status): Step[] {
  return STEP_NAMES.filter((step) => isAllowed(step, status));
}

export function isAllowed(step: Step, status: Status): boolean {
  return STEPS[step].from.includes(status);
}

/** Whether it was taken before and still holds, so that taking it again is no news. */
export function isDone(step: Step, job: { status: Status } & Record<Stamp, unknown>): boolean {
  const { stamp, done } = STEPS[step];
  return done.includes(job.status) && job[stamp] !== null;
}

/** Where a step that is allowed leads, and what it is resumed to. A job on hold always has a `paused_status`. */
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
  /** Both days are covered. */
  startsOn: string;
  endsOn: string;
}

/**
 * From the day on which the work was done, where the organization is, for as many months of the calendar:
 * to the same day of the month, or to the last one of a month that is too short.
 */
export function warrantyOf(completedAt: Date, months: number, timeZone: string): Warranty {
  const startsOn = Temporal.Instant.fromEpochMilliseconds(completedAt.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  return { startsOn: startsOn.toString(), endsOn: startsOn.add({ months }).toString() };
}

/** The first moment that is not covered: the midnight behind the last day. */
export function endOfWarranty(endsOn: string, timeZone: string): Date {
  const dayAfter = Temporal.PlainDate.from(endsOn).add({ days: 1 });
  return new Date(dayAfter.toZonedDateTime(timeZone).epochMilliseconds);
}
