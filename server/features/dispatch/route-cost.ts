import { type Place, travelMinutes } from '../../domain/distance.ts';
import { isTight, kmOf, located, tripsOf, type WayStop } from './way.ts';

/** Pure rules: what a plan costs. The first difference decides, in this order. */
export interface Cost {
  /** Visits without anyone. */
  unplaced: number;
  /** Visits of others that make room for one. */
  moved: number;
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
  moved: 0,
  retimed: 0,
  tight: 0,
  shiftMinutes: 0,
  travelMinutes: 0,
  load: 0,
};

const ORDER = [
  'unplaced',
  'moved',
  'retimed',
  'tight',
  'shiftMinutes',
  'travelMinutes',
  'load',
] as const;
/** Sums of distances are not exact. */
const NEGLIGIBLE = 1e-6;

export function isBelow(a: Cost, b: Cost): boolean {
  const first = ORDER.find((name) => Math.abs(a[name] - b[name]) > NEGLIGIBLE);
  return first !== undefined && a[first] < b[first];
}

export function plus(a: Cost, b: Cost, times = 1): Cost {
  return {
    unplaced: a.unplaced + times * b.unplaced,
    moved: a.moved + times * b.moved,
    retimed: a.retimed + times * b.retimed,
    tight: a.tight + times * b.tight,
    shiftMinutes: a.shiftMinutes + times * b.shiftMinutes,
    travelMinutes: a.travelMinutes + times * b.travelMinutes,
    load: a.load + times * b.load,
  };
}

const HOUR = 60 * 60_000;

/**
 * The cost of the day of one user. One more stop never lowers it, by the triangle inequality: a trip that was too long
 * does not become possible by another stop on the way. Stops at unknown places are left out of the way, which begins
 * where the day of the user starts.
 */
export function routeCost(stops: readonly WayStop[], start: Place | null = null): Cost {
  const hours = stops.reduce((sum, { start, end }) => sum + (end - start) / HOUR, 0);
  const inOrder = located(stops).sort((a, b) => a.start - b.start);
  const trips = tripsOf(start, inOrder);
  return {
    ...ZERO,
    tight: trips.filter(({ km, gapMinutes }) => isTight(km, gapMinutes)).length,
    travelMinutes: travelMinutes(kmOf(trips)),
    load: hours ** 2,
  };
}
