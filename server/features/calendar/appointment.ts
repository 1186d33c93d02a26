/** The rules of an appointment, without a database: its states, and which lead to which. */

export const STATUSES = [
  'held',
  'booked',
  'confirmed',
  'dispatched',
  'en_route',
  'in_progress',
  'completed',
  'no_show',
  'canceled',
] as const;
export type Status = (typeof STATUSES)[number];

/** The time of these is taken; the exclusion constraint names the same. */
export const LIVE: readonly Status[] = [
  'held',
  'booked',
  'confirmed',
  'dispatched',
  'en_route',
  'in_progress',
];

/** Nobody has been sent to these yet, so they may wait for somebody in the tray. */
export const WAITING: readonly Status[] = ['booked', 'confirmed'];

/** What can be done to an appointment, from which states, and where it leads. */
export const STEPS = {
  confirm: { to: 'confirmed', from: ['booked'], needsSomebody: false },
  dispatch: { to: 'dispatched', from: ['booked', 'confirmed'], needsSomebody: true },
  'en-route': {
    to: 'en_route',
    from: ['booked', 'confirmed', 'dispatched'],
    needsSomebody: true,
  },
  start: {
    to: 'in_progress',
    from: ['booked', 'confirmed', 'dispatched', 'en_route'],
    needsSomebody: true,
  },
  // Whoever has done the work has not always told that they began it.
  complete: {
    to: 'completed',
    from: ['booked', 'confirmed', 'dispatched', 'en_route', 'in_progress'],
    needsSomebody: true,
  },
  'no-show': {
    to: 'no_show',
    from: ['booked', 'confirmed', 'dispatched', 'en_route', 'in_progress'],
    needsSomebody: false,
  },
  cancel: {
    to: 'canceled',
    from: ['held', 'booked', 'confirmed', 'dispatched', 'en_route'],
    needsSomebody: false,
  },
} as const satisfies Record<string, { to: Status; from: Status[]; needsSomebody: boolean }>;

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

/** Why a hold that nobody took over is canceled. */
export const HOLD_LAPSED = 'hold_lapsed';

/** A hold ends by itself, to the second, whether or not anything has written that down. */
export function isLapsed(
  appointment: { status: Status; hold_expires_at: Date | null },
  now: Date,
): boolean {
  return appointment.status === 'held' && appointment.hold_expires_at! <= now;
}
