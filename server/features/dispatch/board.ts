import type { Place } from '../../domain/distance.ts';
import { type Interval, mergeIntervals } from '../../domain/working-hours.ts';
import { gapsBetween, within } from '../calendar/index.ts';
import { isTight, tripsOf, type WayStop } from './way.ts';

/** Pure rules: how full the days of a user are, and the travel between their appointments. */

const MINUTE = 60_000;

export interface Workload {
  scheduledMinutes: number;
  shiftMinutes: number;
  /** The share of the working time that is scheduled; null if the user does not work that day. */
  utilisation: number | null;
}

/** Lengths in milliseconds. */
export interface SpentTime {
  scheduled: number;
  shift: number;
  /** Scheduled within the working time. */
  both: number;
}

/** What the time of a user consists of. */
export interface UserTime {
  shifts: readonly Interval[];
  timeOff: readonly Interval[];
  scheduled: readonly Interval[];
}

/** Only time within the day counts, and time off is not working time. */
export function workloadOf(
  day: Interval,
  shifts: readonly Interval[],
  timeOff: readonly Interval[],
  scheduled: readonly Interval[],
): Workload {
  return workloadFrom(spentIn(day, { shifts, timeOff, scheduled }));
}

export function workloadFrom({ scheduled, shift, both }: SpentTime): Workload {
  return {
    scheduledMinutes: Math.round(scheduled / MINUTE),
    shiftMinutes: Math.round(shift / MINUTE),
    utilisation: shift === 0 ? null : fourDigits(both / shift),
  };
}

/** The same for each of many periods: looks only at what touches the period. */
export function spentInEach(periods: readonly Interval[], time: UserTime): SpentTime[] {
  const [shifts, timeOff, scheduled] = [time.shifts, time.timeOff, time.scheduled].map(
    mergeIntervals,
  );
  return periods.map((period) =>
    spentIn(period, {
      shifts: touching(shifts ?? [], period),
      timeOff: touching(timeOff ?? [], period),
      scheduled: touching(scheduled ?? [], period),
    }),
  );
}

export function sumOfSpent(all: readonly SpentTime[]): SpentTime {
  const sum = { scheduled: 0, shift: 0, both: 0 };
  for (const { scheduled, shift, both } of all) {
    sum.scheduled += scheduled;
    sum.shift += shift;
    sum.both += both;
  }
  return sum;
}

function spentIn(day: Interval, { shifts, timeOff, scheduled }: UserTime): SpentTime {
  const taken = common([day], mergeIntervals(scheduled));
  const atWork = without(common([day], shifts), mergeIntervals(timeOff));
  return {
    scheduled: lengthOf(taken),
    shift: lengthOf(atWork),
    both: lengthOf(common(atWork, taken)),
  };
}

/** Of a sorted list that does not overlap itself. The first one is found by halves: a list can be of a whole year. */
function touching(intervals: readonly Interval[], { start, end }: Interval): Interval[] {
  let [low, high] = [0, intervals.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((intervals[middle]?.end ?? 0) > start) high = middle;
    else low = middle + 1;
  }
  const found: Interval[] = [];
  for (let at = low; at < intervals.length; at += 1) {
    const one = intervals[at];
    if (one === undefined || one.start >= end) break;
    found.push(one);
  }
  return found;
}

export interface Visit extends Interval {
  id: string;
  /** Whether the user still has to come. */
  isToCome: boolean;
}

export interface Stranded {
  id: string;
  reason: 'inactive' | 'time_off';
}

/** The visits that the user will not make. */
export function strandedVisits(
  isActive: boolean,
  timeOff: readonly Interval[],
  visits: readonly Visit[],
): Stranded[] {
  return visits
    .filter(({ isToCome }) => isToCome)
    .flatMap((visit): Stranded[] => {
      if (!isActive) return [{ id: visit.id, reason: 'inactive' }];
      const isOff = timeOff.some(({ start, end }) => start < visit.end && visit.start < end);
      return isOff ? [{ id: visit.id, reason: 'time_off' }] : [];
    });
}

export interface Stop extends WayStop {
  id: string;
}

/** Where and when the days of a user start. */
export interface DayStarts {
  place: Place | null;
  shifts: readonly Interval[];
}

export interface Leg {
  /** Null: from where the day starts. */
  from: string | null;
  to: string;
  gapMinutes: number;
  distanceKm: number | null;
  /** Whether the gap is shorter than the travel time; null if a location is unknown. */
  isTight: boolean | null;
}

/** The days between two dates, both included, each from midnight to midnight in the time zone. */
export function daysBetween(
  from: string,
  to: string,
  timeZone: string,
): (Interval & { date: string })[] {
  const last = Temporal.PlainDate.from(to);
  const days = [];
  let date = Temporal.PlainDate.from(from);
  while (Temporal.PlainDate.compare(date, last) <= 0) {
    const next = date.add({ days: 1 });
    const [start, end] = [date, next].map((day) => day.toZonedDateTime(timeZone).epochMilliseconds);
    days.push({ date: date.toString(), start: start ?? 0, end: end ?? 0 });
    date = next;
  }
  return days;
}

/**
 * The legs of each day, the first from where it starts. There is no travel from the last appointment of a day to the first
 * of the next. A user who is still at work from the day before starts nowhere.
 */
export function legsOfDays(
  days: readonly Interval[],
  stops: readonly Stop[],
  starts: DayStarts,
): Leg[] {
  const dayOf = ({ start }: Stop) => days.findLastIndex((day) => day.start <= start);
  const byDay = Map.groupBy(stops, (stop) => Math.max(0, dayOf(stop)));
  return [...byDay.values()].flatMap((own) => {
    const isStillAtWork = own.some((stop) => dayOf(stop) < 0);
    return legsOf(own, isStillAtWork ? NO_START : starts);
  });
}

const NO_START: DayStarts = { place: null, shifts: [] };

/**
 * From where the day starts to the first appointment, with the time since the shift has started, and from each to the
 * next. After an early completion they can overlap: the gap is then 0.
 */
function legsOf(stops: readonly Stop[], { place, shifts }: DayStarts): Leg[] {
  return tripsOf(place, stops).map(({ from, to, km, gapMinutes }) => {
    const gap = Math.max(0, gapMinutes);
    return {
      from: from?.id ?? null,
      to: to.id,
      gapMinutes: Math.floor(from === null ? sinceShift(shifts, to) : gap),
      distanceKm: km === null ? null : Math.round(km * 100) / 100,
      isTight: isTight(km, gap),
    };
  });
}

/** Minutes; 0 before the shift, and without one. */
function sinceShift(shifts: readonly Interval[], { start }: Stop): number {
  const shift = shifts.findLast((one) => one.start <= start);
  return shift === undefined ? 0 : (start - shift.start) / MINUTE;
}

/** The time that is in both lists. Each list is sorted and does not overlap itself. */
function common(some: readonly Interval[], others: readonly Interval[]): Interval[] {
  return some.flatMap((one) => others.flatMap((other) => within(one, other)));
}

function without(some: readonly Interval[], taken: readonly Interval[]): Interval[] {
  return some.flatMap((one) => gapsBetween(taken, one));
}

function lengthOf(intervals: readonly Interval[]): number {
  return intervals.reduce((length, { start, end }) => length + end - start, 0);
}

function fourDigits(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
