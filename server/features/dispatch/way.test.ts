import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { distanceKm, travelMinutes } from '../../domain/distance.ts';
import { isTight, kmOf, located, tripsOf, type WayStop } from './way.ts';

const MINUTE = 60_000;
const north = (km: number) => ({ latitude: 45 + km / 111.2, longitude: -122 });
const stop = (hour: number, km: number | null): WayStop => ({
  start: hour * 60 * MINUTE,
  end: (hour * 60 + 30) * MINUTE,
  place: km === null ? null : north(km),
});

describe('the way of a day', () => {
  it('leads from where the day starts to the first stop, and from each stop to the next', () => {
    const stops = [stop(8, 10), stop(9, 30)];
    const trips = tripsOf(north(0), stops);
    assert.deepEqual(
      trips.map(({ from, to, km }) => [from, to, Math.round(km ?? -1)]),
      [
        [null, stops[0], 10],
        [stops[0], stops[1], 20],
      ],
    );
  });

  it('starts at the first stop if it is not known where the day starts, and nowhere without stops', () => {
    assert.equal(tripsOf(null, [stop(8, 10), stop(9, 30)]).length, 1);
    assert.deepEqual(tripsOf(null, [stop(8, 10)]), []);
    assert.deepEqual(tripsOf(north(0), []), []);
  });

  it('has no length where a place is not known', () => {
    const trips = tripsOf(north(0), [stop(8, null), stop(9, 30)]);
    assert.deepEqual(
      trips.map(({ km }) => km),
      [null, null],
    );
    assert.equal(isTight(null, 0), null);
  });

  it('is too long for its time, except to the first stop: people leave in time', () => {
    const [first, second] = tripsOf(north(0), [stop(8, 300), stop(9, 330)]);
    assert(first && second);
    assert.equal(isTight(first.km, first.gapMinutes), false);
    assert.equal(second.gapMinutes, 30);
    assert.equal(isTight(second.km, second.gapMinutes), true);
    // 20 km in 30 minutes, and not a minute less.
    assert.equal(isTight(20, 30), false);
    assert.equal(isTight(20, 29), true);
  });

  const km = fc.integer({ min: -200, max: 200 });
  const place = fc.record({
    latitude: fc.double({ min: -80, max: 80, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  const stops = fc
    .uniqueArray(fc.record({ hour: fc.integer({ min: 0, max: 23 }), place: fc.option(place) }), {
      selector: ({ hour }) => hour,
      maxLength: 8,
    })
    .map((all) =>
      all
        .toSorted((a, b) => a.hour - b.hour)
        .map((one) => ({ ...stop(one.hour, null), place: one.place })),
    );

  it('is never shorter with another stop, wherever the day starts', () => {
    fc.assert(
      fc.property(fc.option(place), stops, fc.nat(), (start, all, at) => {
        const without = all.toSpliced(at % Math.max(1, all.length), 1);
        const [more, less] = [all, without].map((some) => kmOf(tripsOf(start, located(some))));
        assert((more ?? 0) >= (less ?? 0) - 1e-6);
      }),
    );
  });

  it('is longer by the way to the first stop if it is known where the day starts, and else the same', () => {
    fc.assert(
      fc.property(place, stops, (start, all) => {
        const known = located(all);
        const first = known[0]?.place;
        const added = kmOf(tripsOf(start, known)) - kmOf(tripsOf(null, known));
        assert(Math.abs(added - (first ? distanceKm(start, first) : 0)) < 1e-6);
      }),
    );
  });

  it('is tight exactly where driving takes longer than the gap', () => {
    fc.assert(
      fc.property(km, km, fc.integer({ min: 0, max: 600 }), (from, to, gap) => {
        const way = distanceKm(north(from), north(to));
        fc.pre(Math.abs(travelMinutes(way) - gap) > 0.01);
        assert.equal(isTight(way, gap), travelMinutes(way) > gap);
      }),
    );
  });
});
