import type { Interval } from '../../domain/working-hours.ts';
import { Pauses } from '../../platform/pauses.ts';
import { type Busy, bufferOf, isFree, type Scheduling } from '../calendar/index.ts';
import {
  addedCost,
  compareCosts,
  type Day,
  distance,
  type Option,
  onDayOf,
  optionsOf,
  type Route,
  type Visit,
} from './replan-options.ts';
import { type Cost, isBelow, plus, ZERO } from './route-cost.ts';
import type { Candidate } from './suggest.ts';

/**
 * Pure rules: who takes visits that cannot stay where they are, and when. The best plan leaves the fewest visits without
 * anyone, then gives the fewest a new time, then has the fewest trips that cannot be made in time, the smallest changes
 * of time, the least travel, and the most even work. Users without the skill, from elsewhere, off, off shift or busy
 * take nothing.
 */

export interface Plan {
  /** By visit, in the given order; null for a visit that no one can take. */
  places: (Option | null)[];
  cost: Cost;
}

/** How many visits are considered together on other days. */
const TOGETHER = 4;
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
  return bestPlan(visits, options, candidates, scheduling, day);
}

/**
 * Moves visits to other days, a few at a time, each few with the places that those before them left. One that found no
 * place among its few is tried again alone.
 */
export async function postpone(
  visits: readonly Visit[],
  candidates: readonly Candidate[],
  scheduling: Scheduling,
  day: Day,
): Promise<(Option | null)[]> {
  const pauses = new Pauses();
  const maxPlans = Math.min(MAX_PLANS, Math.ceil((4 * MAX_PLANS * TOGETHER) / visits.length));
  let people = candidates;
  const taken = new Map<string, number>();
  const room = (capacity: string) =>
    (day.room?.(capacity) ?? Infinity) - (taken.get(capacity) ?? 0);
  const planned = new Map<Visit, Option>();
  const plan = (few: readonly Visit[]) => {
    const { places } = replanDay(few, people, scheduling, { ...day, room, maxPlans });
    few.forEach((visit, index) => {
      const place = places[index];
      if (!place) return;
      planned.set(visit, place);
      people = people.map((one) => withVisit(one, visit, place, scheduling));
      for (const capacity of visit.capacityAt?.(place.start) ?? []) {
        taken.set(capacity, (taken.get(capacity) ?? 0) + 1);
      }
    });
  };
  for (let index = 0; index < visits.length; index += TOGETHER) {
    const few = visits.slice(index, index + TOGETHER);
    plan(few);
    for (const visit of few) if (!planned.has(visit)) plan([visit]);
    await pauses.takeIfDue();
  }
  return visits.map((visit) => planned.get(visit) ?? null);
}

/** A user who also has a visit. */
export function withVisit(
  candidate: Candidate,
  visit: Visit,
  { userId, start, end }: Option,
  scheduling: Scheduling,
): Candidate {
  const { calendar, stops } = candidate;
  if (calendar.userId !== userId) return candidate;
  return {
    ...candidate,
    calendar: {
      ...calendar,
      busy: [...calendar.busy, busyWith(visit, { start, end }, scheduling)],
    },
    stops: [...stops, { start, end, place: visit.place }].sort((a, b) => a.start - b.start),
  };
}

function busyWith(visit: Visit, { start, end }: Interval, scheduling: Scheduling): Busy {
  const bufferMs = bufferOf(visit, scheduling);
  return { start, end, bufferMs, reason: 'appointment', ref: visit.id, place: visit.place };
}

/**
 * Tries the options of one visit after the other, cheapest first, and gives up a branch as soon as it costs as much as
 * the best plan: another visit never makes a plan cheaper.
 */
export function bestPlan(
  visits: readonly Visit[],
  options: readonly (readonly Option[])[],
  candidates: readonly Candidate[],
  scheduling: Scheduling,
  day: Day,
): Plan {
  const places: (Option | null)[] = visits.map(() => null);
  const search = new Search(candidates, scheduling, day);
  let best: Plan | null = null;
  const { maxPlans = MAX_PLANS } = day;
  let tried = 0;

  const place = (index: number, cost: Cost): void => {
    if (best !== null && !isBelow(cost, best.cost)) return;
    const visit = visits[index];
    if (visit === undefined) {
      best = { places: [...places], cost };
      return;
    }
    for (const choice of search.choices(visit, options[index] ?? [])) {
      if (best !== null && tried >= maxPlans) return;
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

interface Choice {
  option: Option | null;
  cost: Cost;
}

/** The days of the users, with the visits that a plan gives them so far. */
class Search {
  readonly #scheduling: Scheduling;
  readonly #day: Day;
  readonly #candidates: Map<string, Candidate>;
  readonly #taken = new Map<string, readonly Busy[]>();
  readonly #capacity = new Map<string, number>();

  constructor(candidates: readonly Candidate[], scheduling: Scheduling, day: Day) {
    this.#scheduling = scheduling;
    this.#day = day;
    this.#candidates = new Map(candidates.map((one) => [one.calendar.userId, one]));
  }

  /** The options that are still free, cheapest first, and last that no one takes it. */
  choices(visit: Visit, options: readonly Option[]): Choice[] {
    const free = options
      .filter((option) => this.#isFree(visit, option))
      .map((option) => ({ option, cost: this.#costOf(visit, option) }))
      .sort((a, b) => compareCosts(a.cost, b.cost));
    return [...free, { option: null, cost: { ...ZERO, unplaced: 1 } }];
  }

  /** Returns a function that undoes it. */
  take(visit: Visit, option: Option | null): () => void {
    if (option === null) return () => {};
    const { userId, start } = option;
    const taken = this.#taken.get(userId) ?? [];
    this.#taken.set(userId, [...taken, busyWith(visit, option, this.#scheduling)]);
    const capacities = visit.capacityAt?.(start) ?? [];
    this.#count(capacities, 1);
    return () => {
      this.#taken.set(userId, taken);
      this.#count(capacities, -1);
    };
  }

  #count(capacities: readonly string[], change: number): void {
    for (const one of capacities) this.#capacity.set(one, (this.#capacity.get(one) ?? 0) + change);
  }

  #routeOf(option: Option): Route {
    const candidate = this.#candidates.get(option.userId);
    if (candidate === undefined) return { stops: [] };
    const taken = (this.#taken.get(option.userId) ?? []).map(({ start, end, place = null }) => {
      return { start, end, place };
    });
    return onDayOf(option, { ...candidate, stops: [...candidate.stops, ...taken] }, this.#day);
  }

  #isFree(visit: Visit, option: Option): boolean {
    const busy = [...(this.#taken.get(option.userId) ?? [])];
    const { room = () => Infinity } = this.#day;
    return (
      isFree(option, { busy }, bufferOf(visit, this.#scheduling)) &&
      (visit.capacityAt?.(option.start) ?? []).every(
        (one) => (this.#capacity.get(one) ?? 0) < room(one),
      )
    );
  }

  #costOf(visit: Visit, option: Option): Cost {
    const shift = distance(option, visit) / MINUTE;
    const added = addedCost(visit, option, this.#routeOf(option));
    return { ...added, retimed: shift === 0 ? 0 : 1, shiftMinutes: shift };
  }
}
