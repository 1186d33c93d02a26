import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { instantOf, localOf } from './zoned.ts';

const ZONE = 'America/Los_Angeles';

describe('times of fields', () => {
  it('are on the clock of the company, in summer and in winter', () => {
    assert.equal(instantOf('2027-03-01T08:00', ZONE), '2027-03-01T16:00:00.000Z');
    assert.equal(instantOf('2027-07-01T08:00', ZONE), '2027-07-01T15:00:00.000Z');
    assert.equal(localOf('2027-07-01T15:00:00.000Z', ZONE), '2027-07-01T08:00');
  });

  it('are the first of two when clocks go back, and after the gap when they go forward', () => {
    assert.equal(instantOf('2027-11-07T01:30', ZONE), '2027-11-07T08:30:00.000Z');
    assert.equal(instantOf('2027-03-14T02:30', ZONE), '2027-03-14T10:30:00.000Z');
  });

  it('are null if nothing was entered', () => {
    assert.equal(instantOf('', ZONE), null);
  });

  it('come back as they were shown', () => {
    const zone = fc.constantFrom(ZONE, 'Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe');
    const minute = fc.integer({ min: 29_000_000, max: 33_000_000 });
    fc.assert(
      fc.property(minute, zone, (at, place) => {
        const local = localOf(at * 60_000, place);
        assert.equal(localOf(instantOf(local, place) ?? '', place), local);
      }),
    );
  });
});
