import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { DEFAULT_WORKING_HOURS } from '../../domain/working-hours.ts';
import type { Busy } from '../calendar/index.ts';
import { makeRoom, placesOf } from './make-room.ts';
import { bestPlan, postpone, replanDay } from './replan-day.ts';
import { type Option, optionsOf, type Visit } from './replan-options.ts';
import { type Cost, isBelow, plus, routeCost, ZERO } from './route-cost.ts';
import type { Candidate } from './suggest.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** A Tuesday. All users work from 08:00 to 17:00. */
const MIDNIGHT = Date.parse('2027-03-02T00:00:00Z');
const at = (hour: number) => MIDNIGHT + hour * HOUR;
const DAY = { time: { start: at(0), end: at(24) }, now: at(7) };

const scheduling = (bufferMinutes = 0) => ({
  timeZone: 'UTC',
  minimumNoticeMs: 0,
  bufferMs: bufferMinutes * MINUTE,
  stepMs: 60 * MINUTE,
  horizonMs: 365 * 24 * HOUR,
  arrivalWindow: null,
  travel: null,
});

const north = (km: number) => ({ latitude: 45 + km / 111.2, longitude: -122 });

const refOf = (name: string, start: number) => `${name} at ${(start - MIDNIGHT) / HOUR}`;

interface Busyness {
  hour: number;
  hours: number;
  km: number | null;
}

function person(
  name: string,
  booked: readonly Busyness[] = [],
  { skills = [], startKm = null }: { skills?: string[]; startKm?: number | null } = {},
): Candidate {
  const stops = booked
    .map(({ hour, hours, km }) => ({
      start: at(hour),
      end: at(hour + hours),
      place: km === null ? null : north(km),
    }))
    .sort((a, b) => a.start - b.start);
  const busy = stops.map(({ start, end, place }): Busy => {
    return { start, end, bufferMs: 0, reason: 'appointment', ref: refOf(name, start), place };
  });
  const hours = DEFAULT_WORKING_HOURS;
  const offered = { isActive: true, isOffered: true, isInArea: true };
  const calendar = { userId: name, name, ...offered, timeZone: 'UTC', hours };
  const startLocation = startKm === null ? null : north(startKm);
  return { calendar: { ...calendar, skills, busy }, stops, startLocation };
}

function visit(id: string, hour: number, km: number | null = null, hours = 1): Visit {
  const place = km === null ? null : north(km);
  return {
    workers: null,
    id,
    start: at(hour),
    end: at(hour + hours),
    skills: ['ac_repair'],
    bufferMs: null,
    place,
  };
}

const takers = (visits: Visit[], people: Candidate[], buffer = 0) =>
  replanDay(visits, people, scheduling(buffer), DAY).places.map((place) => place?.userId ?? null);

/** The cost of a choice of options, from scratch; null if two of them are in each other's way. */
function costOf(
  visits: readonly Visit[],
  chosen: readonly (Option | null)[],
  people: readonly Candidate[],
  bufferMs: number,
  days: readonly { start: number; end: number }[] = [DAY.time],
): Cost | null {
  let cost = ZERO;
  for (const { calendar, stops: allStops, startLocation } of people)
    for (const day of days) {
      const isThen = ({ start }: { start: number }) => start >= day.start && start < day.end;
      const stops = allStops.filter(isThen);
      const own = chosen.flatMap((option, index) => {
        const taken = visits[index];
        return option?.userId === calendar.userId && taken && isThen(option)
          ? [{ start: option.start, end: option.end, place: taken.place }]
          : [];
      });
      const sorted = own.toSorted((a, b) => a.start - b.start);
      const clash = sorted.some((stop, index) => {
        const next = sorted[index + 1];
        return next !== undefined && next.start < stop.end + bufferMs;
      });
      if (clash) return null;
      const before = routeCost(stops, startLocation);
      cost = plus(cost, plus(routeCost([...stops, ...own], startLocation), before, -1));
    }
  chosen.forEach((option, index) => {
    const shiftMinutes = option ? Math.abs(option.start - (visits[index]?.start ?? 0)) / MINUTE : 0;
    const counts = { unplaced: option ? 0 : 1, retimed: shiftMinutes > 0 ? 1 : 0, shiftMinutes };
    cost = plus(cost, { ...ZERO, ...counts });
  });
  return cost;
}

function everyChoice(options: readonly (readonly Option[])[]): (Option | null)[][] {
  const [first, ...rest] = options;
  if (first === undefined) return [[]];
  const others = everyChoice(rest);
  return [null, ...first].flatMap((option) => others.map((other) => [option, ...other]));
}

