import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  isOffsetTooLong,
  isTooLate,
  readOffset,
  type TimedAppointment,
  timerState,
  timerTime,
} from './appointment-timers.ts';

const NEW_YORK = 'America/New_York';

function visit(startsAt: string, status = 'booked'): TimedAppointment {
  const starts_at = new Date(startsAt);
  return { starts_at, ends_at: new Date(starts_at.getTime() + 3_600_000), status };
}

function timeOf(offset: string, startsAt: string, zone = NEW_YORK): string {
  return timerTime({ anchor: 'starts_at', offset }, visit(startsAt), zone).toISOString();
}

describe('the time of a timer', () => {
  const cases: [title: string, offset: string, startsAt: string, due: string][] = [
    ['24 hours are 24 hours', '-PT24H', '2027-03-02T15:00:00Z', '2027-03-01T15:00:00.000Z'],
    [
      'a day before a visit on the day after clocks go forward is the same local time, 23 hours earlier',
      '-P1D',
      '2027-03-14T14:00:00Z',
      '2027-03-13T15:00:00.000Z',
    ],
    [
      '24 hours across the night that clocks go forward are 24 hours',
      '-PT24H',
      '2027-03-14T14:00:00Z',
      '2027-03-13T14:00:00.000Z',
    ],
    [
      'a day before a visit on the day that clocks go back is the same local time, 25 hours earlier',
      '-P1D',
      '2027-11-07T15:00:00Z',
      '2027-11-06T14:00:00.000Z',
    ],
    [
      'a time that clocks skip moves forward by the gap',
      '-P1D',
      '2027-03-15T06:30:00Z',
      '2027-03-14T07:30:00.000Z',
    ],
    [
      'of a time that occurs twice the first counts',
      '-P1D',
      '2027-11-08T06:30:00Z',
      '2027-11-07T05:30:00.000Z',
    ],
    [
      'a day before March 1 of a leap year is February 29',
      '-P1D',
      '2028-03-01T15:00:00Z',
      '2028-02-29T15:00:00.000Z',
    ],
    [
      'a year after February 29 is February 28',
      'P1Y',
      '2028-02-29T15:00:00Z',
      '2029-02-28T15:00:00.000Z',
    ],
    ['after is later', 'PT2H', '2027-03-02T15:00:00Z', '2027-03-02T17:00:00.000Z'],
  ];
  for (const [title, offset, startsAt, due] of cases) {
    test(title, () => assert.equal(timeOf(offset, startsAt), due));
  }

  test('the end of the visit can be the anchor', () => {
    const due = timerTime(
      { anchor: 'ends_at', offset: 'PT1H' },
      visit('2027-03-02T15:00:00Z'),
      'UTC',
    );
    assert.equal(due.toISOString(), '2027-03-02T17:00:00.000Z');
  });
});

describe('the state of a timer', () => {
  const now = new Date('2027-03-01T12:00:00Z');
  const before = { anchor: 'starts_at', offset: '-PT24H' } as const;
  const after = { anchor: 'ends_at', offset: 'PT1H' } as const;

  test('it waits until its time, and is past from its time on', () => {
    assert.equal(timerState(before, visit('2027-03-02T12:00:01Z'), now, 'UTC').state, 'waits');
    assert.equal(timerState(before, visit('2027-03-02T12:00:00Z'), now, 'UTC').state, 'past');
  });

  test('a canceled visit ends every timer; one that happened ends those before it', () => {
    const states = (timer: typeof before | typeof after) =>
      [
        'booked',
        'confirmed',
        'dispatched',
        'en_route',
        'in_progress',
        'completed',
        'no_show',
        'canceled',
      ].filter(
        (status) =>
          timerState(timer, visit('2027-03-04T12:00:00Z', status), now, 'UTC').state === 'over',
      );
    assert.deepEqual(states(before), ['in_progress', 'completed', 'no_show', 'canceled']);
    assert.deepEqual(states(after), ['canceled']);
  });

  test('a reminder is too late once the visit has started; a timer after it is not', () => {
    const startsAt = new Date('2027-03-01T12:00:00Z');
    assert.equal(isTooLate(before, startsAt, now), true);
    assert.equal(isTooLate(before, new Date('2027-03-01T12:00:01Z'), now), false);
    assert.equal(isTooLate(after, startsAt, now), false);
  });
});

test('offsets are ISO 8601 durations of at most 400 days', () => {
  assert.equal(readOffset('24 hours'), null);
  assert.equal(readOffset('-PT24H')?.hours, -24);
  const isTooLong = (text: string) =>
    isOffsetTooLong(readOffset(text) ?? Temporal.Duration.from('PT0S'));
  assert.deepEqual(['P400D', '-P401D', 'P2Y', '-P1Y'].map(isTooLong), [false, true, true, false]);
});
