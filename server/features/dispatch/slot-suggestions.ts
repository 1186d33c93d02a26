import type { Place } from '../../domain/distance.ts';
import type { Interval } from '../../domain/working-hours.ts';
import { mapWithPauses } from '../../platform/pauses.ts';
import type { TeamSlot } from '../calendar/index.ts';
import { type Candidate, type Fit, fitOf } from './suggest.ts';
import type { Reason } from './suggest-schemas.ts';

/** Pure rules: which of the open slots of several users are best for a new appointment, and why. */

export interface SlotNeed {
  service: string;
  /** Slots start in it. */
  window: Interval;
  days: readonly Interval[];
  skills: readonly string[];
  bufferMs: number | null;
  place: Place | null;
  /** How many users go. */
  crewSize: number;
}

export interface SlotSuggestion extends Interval {
  userId: string;
  /** Ids of those who go with them. */
  crew: string[];
  name: string;
  score: number;
  reasons: Reason[];
}

/** How much an early time counts, against the user who takes it. */
const SOON = 0.25;

/** Slots of one user that follow each other: others that overlap them are hardly another choice. */
export function spaced<Slot extends Interval>(slots: readonly Slot[]): Slot[] {
  let free = -Infinity;
  return slots.filter(({ start, end }) => {
    if (start < free) return false;
    free = end;
    return true;
  });
}

/** Best first; of equal ones the earlier, then by name. */
export async function bestSlots(
  slots: readonly TeamSlot[],
  candidates: ReadonlyMap<string, Candidate>,
  need: SlotNeed,
  limit: number,
): Promise<SlotSuggestion[]> {
  const fits = new Map<string, Fit>();
  const scored = await mapWithPauses(slots, (slot) => {
    const each = slot.userIds.flatMap((userId) => {
      const candidate = candidates.get(userId);
      return candidate ? [scoreSlot(slot, candidate, need, fits)] : [];
    });
    if (need.crewSize === 1) return each;
    // The one who fits best leads, and the next go along.
    const [leads, ...others] = each.sort(bestFirst).slice(0, need.crewSize);
    return leads ? [{ ...leads, crew: others.map(({ userId }) => userId) }] : [];
  });
  return scored.flat().sort(bestFirst).slice(0, limit);
}

function bestFirst(a: SlotSuggestion, b: SlotSuggestion): number {
  return (
    b.score - a.score ||
    a.start - b.start ||
    (a.name === b.name ? (a.userId < b.userId ? -1 : 1) : a.name < b.name ? -1 : 1)
  );
}

function scoreSlot(
  { start, end }: Interval,
  { calendar, stops, startLocation = null }: Candidate,
  need: SlotNeed,
  fits: Map<string, Fit>,
): SlotSuggestion {
  const { skills, bufferMs, place, window } = need;
  const day = need.days.find((one) => one.start <= start && start < one.end) ?? window;
  const ofDay = stops.filter((stop) => day.start <= stop.start && stop.start < day.end);
  // Between the same two stops, a user fits equally well at any time.
  const gap = ofDay.filter((stop) => stop.start < start).length;
  const key = `${calendar.userId} ${day.start} ${gap}`;
  const fit =
    fits.get(key) ??
    fitOf({ start, end, skills, bufferMs, place }, { calendar, stops: ofDay, startLocation });
  fits.set(key, fit);
  const soon = 1 - (start - window.start) / Math.max(1, window.end - window.start);
  const score = (1 - SOON) * fit.score + SOON * soon;
  const { userId, name } = calendar;
  const reasons = [freeReason(name), ...fit.reasons];
  return {
    userId,
    crew: [],
    name,
    start,
    end,
    score: Math.round(score * 10_000) / 10_000,
    reasons,
  };
}

function freeReason(name: string): Reason {
  return { code: 'free', detail: `${name} works at that time and has no other appointment.` };
}