describe('replanDay', () => {
  it('gives each visit to a user who is free at its time, works then, and has the skill', () => {
    const visits = [visit('a', 9), visit('b', 14)];
    const people = [
      person('busy at nine', [{ hour: 9, hours: 2, km: null }]),
      person('roofer', [], { skills: ['roofing'] }),
      person('busy after noon', [{ hour: 13, hours: 3, km: null }]),
    ];
    assert.deepEqual(takers(visits, people), ['busy after noon', 'busy at nine']);
  });

  it('knows of its other proposals: travel between them counts, and so does the work of each user', () => {
    const apart = [visit('a', 9, 0), visit('b', 11, 60), visit('c', 13, 1)];
    const [a, b, c] = takers(apart, [person('one'), person('other')]);
    assert.deepEqual([a === c, a === b], [true, false]);
    const anywhere = [visit('a', 9), visit('b', 11)];
    assert.equal(new Set(takers(anywhere, [person('one'), person('other')])).size, 2);
  });

  it('counts the way from where the days of users start', () => {
    const people = [person('far', [], { startKm: 90 }), person('near', [], { startKm: 1 })];
    assert.deepEqual(takers([visit('a', 9, 0)], people), ['near']);
    // On the way of the one who starts far away, and a detour for the other.
    const onTheWay = [
      person('passes', [{ hour: 11, hours: 1, km: 60 }], { startKm: 90 }),
      person('near', [], { startKm: 60 }),
    ];
    assert.deepEqual(takers([visit('a', 9, 75)], onTheWay), ['passes']);
  });

  it('prefers a new time to no one, and no one to a place that is taken', () => {
    const full = [{ hour: 8, hours: 6, km: null }];
    const plan = replanDay([visit('a', 9)], [person('one', full)], scheduling(), DAY);
    assert.deepEqual(plan.places, [{ userId: 'one', start: at(14), end: at(15) }]);
    const both = [visit('a', 14), visit('b', 15), visit('c', 16), visit('d', 13)];
    const left = takers(both, [person('one', full)]);
    assert.deepEqual(left.filter((taker) => taker === null).length, 1);
    assert.deepEqual(takers([visit('a', 9)], [person('one', [{ hour: 8, hours: 9, km: null }])]), [
      null,
    ]);
    assert.deepEqual(takers([visit('a', 9)], []), [null]);
  });

  it('leaves the buffer between visits of one plan', () => {
    const visits = [visit('a', 9, 0), visit('b', 10, 0)];
    assert.deepEqual(takers(visits, [person('one')]), ['one', 'one']);
    const buffered = replanDay(visits, [person('one')], scheduling(60), DAY);
    assert.equal(buffered.cost.retimed + buffered.cost.unplaced, 1);
  });

  it('finds the best of all plans on small days', () => {
    const hour = fc.integer({ min: 8, max: 15 });
    const km = fc.option(fc.integer({ min: 0, max: 80 }), { nil: null });
    const booked = fc.uniqueArray(fc.record({ hour, hours: fc.constant(1), km }), {
      selector: ({ hour: start }) => start,
      maxLength: 5,
    });
    const people = fc.array(fc.record({ booked, startKm: km }), { minLength: 1, maxLength: 3 });
    const visits = fc.uniqueArray(fc.record({ hour, km }), {
      selector: ({ hour: start }) => start,
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(people, visits, fc.constantFrom(0, 30), (some, wanted, buffer) => {
        const candidates = some.map((one, index) => person(`user ${index}`, one.booked, one));
        const missed = wanted.map((one, index) => visit(`visit ${index}`, one.hour, one.km));
        const settings = scheduling(buffer);
        const options = missed.map((one) => optionsOf(one, candidates, settings, DAY));
        const found = bestPlan(missed, options, candidates, settings, DAY);
        const cost = costOf(missed, found.places, candidates, settings.bufferMs);
        assert(cost !== null, 'no two visits of the plan are in each other’s way');
        assert(!isBelow(found.cost, cost) && !isBelow(cost, found.cost), 'its cost is its cost');
        for (const chosen of everyChoice(options)) {
          const other = costOf(missed, chosen, candidates, settings.bufferMs);
          assert(other === null || !isBelow(other, cost), 'no other plan is better');
        }
      }),
      { numRuns: 60 },
    );
  });

  it('moves visits to later days, the nearest first, within hours and capacity, and counts the way of each day', async () => {
    const later = [1, 2].map((day) => ({ start: at(24 * day), end: at(24 * (day + 1)) }));
    const span = { time: { start: at(24), end: at(72) }, days: later, now: at(7) };
    const lost = [visit('a', 9), visit('b', 10), visit('c', 15)];
    const startsOf = (places: (Option | null)[]) =>
      places.map((place) => place && (place.start - MIDNIGHT) / HOUR);
    const one = await postpone(lost, [person('one')], scheduling(), span);
    assert.deepEqual(startsOf(one).sort(), [32, 33, 34]);
    const many = Array.from({ length: 20 }, (_, index) => visit(`${index}`, 9));
    const full = startsOf(await postpone(many, [person('one')], scheduling(), span));
    assert.equal(new Set(full).size, 19, 'nine hours on each of two days, and some are left');
    assert.equal(full.filter((start) => start === null).length, 2);
    const limited = lost.map((wanted) => ({
      ...wanted,
      capacityAt: (start: number) => [start < at(48) ? 'first' : 'second'],
    }));
    const room = (capacity: string) => (capacity === 'first' ? 1 : 5);
    const counted = await postpone(limited, [person('one')], scheduling(), { ...span, room });
    assert.equal(startsOf(counted).filter((start) => (start ?? 0) < 48).length, 1);
    const far = person('far', [{ hour: 24 + 11, hours: 1, km: 80 }], { startKm: 80 });
    const near = person('near', [{ hour: 48 + 11, hours: 1, km: 80 }], { startKm: 0 });
    const [place] = await postpone([visit('a', 8, 0)], [far, near], scheduling(), span);
    assert.equal(place?.userId, 'near', 'what it does the day after does not matter');
  });

  it('finds the best of all plans for later days on small days', () => {
    const later = [1, 2].map((day) => ({ start: at(24 * day), end: at(24 * (day + 1)) }));
    const span = { time: { start: at(24), end: at(72) }, days: later, now: at(7) };
    const hour = fc.integer({ min: 8, max: 15 });
    const km = fc.option(fc.integer({ min: 0, max: 80 }), { nil: null });
    const busyHour = fc.record({
      hour: fc.tuple(fc.constantFrom(24, 48), hour).map(([day, at]) => day + at),
      hours: fc.constant(1),
      km,
    });
    const people = fc.array(
      fc.record({
        booked: fc.uniqueArray(busyHour, { selector: ({ hour: start }) => start, maxLength: 14 }),
        startKm: km,
      }),
      { minLength: 1, maxLength: 2 },
    );
    const visits = fc.array(fc.record({ hour, km }), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(people, visits, fc.constantFrom(0, 30), (some, wanted, buffer) => {
        const candidates = some.map((one, index) => person(`user ${index}`, one.booked, one));
        const lost = wanted.map((one, index) => visit(`visit ${index}`, one.hour, one.km));
        const settings = scheduling(buffer);
        const options = lost.map((one) => optionsOf(one, candidates, settings, span));
        const { places } = replanDay(lost, candidates, settings, span);
        const cost = costOf(lost, places, candidates, settings.bufferMs, later);
        assert(cost !== null);
        for (const chosen of everyChoice(options)) {
          const other = costOf(lost, chosen, candidates, settings.bufferMs, later);
          assert(other === null || !isBelow(other, cost), 'no other plan is better');
        }
      }),
      { numRuns: 20 },
    );
  });

  /** The visits of users, as those that can be moved. */
  const movableOf = (people: readonly Candidate[]) =>
    new Map(
      people.flatMap(({ calendar }) =>
        calendar.busy.map((one): [string, Visit] => {
          const { start, end, bufferMs, place = null } = one;
          const id = one.ref ?? '';
          return [id, { id, start, end, skills: ['ac_repair'], bufferMs, place, workers: null }];
        }),
      ),
    );

  it('makes room for an urgent visit with the fewest others moved, and none if there is a gap', () => {
    const busy = (...hours: number[]) => hours.map((hour) => ({ hour, hours: 1, km: null }));
    const people = [person('one', busy(8, 9, 10)), person('other', busy(9))];
    const urgent = visit('urgent', 9);
    const crowd = { candidates: people, movable: movableOf(people) };
    const found = makeRoom(urgent, crowd, scheduling(), DAY);
    assert.deepEqual([found?.moved, found?.place.start], [[], at(8)]);
    const long = makeRoom(visit('urgent', 8, null, 9), crowd, scheduling(), DAY);
    assert.deepEqual(
      [long?.place.userId, long?.moved.length, long?.places.map((place) => place?.userId)],
      ['other', 1, ['one']],
    );
    const only = { ...crowd, takers: new Set(['one']) };
    assert.equal(makeRoom(urgent, only, scheduling(), DAY)?.place.userId, 'one');
    const fixed = [person('one', [{ hour: 8, hours: 9, km: null }])];
    const stuck = { candidates: fixed, movable: new Map<string, Visit>() };
    assert.equal(makeRoom(urgent, stuck, scheduling(), DAY), null);
  });

  it('finds the best of all ways to make room on small days', () => {
    const hour = fc.integer({ min: 8, max: 16 });
    const km = fc.option(fc.integer({ min: 0, max: 80 }), { nil: null });
    const booked = fc.uniqueArray(fc.record({ hour, hours: fc.constant(1), km }), {
      selector: ({ hour: start }) => start,
      minLength: 5,
      maxLength: 9,
    });
    const people = fc.array(fc.record({ booked, startKm: km }), { minLength: 1, maxLength: 2 });
    const wanted = fc.record({ hour, km, hours: fc.constantFrom(1, 2) });
    fc.assert(
      fc.property(people, wanted, fc.boolean(), (some, { hour: start, km: place, hours }, all) => {
        const candidates = some.map((one, index) => person(`user ${index}`, one.booked, one));
        const urgent = visit('urgent', Math.min(start, 17 - hours), place, hours);
        const movable = movableOf(candidates);
        if (!all) for (const id of [...movable.keys()].slice(0, 3)) movable.delete(id);
        const settings = scheduling();
        const crowd = { candidates, movable };
        const found = makeRoom(urgent, crowd, settings, DAY);
        const total = (people: readonly Candidate[]) =>
          people.reduce((sum, one) => plus(sum, routeCost(one.stops, one.startLocation)), ZERO);
        const best = everyRoom(urgent, crowd, settings, total(candidates));
        assert.equal(found === null, best === null);
        if (!found || !best) return;
        assert(!isBelow(best, found.cost), 'no other way is better');
        assert(!isBelow(found.cost, best), 'its cost is its cost');
      }),
      { numRuns: 30 },
    );
  });

  /** The least cost of all places of an urgent visit and all places of those in its way, each from scratch. */
  function everyRoom(
    urgent: Visit,
    crowd: { candidates: Candidate[]; movable: Map<string, Visit> },
    settings: ReturnType<typeof scheduling>,
    before: Cost,
  ): Cost | null {
    let best: Cost | null = null;
    for (const { place, moved } of placesOf(urgent, crowd, settings, DAY)) {
      const ids = new Set(moved.map(({ id }) => id));
      const left = crowd.candidates.map((one): Candidate => {
        const { userId, busy } = one.calendar;
        const kept = busy.filter(({ ref }) => !ids.has(ref ?? ''));
        const own = userId === place.userId ? [{ ...place, place: urgent.place }] : [];
        const added = own.map((stop): Busy => {
          return { ...stop, bufferMs: 0, reason: 'appointment', ref: 'urgent' };
        });
        const stops = one.stops.filter(({ start }) => kept.some((busy) => busy.start === start));
        return {
          ...one,
          calendar: { ...one.calendar, busy: [...kept, ...added] },
          stops: [...stops, ...own].sort((a, b) => a.start - b.start),
        };
      });
      const after = left.reduce(
        (sum, one) => plus(sum, routeCost(one.stops, one.startLocation)),
        ZERO,
      );
      const shiftMinutes = Math.abs(place.start - urgent.start) / MINUTE;
      const own = { ...ZERO, retimed: shiftMinutes > 0 ? 1 : 0, shiftMinutes, moved: moved.length };
      const options = moved.map((one) => optionsOf(one, left, settings, DAY));
      for (const chosen of everyChoice(options)) {
        const others = costOf(moved, chosen, left, 0);
        if (others === null) continue;
        const cost = plus(plus(plus(after, before, -1), own), others);
        if (best === null || isBelow(cost, best)) best = cost;
      }
    }
    return best;
  }

  it('adds a stop to a day without ever making it cheaper', () => {
    const stop = fc.record({
      hour: fc.integer({ min: 0, max: 23 }),
      km: fc.option(fc.integer({ min: 0, max: 300 }), { nil: null }),
    });
    const toStop = ({ hour, km }: { hour: number; km: number | null }) => ({
      start: at(hour),
      end: at(hour) + 30 * MINUTE,
      place: km === null ? null : north(km),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(stop, { selector: ({ hour }) => hour, minLength: 1, maxLength: 8 }),
        fc.option(fc.integer({ min: 0, max: 300 }).map(north)),
        (stops, start) => {
          const [added, ...rest] = stops.map(toStop);
          const before = rest.toSorted((a, b) => a.start - b.start);
          const after = added ? [...before, added].sort((a, b) => a.start - b.start) : before;
          assert(!isBelow(routeCost(after, start), routeCost(before, start)));
        },
      ),
    );
  });
});
