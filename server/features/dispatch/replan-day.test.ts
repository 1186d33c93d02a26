import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { DEFAULT_WORKING_HOURS } from '../../domain/working-hours.ts';
import type { Busy } from '../calendar/index.ts';
import { bestPlan, type Option, optionsOf, replanDay, type Visit } from './replan-day.ts';
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
});

const north = (km: number) => ({ latitude: 45 + km / 111.2, longitude: -122 });

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
  const busy = stops.map(({ start, end }): Busy => {
    return { start, end, bufferMs: 0, reason: 'appointment', ref: null };
  });
  const hours = DEFAULT_WORKING_HOURS;
  const calendar = { userId: name, name, isActive: true, isOffered: true, timeZone: 'UTC', hours };
  const startLocation = startKm === null ? null : north(startKm);
  return { calendar: { ...calendar, skills, busy }, stops, startLocation };
}

function visit(id: string, hour: number, km: number | null = null, hours = 1): Visit {
  const place = km === null ? null : north(km);
  return { id, start: at(hour), end: at(hour + hours), service: 'ac_repair', place };
}

const takers = (visits: Visit[], people: Candidate[], buffer = 0) =>
  replanDay(visits, people, scheduling(buffer), DAY).places.map((place) => place?.userId ?? null);

/** The cost of a choice of options, from scratch; null if two of them are in each other's way. */
function costOf(
  visits: readonly Visit[],
  chosen: readonly (Option | null)[],
  people: readonly Candidate[],
  bufferMs: number,
): Cost | null {
  let cost = ZERO;
  for (const { calendar, stops, startLocation } of people) {
    const own = chosen.flatMap((option, index) => {
      const taken = visits[index];
      return option?.userId === calendar.userId && taken
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
        const found = bestPlan(missed, options, candidates, settings.bufferMs);
        const cost = costOf(missed, found.places, candidates, settings.bufferMs);
        assert(cost !== null, 'no two visits of the plan are in each other’s way');
        assert(!isBelow(found.cost, cost) && !isBelow(cost, found.cost), 'its cost is its cost');
        for (const chosen of everyChoice(options)) {
          const other = costOf(missed, chosen, candidates, settings.bufferMs);
          assert(other === null || !isBelow(other, cost), 'no other plan is better');
        }
      }),
      { numRuns: 150 },
    );
  });

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
