import type { Interval } from '../../domain/working-hours.ts';
import { type Busy, bufferOf, findSlots, type Scheduling, shiftsOf } from '../calendar/index.ts';
import { type Plan, replanDay, withVisit } from './replan-day.ts';
import {
  addedCost,
  type Day,
  distance,
  freeTimes,
  hasRoom,
  isAble,
  type Option,
  type Visit,
} from './replan-options.ts';
import { type Cost, isBelow, plus, routeCost, ZERO } from './route-cost.ts';
import type { Candidate } from './suggest.ts';

/**
 * Pure rules: a place for an urgent visit on a day, for which the fewest others move. Only visits that are in its way
 * move, to a place that is free: no visit moves for one of them.
 */

/** An urgent visit at a place, and who moves for it, in the order of `places`. */
export interface RoomPlan extends Plan {
  place: Option;
  moved: Visit[];
}

/** Of the places with the same number of visits in the way: the nearest ones in time. A day of 3 users has fewer. */
const MAX_PLACES = 60;
const MINUTE = 60_000;

export interface Crowd {
  candidates: readonly Candidate[];
  /** Visits that can be moved, by id. Everything else in the calendars stays. */
  movable: ReadonlyMap<string, Visit>;
  /** Ids of the users who could take the urgent visit; everyone if not given. */
  takers?: ReadonlySet<string>;
}

/** The best place, or null if there is none, even if visits move. */
export function makeRoom(
  urgent: Visit,
  crowd: Crowd,
  scheduling: Scheduling,
  day: Day,
): RoomPlan | null {
  const places = placesOf(urgent, crowd, scheduling, day);
  const byCount = Map.groupBy(places, ({ moved }) => moved.length);
  let best: RoomPlan | null = null;
  for (const count of [...byCount.keys()].sort((a, b) => a - b)) {
    // More visits that move are worse, unless one of fewer finds no place.
    if (best !== null && best.cost.unplaced === 0) break;
    const nearest = (byCount.get(count) ?? []).sort(
      (a, b) => distance(a.place, urgent) - distance(b.place, urgent),
    );
    for (const one of nearest.slice(0, MAX_PLACES)) {
      const plan = planAround(urgent, one, crowd.candidates, scheduling, day);
      if (best === null || isBelow(plan.cost, best.cost)) best = plan;
    }
  }
  return best;
}

interface CrowdedPlace {
  place: Option;
  moved: Visit[];
}

/** Each place that the urgent visit could have, and the visits in its way. */
export function placesOf(
  urgent: Visit,
  { candidates, movable, takers }: Crowd,
  scheduling: Scheduling,
  day: Day,
): CrowdedPlace[] {
  const able = candidates.filter(
    ({ calendar }) => isAble(urgent, calendar) && (takers?.has(calendar.userId) ?? true),
  );
  return able.flatMap(({ calendar }) => {
    const isMovable = ({ reason, ref }: Busy) => reason === 'appointment' && movable.has(ref ?? '');
    const fixed = { ...calendar, busy: calendar.busy.filter((one) => !isMovable(one)) };
    const times = [
      ...freeTimes(urgent, fixed, scheduling, day),
      ...ownTime(urgent, fixed, scheduling, day),
    ];
    return times
      .filter(({ start }) => hasRoom(urgent, start, day))
      .map((time) => ({
        place: { ...time, userId: calendar.userId },
        moved: calendar.busy.flatMap((one) => {
          const visit = isMovable(one) ? movable.get(one.ref ?? '') : undefined;
          return visit && isInTheWay(one, time, urgent, scheduling) ? [visit] : [];
        }),
      }));
  });
}

/** Its own time may be between the times that are offered. */
function ownTime(
  urgent: Visit,
  calendar: Candidate['calendar'],
  scheduling: Scheduling,
  { time, now }: Day,
): Interval[] {
  const own = { start: urgent.start, end: urgent.end };
  if (own.start < Math.max(time.start, now) || own.start >= time.end) return [];
  const works = shiftsOf(calendar, time).some(
    (shift) => shift.start <= own.start && own.end <= shift.end,
  );
  const isBlocked = calendar.busy.some((one) => isInTheWay(one, own, urgent, scheduling));
  return works && !isBlocked ? [own] : [];
}

/** The rule of the slots: with buffers, and the way if it is counted. */
function isInTheWay(busy: Busy, time: Interval, urgent: Visit, scheduling: Scheduling): boolean {
  const { length } = findSlots([time], [busy], {
    durationMs: time.end - time.start,
    stepMs: MINUTE,
    bufferMs: bufferOf(urgent, scheduling),
    place: urgent.place,
    travel: scheduling.travel,
    notBefore: time.start,
    notAfter: time.start,
    window: time,
  });
  return length === 0;
}

/** The cost counts from the day as it is now. */
export function planAround(
  urgent: Visit,
  { place, moved }: CrowdedPlace,
  candidates: readonly Candidate[],
  scheduling: Scheduling,
  day: Day,
): RoomPlan {
  const people = candidates.map((one) =>
    one.calendar.userId === place.userId
      ? withVisit(without(one, moved), urgent, place, scheduling)
      : one,
  );
  const { places, cost } = replanDay(moved, people, scheduling, day);
  const own = costOfPlace(urgent, place, moved, candidates);
  return { place, moved, places, cost: plus(plus(own, cost), { ...ZERO, moved: moved.length }) };
}

/** What the urgent visit changes, without those that move. */
export function costOfPlace(
  urgent: Visit,
  place: Option,
  moved: readonly Visit[],
  candidates: readonly Candidate[],
): Cost {
  const taker = candidates.find(({ calendar }) => calendar.userId === place.userId);
  if (taker === undefined) return ZERO;
  const left = without(taker, moved);
  const freed = plus(
    routeCost(left.stops, left.startLocation),
    routeCost(taker.stops, taker.startLocation),
    -1,
  );
  const shift = distance(place, urgent) / MINUTE;
  const time = { ...ZERO, retimed: shift === 0 ? 0 : 1, shiftMinutes: shift };
  return plus(plus(freed, addedCost(urgent, place, left)), time);
}

/** A user without some of their visits. */
function without({ calendar, stops, ...rest }: Candidate, visits: readonly Visit[]): Candidate {
  const isLeft = ({ start, ref }: { start: number; ref?: string | null }) =>
    !visits.some((visit) => (ref === undefined ? visit.start === start : visit.id === ref));
  return {
    ...rest,
    calendar: { ...calendar, busy: calendar.busy.filter(isLeft) },
    stops: stops.filter(isLeft),
  };
}
