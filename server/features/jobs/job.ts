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

/** What can be done to a job, from which states, and where it leads; null: to where it was put on hold. */
export const STEPS = {
  schedule: { to: 'scheduled', from: ['contracted'] },
  start: { to: 'in_progress', from: ['contracted', 'scheduled'] },
  hold: { to: 'on_hold', from: ['contracted', 'scheduled', 'in_progress'] },
  resume: { to: null, from: ['on_hold'] },
  complete: { to: 'completed', from: ['in_progress'] },
  'enroll-warranty': { to: 'in_warranty', from: ['completed'] },
  close: { to: 'closed', from: ['completed', 'in_warranty'] },
  cancel: { to: 'canceled', from: ['contracted', 'scheduled', 'in_progress', 'on_hold'] },
} as const satisfies Record<string, { to: Status | null; from: Status[] }>;

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
