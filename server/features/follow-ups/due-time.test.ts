import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type DueInput, dueErrors, readDueTime } from './due-time.ts';

const LA = 'America/Los_Angeles';

function due(input: DueInput, now: string, zone = LA): string {
  const read = readDueTime(input, new Date(now), zone);
  return 'dueAt' in read ? read.dueAt.toISOString() : read.error.code;
}

describe('a delay', () => {
  it('in days keeps the local time when the clocks change in spring and in autumn', () => {
    // From 10:00 on the day before to 10:00 on the day with a skipped or repeated hour.
    assert.equal(due({ delay: 'P1D' }, '2027-03-13T18:00:00Z'), '2027-03-14T17:00:00.000Z');
    assert.equal(due({ delay: 'P1D' }, '2027-11-06T17:00:00Z'), '2027-11-07T18:00:00.000Z');
  });

  it('in hours is exactly that many hours when the clocks change', () => {
    assert.equal(due({ delay: 'PT24H' }, '2027-03-13T18:00:00Z'), '2027-03-14T18:00:00.000Z');
    assert.equal(due({ delay: 'PT24H' }, '2027-11-06T17:00:00Z'), '2027-11-07T17:00:00.000Z');
  });

  it('that ends in a skipped hour is due after it; in a repeated hour, the first time counts', () => {
    assert.equal(due({ delay: 'P1D' }, '2027-03-13T10:30:00Z'), '2027-03-14T10:30:00.000Z');
    assert.equal(due({ delay: 'P1D' }, '2027-11-06T08:30:00Z'), '2027-11-07T08:30:00.000Z');
  });

  it('of a month ends on the last day of a shorter month', () => {
    assert.equal(due({ delay: 'P1M' }, '2027-01-31T18:00:00Z'), '2027-02-28T18:00:00.000Z');
  });

  it('in days always keeps the local time, unless that time is skipped', () => {
    const cases = fc.record({
      zone: fc.constantFrom(LA, 'America/St_Johns', 'Australia/Lord_Howe', 'Europe/London'),
      start: fc.date({
        min: new Date('2027-01-01'),
        max: new Date('2028-01-01'),
        noInvalidDate: true,
      }),
      days: fc.integer({ min: 0, max: 400 }),
    });
    fc.assert(
      fc.property(cases, ({ zone, start, days }) => {
        const at = due({ delay: `P${days}D` }, start.toISOString(), zone);
        const local = (iso: string) => Temporal.Instant.from(iso).toZonedDateTimeISO(zone);
        const expected = local(start.toISOString()).toPlainDateTime().add({ days });
        const actual = local(at).toPlainDateTime();
        const difference = actual.since(expected).total('minutes');
        assert(difference >= 0 && difference <= 60);
        if (difference > 0) {
          const exists = expected.toZonedDateTime(zone).toPlainDateTime().equals(expected);
          assert(!exists);
        }
      }),
    );
  });
});

describe('a local time', () => {
  const local = (date: string, time: string, time_zone?: string) =>
    due({ due_local: { date, time, ...(time_zone && { time_zone }) } }, '2027-03-01T15:00:00Z');

  it('in a skipped hour is due after it; in a repeated hour, the first time counts', () => {
    assert.equal(local('2027-03-14', '02:30'), '2027-03-14T10:30:00.000Z');
    assert.equal(local('2027-11-07', '01:30'), '2027-11-07T08:30:00.000Z');
  });

  it('is in the organization’s time zone unless it names another', () => {
    assert.equal(local('2027-06-01', '09:00'), '2027-06-01T16:00:00.000Z');
    assert.equal(local('2027-06-01', '09:00', 'Europe/London'), '2027-06-01T08:00:00.000Z');
  });
});

describe('an invalid due time', () => {
  const errors = (body: Record<string, unknown>) =>
    dueErrors(body, (name) => name === LA).map(({ pointer, code }) => `${pointer} ${code}`);

  it('is reported with a pointer to each wrong field', () => {
    assert.deepEqual(errors({}), ['/due_at required']);
    assert.deepEqual(errors({ due_at: 'x', delay: 'P1D' }), ['/delay not_allowed']);
    for (const delay of ['1 day', '', 'P', 'PT', 'P1X', 'P1.5D', '5']) {
      assert.deepEqual(errors({ delay }), ['/delay invalid_format'], delay);
    }
    assert.deepEqual(errors({ delay: '-P1D' }), ['/delay out_of_range']);
    assert.deepEqual(
      errors({ due_local: { date: '2027-02-30', time: '09:00', time_zone: 'Mars/Base' } }),
      ['/due_local/date invalid_format', '/due_local/time_zone unknown_time_zone'],
    );
  });

  it('includes a time that is too far away', () => {
    const now = '2027-03-01T15:00:00Z';
    for (const delay of ['P11Y', 'P999999Y', 'PT99999999999999H', 'P4000D']) {
      assert.equal(due({ delay }, now), 'out_of_range', delay);
    }
    assert.equal(due({ due_at: '9998-01-01T00:00:00Z' }, now), 'out_of_range');
    assert.equal(due({ due_at: '1969-01-01T00:00:00Z' }, now), 'out_of_range');
    assert.equal(due({ delay: 'P10Y' }, now), '2037-03-01T15:00:00.000Z');
  });
});
