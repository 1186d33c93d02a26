import { transitions } from '../../domain/transitions.ts';

/** The rules of an appointment, without a database: its states, and which lead to which. */

const LIVE_STATUSES = [
  'held',
  'booked',
  'confirmed',
  'dispatched',
  'en_route',
  'in_progress',
] as const;
export const STATUSES = [...LIVE_STATUSES, 'completed', 'no_show', 'canceled'] as const;
export type Status = (typeof STATUSES)[number];

/** The time of these is taken; the exclusion constraint names the same. */
export const LIVE: readonly Status[] = LIVE_STATUSES;

/** Nobody has been sent to these yet, so they may wait for somebody in the tray. */
export const WAITING: readonly Status[] = ['booked', 'confirmed'];

/** When each step was taken. */
type Stamp =
  | 'confirmed_at'
  | 'dispatched_at'
  | 'en_route_at'
  | 'started_at'
  | 'completed_at'
  | 'no_show_at'
  | 'canceled_at';

interface StepRule {
  to: Status;
  from: readonly Status[];
  stamp: Stamp;
  needsSomebody: boolean;
}

/** What can be done to an appointment, from which states, and where it leads. */
export const STEPS = {
  confirm: {
    to: 'confirmed',
    from: ['booked'],
    stamp: 'confirmed_at',
    needsSomebody: false,
  },
  dispatch: {
    to: 'dispatched',
    from: ['booked', 'confirmed'],
    stamp: 'dispatched_at',
    needsSomebody: true,
  },
  'en-route': {
    to: 'en_route',
    from: ['booked', 'confirmed', 'dispatched'],
    stamp: 'en_route_at',
    needsSomebody: true,
  },
  start: {
    to: 'in_progress',
    from: ['booked', 'confirmed', 'dispatched', 'en_route'],
    stamp: 'started_at',
    needsSomebody: true,
  },
  // Whoever has done the work has not always told that they began it.
  complete: {
    to: 'completed',
    from: ['booked', 'confirmed', 'dispatched', 'en_route', 'in_progress'],
    stamp: 'completed_at',
    needsSomebody: true,
  },
  'no-show': {
    to: 'no_show',
    from: ['booked', 'confirmed', 'dispatched', 'en_route', 'in_progress'],
    stamp: 'no_show_at',
    needsSomebody: false,
  },
  cancel: {
    to: 'canceled',
    from: ['held', 'booked', 'confirmed', 'dispatched', 'en_route'],
    stamp: 'canceled_at',
    needsSomebody: false,
  },
} as const satisfies Record<string, StepRule>;

export type Step = keyof typeof STEPS;

export const { allowedSteps, assertAllowed, isAllowed } = transitions<Step, Status>(STEPS, {
  name: 'appointment',
  whenOver: 'Book another one',
});

/** Why a hold that nobody took over is canceled. */
export const HOLD_LAPSED = 'hold_lapsed';

/** A hold ends by itself, to the second, whether or not anything has written that down. */
export function isLapsed(
  { status, hold_expires_at }: { status: Status; hold_expires_at: Date | null },
  now: Date,
): boolean {
  return status === 'held' && hold_expires_at !== null && hold_expires_at <= now;
}
