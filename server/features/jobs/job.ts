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
export type HeldStatus = 'contracted' | 'scheduled' | 'in_progress';

/** Nothing is done for these any more. */
export const OVER: readonly Status[] = ['closed', 'canceled'];

/** When each step was last taken. */
export type Stamp =
  | 'scheduled_at'
  | 'started_at'
  | 'held_at'
  | 'resumed_at'
  | 'completed_at'
  | 'enrolled_at'
  | 'closed_at'
  | 'canceled_at';

/**
 * What can be done to a job: from which states, where it leads (null: to where it was put on hold), and in
 * which states it counts as done once it has its stamp, so that doing it again changes nothing. Those are
 * the state it leads to, and whatever may follow by itself before the caller has tried again: a playbook
 * enrolls what was just completed, and a warranty runs out.
 */
export const STEPS = {
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
  hold: {
    to: 'on_hold',
    from: ['contracted', 'scheduled', 'in_progress'],
    stamp: 'held_at',
    done: ['on_hold'],
  },
  resume: {
    to: null,
    from: ['on_hold'],
    stamp: 'resumed_at',
    done: ['contracted', 'scheduled', 'in_progress'],
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
} as const satisfies Record<
  string,
  { to: Status | null; from: Status[]; stamp: Stamp; done: Status[] }
>;

export type Step = keyof typeof STEPS;

/** What can be done from here, for whoever asked for something else. */
export function allowedSteps(status: Status): Step[] {
  return (Object.keys(STEPS) as Step[]).filter((step) =>
    (STEPS[step].from as readonly Status[]).includes(status),
  );
}

export function isAllowed(step: Step, status: Status): boolean {
  return allowedSteps(status).includes(step);
}

/** Whether it was taken before and still holds, so that taking it again is no news. */
export function isDone(step: Step, job: { status: Status } & Record<Stamp, unknown>): boolean {
  const { stamp, done } = STEPS[step];
  return (done as readonly Status[]).includes(job.status) && job[stamp] !== null;
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
