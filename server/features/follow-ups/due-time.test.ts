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
  it('of days is the same time on another day, when clocks are set in spring and in autumn', () => {
    // 10:00 the day before, and 10:00 the day after an hour was skipped or came twice.
    assert.equal(due({ delay: 'P1D' }, '2027-03-13T18:00:00Z'), '2027-03-14T17:00:00.000Z');
    assert.equal(due({ delay: 'P1D' }, '2027-11-06T17:00:00Z'), '2027-11-07T18:00:00.000Z');
  });

  it('of hours is so many hours, whatever the clocks do', () => {
    assert.equal(due({ delay: 'PT24H' }, '2027-03-13T18:00:00Z'), '2027-03-14T18:00:00.000Z');
    assert.equal(due({ delay: 'PT24H' }, '2027-11-06T17:00:00Z'), '2027-11-07T17:00:00.000Z');
  });

  it('that leads into the skipped hour is due behind it, into the repeated one at its first', () => {
    assert.equal(due({ delay: 'P1D' }, '2027-03-13T10:30:00Z'), '2027-03-14T10:30:00.000Z');
    assert.equal(due({ delay: 'P1D' }, '2027-11-06T08:30:00Z'), '2027-11-07T08:30:00.000Z');
  });

  it('of a month is the last day of a shorter one', () => {
    assert.equal(due({ delay: 'P1M' }, '2027-01-31T18:00:00Z'), '2027-02-28T18:00:00.000Z');
  });

  it('of days always shows the same time on the clock, unless that time is skipped', () => {
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
        const wanted = local(start.toISOString()).toPlainDateTime().add({ days });
        const shown = local(at).toPlainDateTime();
        const difference = shown.since(wanted).total('minutes');
        assert(difference >= 0 && difference <= 60);
        if (difference > 0) {
          const isThere = wanted.toZonedDateTime(zone).toPlainDateTime().equals(wanted);
          assert(!isThere);
        }
      }),
    );
  });
});

describe('a local time', () => {
  const local = (date: string, time: string, time_zone?: string) =>
    due({ due_local: { date, time, ...(time_zone && { time_zone }) } }, '2027-03-01T15:00:00Z');

  it('in the gap is due behind it, in the repeated hour at its first, each once', () => {
    assert.equal(local('2027-03-14', '02:30'), '2027-03-14T10:30:00.000Z');
    assert.equal(local('2027-11-07', '01:30'), '2027-11-07T08:30:00.000Z');
  });

  it('is the organization’s unless it names a zone', () => {
    assert.equal(local('2027-06-01', '09:00'), '2027-06-01T16:00:00.000Z');
    assert.equal(local('2027-06-01', '09:00', 'Europe/London'), '2027-06-01T08:00:00.000Z');
  });
});

describe('what cannot be', () => {
  const errors = (body: Record<string, unknown>) =>
    dueErrors(body, (name) => name === LA).map(({ pointer, code }) => `${pointer} ${code}`);

  it('is named, each with its place', () => {
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

  it('is too far away', () => {
    const now = '2027-03-01T15:00:00Z';
    for (const delay of ['P11Y', 'P999999Y', 'PT99999999999999H', 'P4000D']) {
      assert.equal(due({ delay }, now), 'out_of_range', delay);
    }
    assert.equal(due({ due_at: '9998-01-01T00:00:00Z' }, now), 'out_of_range');
    assert.equal(due({ due_at: '1969-01-01T00:00:00Z' }, now), 'out_of_range');
    assert.equal(due({ delay: 'P10Y' }, now), '2037-03-01T15:00:00.000Z');
  });
});
