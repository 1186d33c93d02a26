import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  checkWorkingHours,
  DEFAULT_WORKING_HOURS,
  type Interval,
  type LocalHours,
  mergeIntervals,
  shiftsBetween,
  WEEKDAYS,
  type WorkingHours,
} from './working-hours.ts';

const HOUR = 3_600_000;

/** Given as "monday 08:00–17:00", or with a date for an exception; a date alone is a day off. */
function hoursOf(...texts: string[]): WorkingHours {
  const hours: WorkingHours = { weekly: [], exceptions: [] };
  for (const text of texts) {
    const [on, start, end] = text.split(/[ –]/) as [string, string?, string?];
    const intervals = start && end ? [{ start, end }] : [];
    const day = WEEKDAYS.find((weekday) => weekday === on);
    if (day) hours.weekly.push(...intervals.map((local) => ({ day, ...local })));
    else hours.exceptions.push({ date: on, intervals });
  }
  return hours;
}

function daily(...texts: string[]): WorkingHours {
  return hoursOf(...WEEKDAYS.flatMap((day) => texts.map((text) => `${day} ${text}`)));
}

function date(text: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(text);
}

/** The shifts as "2026-03-08T17:00Z/22:00Z"; the date is repeated only if it changes. */
function shifts(hours: WorkingHours, timeZone: string, from: string, to = from): string[] {
  return shiftsBetween(hours, timeZone, date(from), date(to)).map(({ start, end }) => {
    const [first, last] = [start, end].map((time) => {
      return Temporal.Instant.fromEpochMilliseconds(time).toString({ smallestUnit: 'minute' });
    }) as [string, string];
    return `${first}/${last.startsWith(first.slice(0, 10)) ? last.slice(11) : last}`;
  });
}

function lengths(hours: WorkingHours, timeZone: string, from: string, to = from): number[] {
  return shiftsBetween(hours, timeZone, date(from), date(to)).map(
    ({ start, end }) => (end - start) / HOUR,
  );
}

const onTheHour = fc.nat(23).map((hour) => `${String(hour).padStart(2, '0')}:00`);
const localHours: fc.Arbitrary<LocalHours> = fc.record({
  start: onTheHour,
  end: fc.oneof(onTheHour, fc.constant('24:00')),
});
const weekday = fc.constantFrom(...WEEKDAYS);
const weekly = fc.array(fc.tuple(weekday, localHours), { maxLength: 8 }).map((all) => {
  return all.map(([day, local]) => ({ day, ...local }));
});

