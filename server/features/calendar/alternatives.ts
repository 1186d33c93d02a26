import { toPublicId } from '../../domain/ids.ts';
import { localTime } from '../../domain/local-time.ts';
import { isRefusedBy } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict, type Problem } from '../../platform/errors.ts';
import { nearestSlots } from './availability.ts';
import { type RequestedPlace, without } from './booking.ts';
import { type CalendarOwners, readCalendars, timeZoneOf } from './calendars.ts';

const DAY = 24 * 60 * 60_000;
/** Search nearby first; where few slots are open, up to a month away. */
const SEARCH_RANGES_MS = [3 * DAY, 31 * DAY];
const MAX_ALTERNATIVES = 3;

export interface Alternative {
  starts_at: string;
  ends_at: string;
  user_ids: string[];
}

/**
 * The three open slots of the same users that are closest to the requested time. Users who were chosen all go, also without
 * the skill: that is a warning, unless the booking is strict.
 */
export async function findAlternatives(
  tx: Tx,
  owners: CalendarOwners,
  requested: RequestedPlace,
  { isStrict = false } = {},
): Promise<Alternative[]> {
  const isChosen = 'userIds' in owners && owners.userIds.length > 0 && !isStrict;
  const skills = isChosen ? [] : requested.skills;
  const crewSize = isChosen ? owners.userIds.length : requested.need.crewSize;
  const now = tx.now.getTime();
  // No slot is open in the past or beyond the horizon, so the search starts between the two.
  let around = Math.max(requested.start, now);
  let alternatives: Alternative[] = [];
  for (const range of SEARCH_RANGES_MS) {
    const window = { start: around - range, end: around + range };
    const calendars = await readCalendars(
      tx,
      owners,
      { ...window, end: window.end + 2 * DAY },
      requested.need,
    );
    const timeZone = timeZoneOf(calendars, 'userIds' in owners && owners.userIds.length === 1);
    const request = {
      window,
      durationMs: requested.end - requested.start,
      stepMs: null,
      skills,
      bufferMs: requested.bufferMs,
      crewSize,
      place: requested.need.place,
      now,
    };
    const open = without(requested.movedId, calendars);
    const slots = await nearestSlots(open, request, requested.start, MAX_ALTERNATIVES);
    alternatives = slots.map(({ start, end, userIds }) => ({
      starts_at: localTime(start, timeZone),
      ends_at: localTime(end, timeZone),
      user_ids: userIds.map((id) => toPublicId('user', id)),
    }));
    if (alternatives.length === MAX_ALTERNATIVES) break;
    around = Math.min(around, now + calendars.scheduling.horizonMs);
  }
  return alternatives;
}

interface Refused {
  owners: CalendarOwners;
  requested: RequestedPlace;
}

/** Whether a constraint refused a time, or code that compared the same before: someone is busy, or the day is full. */
export function isPlaceRefused(error: unknown): boolean {
  return (
    isRefusedBy(error, 'appointment_no_overlap') || isRefusedBy(error, 'capacity_not_exceeded')
  );
}

/** The problems of a time that a constraint refused, with open alternatives to it. */
export function placeRefusals<Input>(describe: (tx: Tx, input: Input) => Promise<Refused>) {
  return {
    appointment_no_overlap: async (tx: Tx, input: Input) =>
      slotTaken(tx, await describe(tx, input)),
    capacity_not_exceeded: async (tx: Tx, input: Input) =>
      capacityReached(tx, await describe(tx, input)),
  };
}

export function slotTaken(tx: Tx, refused: Refused): Promise<Problem> {
  return withAlternatives(tx, refused, 'slot_taken', 'That time is taken.');
}

export function capacityReached(tx: Tx, refused: Refused): Promise<Problem> {
  const detail = 'No more visits of this kind are taken on that day.';
  return withAlternatives(tx, refused, 'capacity_reached', detail);
}

async function withAlternatives(
  tx: Tx,
  { owners, requested }: Refused,
  code: 'slot_taken' | 'capacity_reached',
  detail: string,
): Promise<Problem> {
  const alternatives = await findAlternatives(tx, owners, requested);
  const next =
    alternatives.length === 0
      ? 'No slot is open within a month of it. Choose another user or team.'
      : 'Choose one of the alternatives.';
  return conflict(code, `${detail} ${next}`, { alternatives });
}
