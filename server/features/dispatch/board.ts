import { type Interval, mergeIntervals } from '../../domain/working-hours.ts';
import { gapsBetween, within } from '../calendar/index.ts';
import { consecutive } from './consecutive.ts';
import { distanceKm, type Place, travelMinutes } from './distance.ts';

/** Pure rules: how full somebody's day is, and how they get from one appointment to the next. */

const MINUTE = 60_000;

export interface Workload {
  scheduledMinutes: number;
  shiftMinutes: number;
  /** The share of the shifts that is scheduled; null for who does not work that day. */
  utilisation: number | null;
}

/** Only what lies within the day counts, and time off is no time at work. */
export function workloadOf(
  day: Interval,
  shifts: readonly Interval[],
  timeOff: readonly Interval[],
  scheduled: readonly Interval[],
): Workload {
  const taken = common([day], mergeIntervals(scheduled));
  const atWork = without(common([day], shifts), mergeIntervals(timeOff));
  const shiftMs = lengthOf(atWork);
  return {
    scheduledMinutes: Math.round(lengthOf(taken) / MINUTE),
    shiftMinutes: Math.round(shiftMs / MINUTE),
    utilisation: shiftMs === 0 ? null : fourDigits(lengthOf(common(atWork, taken)) / shiftMs),
  };
}

export interface Stop extends Interval {
  id: string;
  place: Place | null;
}

export interface Leg {
  from: string;
  to: string;
  gapMinutes: number;
  distanceKm: number | null;
  /** Whether the gap is shorter than the way takes; null where a place is not known. */
  isTight: boolean | null;
}

/** From each appointment to the next. One that was completed early may reach into the next: no gap. */
export function legsOf(stops: readonly Stop[]): Leg[] {
  return consecutive(stops).map(([last, next]) => {
    const gapMinutes = Math.max(0, next.start - last.end) / MINUTE;
    const km = last.place && next.place && distanceKm(last.place, next.place);
    return {
      from: last.id,
      to: next.id,
      gapMinutes: Math.floor(gapMinutes),
      distanceKm: km === null ? null : Math.round(km * 100) / 100,
      isTight: km === null ? null : travelMinutes(km) > gapMinutes,
    };
  });
}

/** What is in both. Each of the two lists is in order, and apart. */
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
