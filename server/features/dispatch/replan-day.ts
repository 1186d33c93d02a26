import type { Interval } from '../../domain/working-hours.ts';
import {
  type Calendar,
  findSlots,
  isFree,
  type Scheduling,
  shiftsOf,
  within,
} from '../calendar/index.ts';
import { type Cost, isBelow, plus, routeCost, ZERO } from './route-cost.ts';
import { type Candidate, type Need, scoreCandidate, skillOf } from './suggest.ts';

/**
 * Pure rules: who takes the visits of a user who cannot make them. The best plan leaves the fewest visits without anyone,
 * then gives the fewest a new time, then has the fewest trips that cannot be made in time, the smallest changes of time,
 * the least travel, and the most even work. Users without the skill, off, off shift or busy take nothing.
 */

export interface Visit extends Need {
  id: string;
}

/** A place for a visit: the user, and the time. */
export interface Option extends Interval {
  userId: string;
}

export interface Plan {
  /** By visit, in the given order; null for a visit that no one can take. */
  places: (Option | null)[];
  cost: Cost;
}

export interface Day {
  /** No visit gets a time outside it, or before now. */
  time: Interval;
  now: number;
}

/** Of each visit, at its own time, and at others. */
const MAX_TAKERS = 8;
const MAX_OTHER_TIMES = 6;
const OTHER_TIMES_OF_USER = 2;
/** About 20 ms. Few days need so many: then the best plan so far is used. */
const MAX_PLANS = 4_000;
const MINUTE = 60_000;

export function replanDay(
  visits: readonly Visit[],
  candidates: readonly Candidate[],
  scheduling: Scheduling,
  day: Day,
): Plan {
  const options = visits.map((visit) => optionsOf(visit, candidates, scheduling, day));
  return bestPlan(visits, options, candidates, scheduling.bufferMs);
}

/** The places that one visit could have, each on its own: its own time first, otherwise the nearest times. */
export function optionsOf(
  visit: Visit,
  candidates: readonly Candidate[],
  scheduling: Scheduling,
  day: Day,
): Option[] {
  const able = candidates.filter(({ calendar }) => skillOf(visit.service, calendar) !== 'missing');
  const takers = able
    .map((candidate) => ({ candidate, cost: addedCost(visit, visit, candidate) }))
    .filter(({ candidate }) => scoreCandidate(visit, candidate, scheduling).isFree)
    .sort((a, b) => (isBelow(a.cost, b.cost) ? -1 : isBelow(b.cost, a.cost) ? 1 : 0))
    .slice(0, MAX_TAKERS)
    .map(({ candidate }) => ({
      userId: candidate.calendar.userId,
      start: visit.start,
      end: visit.end,
    }));
  const others = able
    .flatMap(({ calendar }) => otherTimes(visit, calendar, scheduling, day))
    .sort((a, b) => distance(a, visit) - distance(b, visit) || a.start - b.start)
    .slice(0, MAX_OTHER_TIMES);
  return [...takers, ...others];
}

function otherTimes(
  visit: Visit,
  calendar: Calendar,
  { stepMs, bufferMs }: Scheduling,
  { time, now }: Day,
): Option[] {
  const shifts = shiftsOf(calendar, time).flatMap((shift) => within(time, shift));
  const durationMs = visit.end - visit.start;
  const limits = { notBefore: now, notAfter: Infinity, window: time };
  return findSlots(shifts, calendar.busy, { durationMs, stepMs, bufferMs, ...limits })
    .filter(({ start }) => start !== visit.start)
    .sort((a, b) => distance(a, visit) - distance(b, visit) || a.start - b.start)
    .slice(0, OTHER_TIMES_OF_USER)
    .map((slot) => ({ ...slot, userId: calendar.userId }));
}

function distance(a: Interval, b: Interval): number {
  return Math.abs(a.start - b.start);
}

/** What a visit adds to the cost of the user's day. */
function addedCost(
  { place }: Visit,
  { start, end }: Interval,
  { stops, startLocation }: Pick<Candidate, 'stops' | 'startLocation'>,
): Cost {
  const after = routeCost([...stops, { start, end, place }], startLocation);
  return plus(after, routeCost(stops, startLocation), -1);
}

/**
 * Tries the options of one visit after the other, cheapest first, and gives up a branch as soon as it costs as much as
 * the best plan: another visit never makes a plan cheaper.
 */
export function bestPlan(
  visits: readonly Visit[],
  options: readonly (readonly Option[])[],
  candidates: readonly Candidate[],
  bufferMs: number,
): Plan {
  const places: (Option | null)[] = visits.map(() => null);
  const search = new Search(candidates, bufferMs);
  let best: Plan | null = null;
  let tried = 0;

  const place = (index: number, cost: Cost): void => {
    if (best !== null && !isBelow(cost, best.cost)) return;
    const visit = visits[index];
    if (visit === undefined) {
      best = { places: [...places], cost };
      return;
    }
    for (const choice of search.choices(visit, options[index] ?? [])) {
      if (best !== null && tried >= MAX_PLANS) return;
      tried += 1;
      places[index] = choice.option;
      const undo = search.take(visit, choice.option);
      place(index + 1, plus(cost, choice.cost));
      undo();
    }
  };
  place(0, ZERO);
  return best ?? { places, cost: ZERO };
}

type Route = Pick<Candidate, 'stops' | 'startLocation'>;
interface Choice {
  option: Option | null;
  cost: Cost;
}

/** The days of the users, with the visits that a plan gives them so far. */
class Search {
  readonly #bufferMs: number;
  readonly #routes: Map<string, Route>;
  readonly #taken = new Map<string, readonly Interval[]>();

  constructor(candidates: readonly Candidate[], bufferMs: number) {
    this.#bufferMs = bufferMs;
    this.#routes = new Map(candidates.map((one) => [one.calendar.userId, one]));
  }

  /** The options that are still free, cheapest first, and last that no one takes it. */
  choices(visit: Visit, options: readonly Option[]): Choice[] {
    const free = options
      .filter((option) => this.#isFree(option))
      .map((option) => ({ option, cost: this.#costOf(visit, option) }))
      .sort((a, b) => (isBelow(a.cost, b.cost) ? -1 : isBelow(b.cost, a.cost) ? 1 : 0));
    return [...free, { option: null, cost: { ...ZERO, unplaced: 1 } }];
  }

  /** Returns a function that undoes it. */
  take({ place }: Visit, option: Option | null): () => void {
    if (option === null) return () => {};
    const { userId, start, end } = option;
    const [route, taken] = [this.#routeOf(userId), this.#taken.get(userId) ?? []];
    this.#routes.set(userId, { ...route, stops: [...route.stops, { start, end, place }] });
    this.#taken.set(userId, [...taken, { start, end }]);
    return () => {
      this.#routes.set(userId, route);
      this.#taken.set(userId, taken);
    };
  }

  #routeOf(userId: string): Route {
    return this.#routes.get(userId) ?? { stops: [] };
  }

  #isFree(option: Option): boolean {
    const busy = (this.#taken.get(option.userId) ?? []).map((one) => ({
      ...one,
      bufferMs: this.#bufferMs,
      reason: 'appointment' as const,
      ref: null,
    }));
    return isFree(option, { busy }, this.#bufferMs);
  }

  #costOf(visit: Visit, option: Option): Cost {
    const shift = distance(option, visit) / MINUTE;
    const added = addedCost(visit, option, this.#routeOf(option.userId));
    return { ...added, retimed: shift === 0 ? 0 : 1, shiftMinutes: shift };
  }
}
