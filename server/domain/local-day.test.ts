import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dayOf } from './local-day.ts';

const HOUR_MS = 3_600_000;

/** The day in hours, and whether it begins at the given moment. */
function day(at: string, zone: string) {
  const { start, end } = dayOf(new Date(at), zone);
  assert(start <= new Date(at) && new Date(at) < end, 'the moment is in its day');
  return [start.toISOString(), (end.getTime() - start.getTime()) / HOUR_MS];
}

describe('the local day', () => {
  it('is from midnight to midnight in its zone', () => {
    assert.deepEqual(day('2027-03-02T07:59:59Z', 'America/Los_Angeles'), [
      '2027-03-01T08:00:00.000Z',
      24,
    ]);
    assert.deepEqual(day('2027-03-02T08:00:00Z', 'America/Los_Angeles'), [
      '2027-03-02T08:00:00.000Z',
      24,
    ]);
    assert.deepEqual(day('2027-03-01T00:00:00Z', 'Asia/Kolkata'), ['2027-02-28T18:30:00.000Z', 24]);
  });

  it('has 23 hours when clocks go forward, and 25 when they go back', () => {
    assert.deepEqual(day('2027-03-14T20:00:00Z', 'America/Los_Angeles'), [
      '2027-03-14T08:00:00.000Z',
      23,
    ]);
    assert.deepEqual(day('2027-11-08T07:30:00Z', 'America/Los_Angeles'), [
      '2027-11-07T07:00:00.000Z',
      25,
    ]);
    assert.deepEqual(day('2027-11-07T12:00:00Z', 'America/Los_Angeles'), [
      '2027-11-07T07:00:00.000Z',
      25,
    ]);
  });

  it('starts with its first moment where clocks skip midnight', () => {
    // Beirut goes forward at midnight: the day starts at 01:00, and the day before ends there.
    assert.deepEqual(day('2027-03-28T10:00:00Z', 'Asia/Beirut'), ['2027-03-27T22:00:00.000Z', 23]);
    assert.deepEqual(day('2027-03-27T21:59:00Z', 'Asia/Beirut'), ['2027-03-26T22:00:00.000Z', 24]);
  });

  it('follows the one before without a gap, for two years in zones of every kind', () => {
    for (const zone of ['America/New_York', 'Asia/Beirut', 'Pacific/Chatham', 'America/Havana']) {
      let { end } = dayOf(new Date('2026-06-01T12:00:00Z'), zone);
      for (let count = 0; count < 730; count += 1) {
        const next = dayOf(end, zone);
        assert.equal(next.start.getTime(), end.getTime(), `${zone} ${end.toISOString()}`);
        end = next.end;
      }
    }
  });
});
