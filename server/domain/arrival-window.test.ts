import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWindowLength, windowOf, writtenWindowLength } from './arrival-window.ts';

const NEW_YORK = 'America/New_York';

function windowAt(startsAt: string, minutes: number, aligned = true): string[] {
  const { start, end } = windowOf(Date.parse(startsAt), { minutes, aligned }, NEW_YORK);
  return [start, end].map((time) =>
    Temporal.Instant.fromEpochMilliseconds(time).toString({ timeZone: NEW_YORK }),
  );
}

test('aligned windows start at multiples of their length on the local clock', () => {
  assert.deepEqual(windowAt('2027-03-02T09:30:00-05:00', 120), [
    '2027-03-02T08:00:00-05:00',
    '2027-03-02T10:00:00-05:00',
  ]);
  assert.deepEqual(windowAt('2027-03-02T10:00:00-05:00', 120)[0], '2027-03-02T10:00:00-05:00');
  assert.deepEqual(windowAt('2028-02-29T23:00:00-05:00', 300), [
    '2028-02-29T20:00:00-05:00',
    '2028-03-01T00:00:00-05:00',
  ]);
});

test('windows that are not aligned start with the appointment', () => {
  assert.deepEqual(windowAt('2027-03-02T09:30:00-05:00', 120, false), [
    '2027-03-02T09:30:00-05:00',
    '2027-03-02T11:30:00-05:00',
  ]);
});

test('windows are on the local clock also on the days when clocks change', () => {
  assert.deepEqual(windowAt('2027-03-14T09:30:00-04:00', 120), [
    '2027-03-14T08:00:00-04:00',
    '2027-03-14T10:00:00-04:00',
  ]);
  assert.deepEqual(windowAt('2027-11-07T09:30:00-05:00', 120), [
    '2027-11-07T08:00:00-05:00',
    '2027-11-07T10:00:00-05:00',
  ]);
  // The second 01:30 of the night: the window of the first hour is extended to it.
  const [start = '', end = ''] = windowAt('2027-11-07T01:30:00-05:00', 60);
  assert(Date.parse(start) <= Date.parse('2027-11-07T01:30:00-05:00'));
  assert(Date.parse(end) >= Date.parse('2027-11-07T01:30:00-05:00'));
});

test('a length is a duration of whole minutes, from 15 minutes to a day', () => {
  assert.deepEqual(
    ['PT2H', 'PT90M', 'PT14M', 'P2D', 'PT1H30S', '2 hours', 'P1M'].map(readWindowLength),
    [120, 90, null, null, null, null, null],
  );
  assert.deepEqual([120, 90, 15].map(writtenWindowLength), ['PT2H', 'PT1H30M', 'PT15M']);
});
