import { type Place, type TravelRule, travelMs } from '../../domain/distance.ts';
import { type Interval, mergeIntervals } from '../../domain/working-hours.ts';
import { gapsBetween, within } from './intervals.ts';

/** Pure rules: the open slots of one user, and why all other time is blocked. */

export interface Busy extends Interval {
  /** Time kept free after it. */
  bufferMs: number;
  reason: 'appointment' | 'hold' | 'time_off';
  ref: string | null;
  /** Where it is, if that is known. */
  place?: Place | null;
}

export interface SlotOptions {
  durationMs: number;
  stepMs: number;
  /** Time kept free after a new appointment, before the next appointment or hold. */
  bufferMs: number;
  /** Where the new appointment is, if that is known. */
  place: Place | null;
  /** Null if the way is not counted. */
  travel: TravelRule | null;
  /** Where the user's days start, if that is known. */
  startLocation?: Place | null;
  /** No slot starts earlier: now plus the minimum notice. */
  notBefore: number;
  /** No slot starts later: the booking horizon. */
  notAfter: number;
  /** Slots start within this window. */
  window: Interval;
}

export interface Blocked extends Interval {
  reason:
    | Busy['reason']
    | 'buffer'
    | 'travel'
    | 'minimum_notice'
    | 'beyond_horizon'
    | 'outside_working_hours'
    | 'too_short';
  ref: string | null;
}

/**
 * The slots that start in the window. Shifts must be sorted and not overlap, as shiftsBetween returns them, and begin early enough
 * to know with which one a day starts (`withBreakBefore`).
 */
export function findSlots(
  shifts: readonly Interval[],
  busy: readonly Busy[],
  options: SlotOptions,
): Interval[] {
  const { durationMs, stepMs, notBefore, notAfter, window } = options;
  const taken = mergeIntervals([...takenBy(busy, options), ...firstWays(shifts, options)]);
  const slots: Interval[] = [];
  let ahead = 0;
  for (const shift of shifts) {
    // Counted from the start of the shift, not of the free time, so a cancellation moves no other slot.
    const onGrid = (time: number) =>
      shift.start + Math.ceil((time - shift.start) / stepMs) * stepMs;
    const last = Math.min(shift.end - durationMs, window.end - 1, notAfter);
    let start = onGrid(Math.max(shift.start, window.start, notBefore));
    while (start <= last) {
      let next = taken[ahead];
      while (next !== undefined && next.end <= start) {
        ahead += 1;
        next = taken[ahead];
      }
      const end = start + durationMs;
      if (next !== undefined && next.start < end) {
        start = onGrid(next.end);
      } else {
        slots.push({ start, end });
        start += stepMs;
      }
    }
  }
  return slots;
}

/** The times that no slot may overlap, sorted and merged. */
function takenBy(busy: readonly Busy[], options: SlotOptions): Interval[] {
  return mergeIntervals(busy.map((one) => withBuffers(one, options)));
}

/**
 * The same rule as the database constraint: appointments with their buffers must not overlap. No travel is
 * needed before time off, so a slot can end where time off begins, as it can end with the shift.
 */
function withBuffers(busy: Busy, options: SlotOptions): Interval {
  const { start, end, bufferMs, reason, place = null } = busy;
  const before = Math.max(options.bufferMs, travelMs(options.travel, options.place, place));
  return {
    start: reason === 'time_off' ? start : start - before,
    end: end + Math.max(bufferMs, travelMs(options.travel, place, options.place)),
  };
}

/** A shift that begins so soon after another belongs to the same day. */
const BREAK_MS = 6 * 60 * 60_000;

/** With the shifts that overlap this, it is known of each shift in a time whether it is the first of its day. */
export function withBreakBefore({ start, end }: Interval): Interval {
  return { start: start - BREAK_MS, end };
}

/** The ways from where a user's days start: nothing can begin before that. */
export function firstWays(
  shifts: readonly Interval[],
  { travel, startLocation = null, place }: Pick<SlotOptions, 'travel' | 'startLocation' | 'place'>,
): Interval[] {
  const way = travelMs(travel, startLocation, place);
  if (way === 0) return [];
  return shifts
    .filter(({ start }, index) => start - (shifts[index - 1]?.end ?? -Infinity) > BREAK_MS)
    .map(({ start }) => ({ start, end: start + way }));
}

/** The same slots, and the reason for all other time of the window. */
export function explainSlots(
  shifts: readonly Interval[],
  busy: readonly Busy[],
  options: SlotOptions,
): { slots: Interval[]; blocked: Blocked[] } {
  const slots = findSlots(shifts, busy, options);
  const outside = gapsBetween(shifts, options.window);
  const ways = firstWays(shifts, options);
  const accounted = mergeIntervals([...outside, ...takenBy(busy, options), ...ways, ...slots]);
  const blocked = [
    ...outside.map((gap) => blockedBy('outside_working_hours', gap)),
    ...busy.flatMap((one) => explainBusy(one, options)),
    ...ways.flatMap((way) => within(options.window, blockedBy('travel', way))),
    ...gapsBetween(accounted, options.window).flatMap((gap) => explainFree(gap, options)),
  ];
  return { slots, blocked: blocked.sort(inOrder) };
}

function explainBusy(one: Busy, options: SlotOptions): Blocked[] {
  const { start, end } = withBuffers(one, options);
  const isWay = travelMs(options.travel, one.place ?? null, options.place) > 0;
  const around = isWay ? 'travel' : 'buffer';
  return [
    blockedBy(around, { start, end: one.start }, one.ref),
    blockedBy(one.reason, one, one.ref),
    blockedBy(around, { start: one.end, end }, one.ref),
  ].flatMap((blocked) => within(options.window, blocked));
}

/** Free working time without a slot: too early, too late, or too short before the next blocked time. */
function explainFree(gap: Interval, { notBefore, notAfter }: SlotOptions): Blocked[] {
  return [
    ...within({ start: -Infinity, end: notBefore }, blockedBy('minimum_notice', gap)),
    ...within({ start: notBefore, end: notAfter }, blockedBy('too_short', gap)),
    ...within({ start: notAfter, end: Infinity }, blockedBy('beyond_horizon', gap)),
  ];
}

function blockedBy(
  reason: Blocked['reason'],
  { start, end }: Interval,
  ref: string | null = null,
): Blocked {
  return { start, end, reason, ref };
}

function inOrder(a: Blocked, b: Blocked): number {
  return (
    a.start - b.start ||
    a.end - b.end ||
    compare(a.reason, b.reason) ||
    compare(a.ref ?? '', b.ref ?? '')
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export interface TeamSlot extends Interval {
  userIds: string[];
}

/** A slot of any member is a slot of the team, with the members who are free. */
export function mergeTeamSlots(
  members: readonly { userId: string; slots: readonly Interval[] }[],
): TeamSlot[] {
  const byStart = new Map<number, TeamSlot[]>();
  for (const { userId, slots } of members.toSorted((a, b) => compare(a.userId, b.userId))) {
    for (const { start, end } of slots) {
      const sameStart = byStart.get(start);
      const same = sameStart?.find((slot) => slot.end === end);
      if (same) same.userIds.push(userId);
      else if (sameStart) sameStart.push({ start, end, userIds: [userId] });
      else byStart.set(start, [{ start, end, userIds: [userId] }]);
    }
  }
  return [...byStart.values()].flat().sort((a, b) => a.start - b.start || a.end - b.end);
}
