import type { Interval } from '../../domain/working-hours.ts';
import { consecutive } from './consecutive.ts';
import { distanceKm, type Place, travelMinutes } from './distance.ts';

/** Pure rules: what a plan costs. The first difference decides, in this order. */
export interface Cost {
  /** Visits without anyone. */
  unplaced: number;
  /** Visits with a new time. */
  retimed: number;
  /** Trips that take longer than the gap. */
  tight: number;
  /** By how much times change. */
  shiftMinutes: number;
  travelMinutes: number;
  /** The squares of everyone's hours of work: least if the work is even. */
  load: number;
}

export const ZERO: Cost = {
  unplaced: 0,
  retimed: 0,
  tight: 0,
  shiftMinutes: 0,
  travelMinutes: 0,
  load: 0,
};

const ORDER = ['unplaced', 'retimed', 'tight', 'shiftMinutes', 'travelMinutes', 'load'] as const;
/** Sums of distances are not exact. */
const NEGLIGIBLE = 1e-6;

export function isBelow(a: Cost, b: Cost): boolean {
  const first = ORDER.find((name) => Math.abs(a[name] - b[name]) > NEGLIGIBLE);
  return first !== undefined && a[first] < b[first];
}

export function plus(a: Cost, b: Cost, times = 1): Cost {
  return {
    unplaced: a.unplaced + times * b.unplaced,
    retimed: a.retimed + times * b.retimed,
    tight: a.tight + times * b.tight,
    shiftMinutes: a.shiftMinutes + times * b.shiftMinutes,
    travelMinutes: a.travelMinutes + times * b.travelMinutes,
    load: a.load + times * b.load,
  };
}

interface Stop extends Interval {
  place: Place | null;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * The cost of the day of one user. One more stop never lowers it, by the triangle inequality: a trip that was too long
 * does not become possible by another stop on the way. Stops at unknown places are left out of the way.
 */
export function routeCost(stops: readonly Stop[]): Cost {
  const hours = stops.reduce((sum, { start, end }) => sum + (end - start) / HOUR, 0);
  const located = stops
    .flatMap((stop) => (stop.place === null ? [] : [{ ...stop, place: stop.place }]))
    .sort((a, b) => a.start - b.start);
  const trips = consecutive(located).map(([from, to]) => ({
    minutes: travelMinutes(distanceKm(from.place, to.place)),
    gap: (to.start - from.end) / MINUTE,
  }));
  return {
    ...ZERO,
    tight: trips.filter(({ minutes, gap }) => minutes > gap + NEGLIGIBLE).length,
    travelMinutes: trips.reduce((sum, { minutes }) => sum + minutes, 0),
    load: hours ** 2,
  };
}
