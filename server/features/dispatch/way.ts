import { distanceKm, type Place, travelMinutes } from '../../domain/distance.ts';
import type { Interval } from '../../domain/working-hours.ts';
import { consecutive } from './consecutive.ts';

/** Pure rules: the way of a user through a day, from where the day starts to one stop after the other. */

export interface WayStop extends Interval {
  place: Place | null;
}

export interface Trip<Stop> {
  /** Null: from where the day starts. */
  from: Stop | null;
  to: Stop;
  /** Null if one of the places is not known. */
  km: number | null;
  /** The time for it, less than 0 if the stops overlap. No limit for the first one: users leave in time for it. */
  gapMinutes: number;
}

const MINUTE = 60_000;
/** Distances are not exact. */
const NEGLIGIBLE = 1e-6;

/** Stops are in order. If it is not known where the day starts, the way starts at the first stop. */
export function tripsOf<Stop extends WayStop>(
  start: Place | null,
  stops: readonly Stop[],
): Trip<Stop>[] {
  const [first] = stops;
  return [
    ...(start && first ? [tripFromStart(start, first)] : []),
    ...consecutive(stops).map(([from, to]) => tripBetween(from, to)),
  ];
}

/** The stops whose place is known. Others are left out where only the length of the way counts. */
export function located<Stop extends WayStop>(stops: readonly Stop[]): Stop[] {
  return stops.filter(({ place }) => place !== null);
}

/** Whether there is less time than the way takes; null if the way is not known. */
export function isTight(km: number | null, gapMinutes: number): boolean | null {
  return km === null ? null : travelMinutes(km) > gapMinutes + NEGLIGIBLE;
}

/** The length of the way, as far as it is known. */
export function kmOf(trips: readonly Trip<WayStop>[]): number {
  return trips.reduce((sum, { km }) => sum + (km ?? 0), 0);
}

function tripFromStart<Stop extends WayStop>(start: Place, to: Stop): Trip<Stop> {
  const km = to.place && distanceKm(start, to.place);
  return { from: null, to, km, gapMinutes: Infinity };
}

function tripBetween<Stop extends WayStop>(from: Stop, to: Stop): Trip<Stop> {
  const km = from.place && to.place && distanceKm(from.place, to.place);
  return { from, to, km, gapMinutes: (to.start - from.end) / MINUTE };
}
