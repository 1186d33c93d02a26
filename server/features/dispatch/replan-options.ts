import type { Interval } from '../../domain/working-hours.ts';
import {
  bufferOf,
  type Calendar,
  findSlots,
  isFree,
  type Scheduling,
  shiftsOf,
  within,
} from '../calendar/index.ts';
import { type Cost, isBelow, plus, routeCost } from './route-cost.ts';
import { type Candidate, type Need, scoreCandidate, skillOf } from './suggest.ts';

/** Pure rules: the places that a visit could have, each on its own. */

export interface Visit extends Need {
  id: string;
  /** With a crew, which is free at that time and perhaps at no other. */
  keepsTime?: boolean;
  /** Ids of the users who work in its area; null for everyone. */
  workers: ReadonlySet<string> | null;
  /** The places in a day's capacity that it takes at a time; none if it does not say. */
  capacityAt?: (start: number) => readonly string[];
}

/** A place for a visit: the user, and the time. */
export interface Option extends Interval {
  userId: string;
}

/** What a day of a user costs by. */
export type Route = Pick<Candidate, 'stops' | 'startLocation'>;

export interface Day {
  /** No visit gets a time outside it, or before now. */
  time: Interval;
  now: number;
  /** The days in it, nearest first; it is one if none are named. */
  days?: readonly Interval[];
  /** How many more visits the places of `capacityAt` take. */
  room?: (capacity: string) => number;
  /** How many plans are tried, unless the usual number. */
  maxPlans?: number;
}

/** Of each visit, at its own time, and at others. */
const MAX_TAKERS = 8;
const MAX_OTHER_TIMES = 6;
const OTHER_TIMES_OF_USER = 2;
/** Of each visit on other days, which all visits of a day want: more, and apart from each other. */
const MAX_OTHER_DAYS = 16;
const OTHER_DAYS_OF_USER = 4;

/** The places that one visit could have, each on its own: its own time first, otherwise the nearest times. */
export function optionsOf(
  visit: Visit,
  candidates: readonly Candidate[],
  scheduling: Scheduling,
  day: Day,
): Option[] {
  const able = candidates.filter(({ calendar }) => isAble(visit, calendar));
  const takers = contains(day.time, visit)
    ? able
        .map((candidate) => ({
          candidate,
          cost: addedCost(visit, visit, onDayOf(visit, candidate, day)),
        }))
        .filter(({ candidate }) => scoreCandidate(visit, candidate, scheduling).isFree)
        .sort((a, b) => compareCosts(a.cost, b.cost))
        .slice(0, MAX_TAKERS)
        .map(({ candidate }) => ({
          userId: candidate.calendar.userId,
          start: visit.start,
          end: visit.end,
        }))
    : [];
  return visit.keepsTime ? takers : [...takers, ...otherTimes(visit, able, scheduling, day)];
}

/** Whether a user has the skills and works in the area. */
export function isAble(visit: Visit, calendar: Calendar): boolean {
  const { workers } = visit;
  return skillOf(visit, calendar) !== 'missing' && (workers?.has(calendar.userId) ?? true);
}

/** The nearest other times. Days that are further away are looked at only if those before them offer too few. */
function otherTimes(
  visit: Visit,
  able: readonly Candidate[],
  scheduling: Scheduling,
  day: Day,
): Option[] {
  const isApart = day.days !== undefined;
  const most = isApart ? MAX_OTHER_DAYS : MAX_OTHER_TIMES;
  const found: Option[] = [];
  for (const time of daysOf(day)) {
    if (found.length >= most) break;
    const some = able
      .flatMap(({ calendar }) => {
        const times = freeTimes(visit, calendar, scheduling, { time, now: day.now })
          .filter(({ start }) => start !== visit.start)
          .sort((a, b) => distance(a, visit) - distance(b, visit) || a.start - b.start);
        const few = isApart
          ? apart(times, bufferOf(visit, scheduling)).slice(0, OTHER_DAYS_OF_USER)
          : times.slice(0, OTHER_TIMES_OF_USER);
        return few.map((slot) => ({ ...slot, userId: calendar.userId }));
      })
      .filter(({ start }) => hasRoom(visit, start, day))
      .sort((a, b) => distance(a, visit) - distance(b, visit) || a.start - b.start);
    found.push(...some);
  }
  return found.slice(0, most);
}

/** The times at which a user could make a visit. */
export function freeTimes(
  visit: Visit,
  calendar: Calendar,
  scheduling: Scheduling,
  { time, now }: Pick<Day, 'time' | 'now'>,
): Interval[] {
  const shifts = shiftsIn(calendar, time);
  const durationMs = visit.end - visit.start;
  const limits = { notBefore: now, notAfter: Infinity, window: time };
  const { stepMs } = scheduling;
  const bufferMs = bufferOf(visit, scheduling);
  const way = { place: visit.place, travel: scheduling.travel };
  return findSlots(shifts, calendar.busy, { durationMs, stepMs, bufferMs, ...way, ...limits });
}

/** The same for all visits of a plan, and half of its time if it were computed for each. */
const knownShifts = new WeakMap<Calendar['hours'], Map<string, Interval[]>>();

function shiftsIn(calendar: Calendar, time: Interval): Interval[] {
  const known = knownShifts.get(calendar.hours) ?? new Map<string, Interval[]>();
  knownShifts.set(calendar.hours, known);
  const key = `${calendar.timeZone} ${time.start} ${time.end}`;
  const shifts = known.get(key) ?? shiftsOf(calendar, time).flatMap((shift) => within(time, shift));
  known.set(key, shifts);
  return shifts;
}

/** Of times, those that leave the ones before them alone: several visits can have one each. */
function apart(times: readonly Interval[], bufferMs: number): Interval[] {
  const kept: Interval[] = [];
  for (const time of times) {
    const busy = kept.map((one) => ({
      ...one,
      bufferMs,
      reason: 'appointment' as const,
      ref: null,
    }));
    if (isFree(time, { busy }, bufferMs)) kept.push(time);
  }
  return kept;
}

export function hasRoom(visit: Visit, start: number, { room }: Day): boolean {
  return room === undefined || (visit.capacityAt?.(start) ?? []).every((one) => room(one) > 0);
}

function daysOf({ days, time }: Day): readonly Interval[] {
  return days ?? [time];
}

function contains({ start, end }: Interval, visit: Interval): boolean {
  return visit.start >= start && visit.start < end;
}

/** The user's stops on the day of a time. Each day has its own way. */
export function onDayOf(time: Interval, { stops, startLocation }: Candidate, day: Day): Route {
  const own = daysOf(day).find((one) => contains(one, time));
  return {
    stops: own ? stops.filter((stop) => contains(own, stop)) : stops,
    ...(startLocation !== undefined && { startLocation }),
  };
}

export function compareCosts(a: Cost, b: Cost): number {
  return isBelow(a, b) ? -1 : isBelow(b, a) ? 1 : 0;
}

export function distance(a: Interval, b: Interval): number {
  return Math.abs(a.start - b.start);
}

/** What a visit adds to the cost of the user's day. */
export function addedCost(
  { place }: Visit,
  { start, end }: Interval,
  { stops, startLocation }: Route,
): Cost {
  const after = routeCost([...stops, { start, end, place }], startLocation);
  return plus(after, routeCost(stops, startLocation), -1);
}
