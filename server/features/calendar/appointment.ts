import { transitions } from '../../domain/transitions.ts';

/** Pure rules: the statuses of an appointment and the steps between them. */

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

/** Statuses that block the assignee's time. The exclusion constraint lists the same ones. */
export const LIVE: readonly Status[] = LIVE_STATUSES;

/** Statuses in which the assignee still has to come. */
export const TO_COME: readonly Status[] = ['booked', 'confirmed', 'dispatched', 'en_route'];

export function isToCome(status: Status): boolean {
  return TO_COME.includes(status);
}

/** No user has been dispatched yet in these statuses, so the appointment can be unassigned. */
export const CAN_BE_UNASSIGNED: readonly Status[] = ['booked', 'confirmed'];

/** The field that records when each step was taken. */
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
  needsAssignee: boolean;
}

/** The steps: from which statuses each is allowed, and the status it leads to. */
export const STEPS = {
  confirm: {
    to: 'confirmed',
    from: ['booked'],
    stamp: 'confirmed_at',
    needsAssignee: false,
  },
  dispatch: {
    to: 'dispatched',
    from: ['booked', 'confirmed'],
    stamp: 'dispatched_at',
    needsAssignee: true,
  },
  'en-route': {
    to: 'en_route',
    from: ['booked', 'confirmed', 'dispatched'],
    stamp: 'en_route_at',
    needsAssignee: true,
  },
  start: {
    to: 'in_progress',
    from: ['booked', 'confirmed', 'dispatched', 'en_route'],
    stamp: 'started_at',
    needsAssignee: true,
  },
  // Technicians do not always record that they started.
  complete: {
    to: 'completed',
    from: ['booked', 'confirmed', 'dispatched', 'en_route', 'in_progress'],
    stamp: 'completed_at',
    needsAssignee: true,
  },
  'no-show': {
    to: 'no_show',
    from: ['booked', 'confirmed', 'dispatched', 'en_route', 'in_progress'],
    stamp: 'no_show_at',
    needsAssignee: false,
  },
  cancel: {
    to: 'canceled',
    from: ['held', 'booked', 'confirmed', 'dispatched', 'en_route'],
    stamp: 'canceled_at',
    needsAssignee: false,
  },
} as const satisfies Record<string, StepRule>;

export type Step = keyof typeof STEPS;

type Stamps = { readonly [Name in Stamp]: Date | null };

/** The step that leads to a status; null for `held` and `booked`. */
export function stepOf(status: Status): Step | null {
  const [found] = Object.entries(STEPS).filter(([, { to }]) => to === status);
  return found && isStep(found[0]) ? found[0] : null;
}

function isStep(name: string): name is Step {
  return Object.hasOwn(STEPS, name);
}

/**
 * The status before the last step. Steps only lead to later statuses, and each leaves its time, so it is the last one of
 * the others that has a time.
 */
export function statusBefore(row: Stamps & { status: Status }): Status {
  const passed = [STEPS.start, STEPS['en-route'], STEPS.dispatch, STEPS.confirm].find(
    ({ to, stamp }) => to !== row.status && row[stamp] !== null,
  );
  return passed?.to ?? 'booked';
}

export const { allowedSteps, assertAllowed, isAllowed } = transitions<Step, Status>(STEPS, {
  name: 'appointment',
  whenOver: 'Book a new appointment',
});

/** The cancel_reason of a hold that expired before it was booked. */
export const HOLD_LAPSED = 'hold_lapsed';

/** A hold expires to the second, even if its row still says `held`. */
export function isLapsed(
  { status, hold_expires_at }: { status: Status; hold_expires_at: Date | null },
  now: Date,
): boolean {
  return status === 'held' && hold_expires_at !== null && hold_expires_at <= now;
}