describe('checkWorkingHours', () => {
  const codes = (...texts: string[]) =>
    checkWorkingHours(hoursOf(...texts), '/working_hours').map(({ pointer, code }) => {
      return `${pointer.slice('/working_hours/'.length)} ${code}`;
    });

  it('accepts the default, adjacent hours, nights, and whole days', () => {
    assert.deepEqual(checkWorkingHours(DEFAULT_WORKING_HOURS, ''), []);
    assert.deepEqual(codes('monday 08:00–12:00', 'monday 12:00–17:00'), []);
    assert.deepEqual(codes('monday 22:00–06:00', 'tuesday 06:00–08:00'), []);
    assert.deepEqual(codes('sunday 22:00–06:00', 'monday 06:00–08:00'), []);
    assert.deepEqual(codes('monday 08:00–08:00', 'tuesday 08:00–24:00'), []);
    assert.deepEqual(codes('monday 00:00–24:00', 'tuesday 00:00–00:00'), []);
  });

  it('reports overlapping and duplicate hours of a day', () => {
    assert.deepEqual(codes('monday 08:00–12:00', 'monday 11:59–17:00'), ['weekly/1 overlapping']);
    assert.deepEqual(codes('monday 08:00–12:00', 'monday 08:00–12:00'), ['weekly/1 overlapping']);
    assert.deepEqual(codes('monday 11:00–17:00', 'monday 08:00–12:00'), ['weekly/0 overlapping']);
    assert.deepEqual(codes('monday 08:00–18:00', 'monday 09:00–10:00', 'monday 11:00–12:00'), [
      'weekly/1 overlapping',
      'weekly/2 overlapping',
    ]);
  });

  it('reports the morning that overlaps a night shift, also from Sunday to Monday', () => {
    assert.deepEqual(codes('monday 22:00–06:00', 'tuesday 05:00–09:00'), ['weekly/1 overlapping']);
    assert.deepEqual(codes('monday 05:00–09:00', 'sunday 22:00–06:00'), ['weekly/0 overlapping']);
  });

  it('compares the hours of an exception with each other, not with the week they replace', () => {
    assert.deepEqual(codes('friday 08:00–17:00', '2027-12-24 10:00–12:00'), []);
    const intervals = [
      { start: '08:00', end: '12:00' },
      { start: '11:00', end: '13:00' },
    ];
    assert.deepEqual(
      checkWorkingHours({ weekly: [], exceptions: [{ date: '2027-12-24', intervals }] }, '')[0]
        ?.pointer,
      '/exceptions/0/intervals/1',
    );
  });

  it('lists all errors at once, each with the next step', () => {
    const wrong = hoursOf(
      'monday 08:00–12:00',
      'monday 10:00–17:00',
      'tuesday 24:00–06:00',
      '2027-12-24',
      '2027-02-29',
      '2027-13-01',
      '2027-12-24 10:00–12:00',
    );
    assert.deepEqual(checkWorkingHours(wrong, '/working_hours'), [
      {
        pointer: '/working_hours/weekly/2/start',
        code: 'out_of_range',
        detail:
          'The hours on tuesday must not start at 24:00. Add them to the next day, from 00:00.',
      },
      {
        pointer: '/working_hours/weekly/1',
        code: 'overlapping',
        detail:
          'The hours on monday from 10:00 to 17:00 overlap those on monday from 08:00 to 12:00. Combine the two, or start one when the other ends.',
      },
      {
        pointer: '/working_hours/exceptions/1/date',
        code: 'invalid_format',
        detail: 'The date 2027-02-29 does not exist. Correct it, or leave the exception out.',
      },
      {
        pointer: '/working_hours/exceptions/2/date',
        code: 'invalid_format',
        detail: 'The date 2027-13-01 does not exist. Correct it, or leave the exception out.',
      },
      {
        pointer: '/working_hours/exceptions/3/date',
        code: 'repeated',
        detail:
          'There is already an exception for 2027-12-24. Put all hours of that date into one exception.',
      },
    ]);
  });

  it('refuses exactly the weeks in which an hour is worked twice', () => {
    fc.assert(
      fc.property(weekly, (week) => {
        const worked = week.flatMap(({ day, start, end }) => {
          const first = WEEKDAYS.indexOf(day) * 24 + Number.parseInt(start, 10);
          const length = Number.parseInt(end, 10) - Number.parseInt(start, 10);
          return Array.from({ length: length > 0 ? length : length + 24 }, (_, hour) => {
            return (first + hour) % 168;
          });
        });
        const errors = checkWorkingHours({ weekly: week, exceptions: [] }, '');
        assert.equal(errors.length > 0, new Set(worked).size < worked.length);
      }),
    );
  });

  it('accepts any well-formed input', () => {
    const digits = (length: number) =>
      fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
    const time = fc.oneof(
      fc.constantFrom('00:00', '23:59', '24:00'),
      fc.tuple(fc.nat(23), fc.nat(59)).map((parts) => {
        return parts.map((part) => String(part).padStart(2, '0')).join(':');
      }),
    );
    const local = fc.record({ start: time, end: time });
    const anyDate = fc.tuple(digits(4), digits(2), digits(2)).map((parts) => parts.join('-'));
    const hours = fc.record({
      weekly: fc.array(fc.tuple(weekday, local).map(([day, times]) => ({ day, ...times }))),
      exceptions: fc.array(fc.record({ date: anyDate, intervals: fc.array(local) })),
    });
    fc.assert(
      fc.property(hours, (value) => {
        checkWorkingHours(value, '');
        shiftsBetween(value, 'Europe/London', date('2026-03-20'), date('2026-04-02'));
      }),
    );
  });
});

