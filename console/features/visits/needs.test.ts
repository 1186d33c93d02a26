import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OfferedService } from '../../../packages/sdk/src/index.ts';
import { bodyOf, crewFor, lengthsWith } from './needs.ts';
import { openTimes } from './open-times.ts';

const REROOF: OfferedService = {
  code: 'reroof',
  name: 'New roof',
  names: {},
  duration_minutes: 150,
  skills: [],
  buffer_minutes: null,
  price_hint: null,
  deposit: null,
  crew_size: 3,
  online: true,
  questions: [],
  active: true,
  defined: true,
  count: null,
  created_at: null,
  updated_at: null,
};
const slot = (time: string, ...user_ids: string[]) => ({
  starts_at: `2027-03-02T${time}:00-08:00`,
  ends_at: `2027-03-02T${time}:30-08:00`,
  user_ids,
});
const suggestion = (time: string, user_id: string) => ({
  // Another way to write the same time.
  starts_at: new Date(`2027-03-02T${time}:00-08:00`).toISOString(),
  ends_at: new Date(`2027-03-02T${time}:30-08:00`).toISOString(),
  user_id,
  crew: [],
  name: user_id,
  score: 1,
  reasons: [{ code: 'free', detail: 'Free.' }],
});

describe('what a visit needs', () => {
  it('offers the length of the service beside the usual ones', () => {
    assert.deepEqual(lengthsWith(60), [30, 60, 90, 120, 180, 240, 480]);
    assert.deepEqual(lengthsWith(150), [30, 60, 90, 120, 150, 180, 240, 480]);
  });

  it('is sent as it was chosen, and nothing else', () => {
    const none = { service: null, minutes: 60, propertyId: '', postalCode: ' ' };
    assert.deepEqual(bodyOf(none), { duration_minutes: 60 });
    const all = { service: REROOF, minutes: 90, propertyId: 'property_1', postalCode: '97205 ' };
    assert.deepEqual(bodyOf(all), {
      duration_minutes: 90,
      service: 'reroof',
      postal_code: '97205',
      property_id: 'property_1',
    });
  });

  it('takes as many along as the service needs, if they are free', () => {
    assert.deepEqual(crewFor(REROOF, 'a', ['b', 'a', 'c', 'd']), ['b', 'c']);
    assert.deepEqual(crewFor(REROOF, 'a', ['a', 'b']), ['b']);
    assert.deepEqual(crewFor(null, 'a', ['b']), []);
    assert.deepEqual(crewFor(REROOF, '', ['b', 'c']), [], 'a crew needs someone who leads it');
  });
});

describe('open times', () => {
  it('begin with the best ones, led by who fits best', () => {
    const times = openTimes(
      [suggestion('10:00', 'b')],
      [slot('09:00', 'a'), slot('10:00', 'a', 'b')],
    );
    assert.deepEqual(
      times.map(({ user_ids, reasons }) => [user_ids, reasons]),
      [
        [['b', 'a'], 'Free.'],
        [['a'], null],
        [['a', 'b'], null],
      ],
    );
  });

  it('leave out suggestions that are not open: of another area, or on a full day', () => {
    const suggested = [suggestion('09:00', 'b'), suggestion('10:00', 'a')];
    const times = openTimes(suggested, [slot('09:00', 'a')]);
    assert.deepEqual(
      times.map(({ reasons }) => reasons),
      [null],
    );
  });
});