describe('shiftsBetween', () => {
  it('follows clock changes in spring and fall', () => {
    assert.deepEqual(
      shifts(DEFAULT_WORKING_HOURS, 'America/New_York', '2023-11-03', '2023-11-06'),
      ['2023-11-03T12:00Z/21:00Z', '2023-11-06T13:00Z/22:00Z'],
    );
    const afternoons = daily('13:00–18:00');
    assert.deepEqual(shifts(afternoons, 'America/New_York', '2026-03-07', '2026-03-08'), [
      '2026-03-07T18:00Z/23:00Z',
      '2026-03-08T17:00Z/22:00Z',
    ]);
  });

  it('gives the night of a clock change its real length', () => {
    const nights = daily('22:00–06:00');
    assert.deepEqual(lengths(nights, 'America/New_York', '2026-03-07', '2026-03-08'), [8, 7, 8]);
    assert.deepEqual(lengths(nights, 'America/New_York', '2026-10-31', '2026-11-01'), [8, 9, 8]);
    assert.deepEqual(lengths(nights, 'Australia/Lord_Howe', '2026-04-04'), [8, 8.5]);
    assert.deepEqual(lengths(nights, 'Australia/Lord_Howe', '2026-10-03'), [8, 7.5]);
    assert.deepEqual(lengths(hoursOf('sunday 08:00–08:00'), 'Europe/London', '2026-03-29'), [24]);
    assert.deepEqual(lengths(hoursOf('saturday 08:00–08:00'), 'Europe/London', '2026-03-28'), [23]);
  });

  it('has nothing in a skipped hour, and has a repeated hour twice', () => {
    const earlyHour = daily('02:00–03:00');
    assert.deepEqual(shifts(earlyHour, 'America/New_York', '2026-03-08'), []);
    assert.deepEqual(shifts(daily('02:30–03:00'), 'America/New_York', '2026-03-08'), []);
    assert.deepEqual(shifts(daily('01:00–02:00'), 'America/New_York', '2026-11-01'), [
      '2026-11-01T05:00Z/07:00Z',
    ]);
  });

  it('ends at midnight even if the clocks skip midnight', () => {
    assert.deepEqual(shifts(daily('20:00–24:00'), 'Africa/Cairo', '2026-04-23'), [
      '2026-04-23T18:00Z/22:00Z',
    ]);
  });

  it('handles half-hour zones, and a date that was skipped at the date line', () => {
    assert.deepEqual(shifts(daily('09:30–18:00'), 'Asia/Kolkata', '2026-05-04'), [
      '2026-05-04T04:00Z/12:30Z',
    ]);
    const days = daily('08:00–17:00');
    assert.deepEqual(shifts(days, 'Pacific/Apia', '2011-12-29', '2011-12-31'), [
      '2011-12-29T18:00Z/2011-12-30T03:00Z',
      '2011-12-30T18:00Z/2011-12-31T03:00Z',
    ]);
    assert.deepEqual(shifts(days, 'Pacific/Apia', '2011-12-30'), []);
    const fridays = hoursOf('friday 08:00–17:00');
    assert.deepEqual(shifts(fridays, 'Pacific/Apia', '2011-12-30', '2011-12-31'), []);
  });

  it('merges overlapping and adjacent hours, also across midnight', () => {
    assert.deepEqual(
      shifts(hoursOf('monday 06:00–10:00', 'monday 08:00–10:00'), 'UTC', '2026-05-04'),
      ['2026-05-04T06:00Z/10:00Z'],
    );
    const lateAndEarly = hoursOf('tuesday 23:00–24:00', 'wednesday 00:00–00:30');
    for (const day of ['2023-06-13', '2023-06-14']) {
      assert.deepEqual(shifts(lateAndEarly, 'Europe/London', day), ['2023-06-13T22:00Z/23:30Z']);
    }
  });

  it('includes the complete night shift that started the day before', () => {
    const night = hoursOf('monday 22:00–06:00');
    assert.deepEqual(shifts(night, 'UTC', '2026-05-05'), ['2026-05-04T22:00Z/2026-05-05T06:00Z']);
    assert.deepEqual(shifts(night, 'UTC', '2026-05-06'), []);
  });

  it('goes back to the start of a shift of several days, and to a Monday if it has no start', () => {
    const duty = hoursOf('monday 08:00–08:00', 'tuesday 08:00–08:00', 'wednesday 08:00–17:00');
    assert.deepEqual(shifts(duty, 'UTC', '2026-05-06'), ['2026-05-04T08:00Z/2026-05-06T17:00Z']);
    for (const day of ['2026-05-11', '2026-05-14', '2026-05-17']) {
      const [stretch] = shifts(daily('00:00–24:00'), 'UTC', day);
      assert.equal(stretch?.slice(0, 17), '2026-05-04T00:00Z');
    }
  });

  it('lets an exception replace what starts on its date, and nothing that started before', () => {
    const workdays = [...DEFAULT_WORKING_HOURS.weekly];
    const exceptions = hoursOf('2023-06-13 10:00–15:00').exceptions;
    assert.deepEqual(
      shifts({ weekly: workdays, exceptions }, 'America/New_York', '2023-06-13', '2023-06-14'),
      ['2023-06-13T14:00Z/19:00Z', '2023-06-14T12:00Z/21:00Z'],
    );
    const nightsExceptTuesday = hoursOf(
      'monday 22:00–06:00',
      'tuesday 22:00–06:00',
      'wednesday 22:00–06:00',
      '2026-05-05',
    );
    assert.deepEqual(shifts(nightsExceptTuesday, 'UTC', '2026-05-04', '2026-05-06'), [
      '2026-05-04T22:00Z/2026-05-05T06:00Z',
      '2026-05-06T22:00Z/2026-05-07T06:00Z',
    ]);
  });

  it('never lets an impossible date change another day', () => {
    assert.deepEqual(
      shifts(
        { ...daily('08:00–17:00'), ...{ exceptions: hoursOf('2026-02-30').exceptions } },
        'UTC',
        '2026-03-02',
      ),
      ['2026-03-02T08:00Z/17:00Z'],
    );
  });

  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  const day = fc.integer({ min: 0, max: 30_000 }).map((days) => date('1970-01-01').add({ days }));

  it('converts local time like Temporal, in every zone', () => {
    const minutes = fc.nat(24 * 60 - 1);
    const clock = (time: number) => Temporal.PlainTime.from('00:00').add({ minutes: time });
    fc.assert(
      fc.property(zone, day, minutes, minutes, fc.boolean(), (timeZone, on, a, b, nearChange) => {
        const change = on.toZonedDateTime(timeZone).getTimeZoneTransition('next');
        const start = nearChange && change ? change.toPlainDate() : on;
        const momentOf = (of: Temporal.PlainDate, time: number) =>
          of.toZonedDateTime({ timeZone, plainTime: clock(time) }).epochMilliseconds;
        const [from, until] = [
          momentOf(start, a),
          momentOf(b > a ? start : start.add({ days: 1 }), b),
        ];
        const isSkipped = !start.toZonedDateTime(timeZone).toPlainDate().equals(start);
        const local = {
          start: clock(a).toString().slice(0, 5),
          end: clock(b).toString().slice(0, 5),
        };
        const exceptions = [{ date: start.toString(), intervals: [local] }];
        assert.deepEqual(
          shiftsBetween({ weekly: [], exceptions }, timeZone, start, start),
          from < until && !isSkipped ? [{ start: from, end: until }] : [],
        );
      }),
      { numRuns: 500 },
    );
  });

  it('gives the same hours at another time in a zone without clock changes', () => {
    const steady = fc.constantFrom(
      ['Asia/Kolkata', 5.5] as const,
      ['America/Phoenix', -7] as const,
      ['Pacific/Kiritimati', 14] as const,
    );
    fc.assert(
      fc.property(weekly, steady, day, (week, [timeZone, offset], from) => {
        const on = from.with({ year: 2026 });
        const ask = (asked: string) => {
          return shiftsBetween({ weekly: week, exceptions: [] }, asked, on, on.add({ days: 9 }));
        };
        const moved = ask(timeZone).map(({ start, end }) => {
          return { start: start + offset * HOUR, end: end + offset * HOUR };
        });
        assert.deepEqual(moved, ask('UTC'));
      }),
    );
  });

  it('gives a shift the same start and end for any queried dates', () => {
    // Hours without any break have no start; this week has Sunday off.
    const pausing = weekly.map((week) => week.filter((hours) => !/^s/.test(hours.day)));
    fc.assert(
      fc.property(pausing, zone, day, fc.nat(12), (week, timeZone, from, days) => {
        const ask = (first: Temporal.PlainDate, last: Temporal.PlainDate) =>
          shiftsBetween({ weekly: week, exceptions: [] }, timeZone, first, last);
        const singly = Array.from({ length: days + 1 }, (_, index) => {
          const on = from.add({ days: index });
          return ask(on, on);
        }).flat();
        const once = new Map(singly.map((shift) => [shift.start, shift]));
        assert.deepEqual(ask(from, from.add({ days })), [...once.values()]);
      }),
    );
  });
});

describe('mergeIntervals', () => {
  it('covers the same time, in order, with gaps in between', () => {
    const interval: fc.Arbitrary<Interval> = fc
      .tuple(fc.nat(40), fc.integer({ min: 1, max: 9 }))
      .map(([start, length]) => ({ start, end: start + length }));
    const covered = (intervals: readonly Interval[]) =>
      Array.from({ length: 50 }, (_, time) =>
        intervals.some(({ start, end }) => start <= time && time < end),
      );
    fc.assert(
      fc.property(fc.array(interval), (intervals) => {
        const merged = mergeIntervals(intervals);
        assert.deepEqual(covered(merged), covered(intervals));
        assert.ok(merged.every(({ end }, index) => end < (merged[index + 1]?.start ?? Infinity)));
      }),
    );
  });
});
