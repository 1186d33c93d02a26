import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type Interval,
  mergeIntervals,
  shiftsBetween,
  WEEKDAYS,
  type WorkingHours,
} from '../../domain/working-hours.ts';
import { type Busy, explainSlots, findSlots, mergeTeamSlots, type SlotOptions } from './slots.ts';

const MINUTE = 60_000;
const WORKDAYS = WEEKDAYS.slice(0, 5);

function weekly(days: readonly (typeof WEEKDAYS)[number][], start: string, end: string) {
  return days.map((day) => ({ day, start, end }));
}

function always(start: string, end: string): WorkingHours {
  return { weekly: weekly(WEEKDAYS, start, end), exceptions: [] };
}

function at(text: string): number {
  return Temporal.Instant.from(text).epochMilliseconds;
}

function instant(time: number): string {
  return Temporal.Instant.fromEpochMilliseconds(time).toString({ smallestUnit: 'minute' });
}

function busyWith(reason: Busy['reason'], start: string, end: string, bufferMinutes = 0): Busy {
  const ref = `${reason}_1`;
  return { start: at(start), end: at(end), bufferMs: bufferMinutes * MINUTE, reason, ref };
}

interface Scenario {
  hours: WorkingHours;
  zone: string;
  from: string;
  to?: string;
  minutes: number;
  step?: number;
  buffer?: number;
  notBefore?: string;
  notAfter?: string;
  busy?: Busy[];
}

const NO_WAY = { place: null, travel: null };

/** From working hours to slots and reasons, with the same steps as the operation. */
function explain({ hours, zone, from, to = from, busy = [], ...scenario }: Scenario) {
  const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)];
  const window = {
    start: first.toZonedDateTime(zone).epochMilliseconds,
    end: last.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds,
  };
  return explainSlots(shiftsBetween(hours, zone, first, last), busy, {
    durationMs: scenario.minutes * MINUTE,
    stepMs: (scenario.step ?? scenario.minutes) * MINUTE,
    bufferMs: (scenario.buffer ?? 0) * MINUTE,
    ...NO_WAY,
    notBefore: scenario.notBefore ? at(scenario.notBefore) : -Infinity,
    notAfter: scenario.notAfter ? at(scenario.notAfter) : Infinity,
    window,
  });
}

function starts(scenario: Scenario): string[] {
  return explain(scenario).slots.map(({ start }) => instant(start));
}

/** The intervals that slots of 15 minutes fill. */
function open(scenario: Omit<Scenario, 'minutes'>): string[] {
  const { slots } = explain({ ...scenario, minutes: 15 });
  return mergeIntervals(slots).map(({ start, end }) => `${instant(start)}/${instant(end)}`);
}

/** The reasons between two times, such as "09:00 10:00 appointment". */
function reasons(scenario: Scenario, after: string, before: string): string[] {
  return explain(scenario)
    .blocked.filter(({ start, end }) => at(after) <= start && end <= at(before))
    .map(
      ({ start, end, reason }) =>
        `${instant(start).slice(11, 16)} ${instant(end).slice(11, 16)} ${reason}`,
    );
}

describe('known cases, from working hours to slots', () => {
  const newYork = 'America/New_York';

  it('1: has slots from 14:00Z to 22:00Z in the week after daylight saving time ended in New York', () => {
    const hours = { weekly: weekly(WORKDAYS, '09:00', '17:00'), exceptions: [] };
    assert.deepEqual(
      open({ hours, zone: newYork, from: '2023-11-06', to: '2023-11-12' }),
      [6, 7, 8, 9, 10].map((day) => {
        const date = `2023-11-${String(day).padStart(2, '0')}`;
        return `${date}T14:00Z/${date}T22:00Z`;
      }),
    );
  });

  it('2 and 3: follows local time on the day daylight saving time starts', () => {
    assert.deepEqual(open({ hours: always('13:00', '18:00'), zone: newYork, from: '2026-03-08' }), [
      '2026-03-08T17:00Z/2026-03-08T22:00Z',
    ]);
    const hours = always('15:00', '16:00');
    assert.deepEqual(starts({ hours, zone: 'America/Chicago', from: '2025-03-09', minutes: 60 }), [
      '2025-03-09T20:00Z',
    ]);
  });

  it('4 and 5: has one hour less in spring, and one more in autumn', () => {
    const scenario = { hours: always('01:00', '04:00'), zone: newYork, minutes: 60 };
    assert.deepEqual(starts({ ...scenario, from: '2026-03-08' }), [
      '2026-03-08T06:00Z',
      '2026-03-08T07:00Z',
    ]);
    assert.deepEqual(starts({ ...scenario, from: '2026-11-01' }), [
      '2026-11-01T05:00Z',
      '2026-11-01T06:00Z',
      '2026-11-01T07:00Z',
      '2026-11-01T08:00Z',
    ]);
  });

  it('6 and 7: has different hours, or none, on the date of an exception', () => {
    const dates = { from: '2023-06-13', to: '2023-06-14' };
    const ordinary = weekly(WORKDAYS, '08:00', '17:00');
    const shorter = [{ date: '2023-06-13', intervals: [{ start: '10:00', end: '15:00' }] }];
    assert.deepEqual(
      open({ hours: { weekly: ordinary, exceptions: shorter }, zone: newYork, ...dates }),
      ['2023-06-13T14:00Z/2023-06-13T19:00Z', '2023-06-14T12:00Z/2023-06-14T21:00Z'],
    );
    const off = [{ date: '2023-06-13', intervals: [] }];
    assert.deepEqual(
      open({ hours: { weekly: ordinary, exceptions: off }, zone: 'Europe/London', ...dates }),
      ['2023-06-14T07:00Z/2023-06-14T16:00Z'],
    );
  });

  it('8: continues across midnight', () => {
    const hours = {
      weekly: [
        ...weekly(WORKDAYS, '23:00', '24:00'),
        ...weekly(WEEKDAYS.slice(1, 6), '00:00', '00:30'),
      ],
      exceptions: [],
    };
    const dates = { from: '2023-06-13', to: '2023-06-14' };
    assert.deepEqual(starts({ hours, zone: 'Europe/London', ...dates, minutes: 90 }), [
      '2023-06-13T22:00Z',
      '2023-06-14T22:00Z',
    ]);
  });

  it('9: offers a slot once when working hours overlap', () => {
    const hours = {
      weekly: [...weekly(['monday'], '06:00', '10:00'), ...weekly(['monday'], '08:00', '10:00')],
      exceptions: [],
    };
    assert.deepEqual(starts({ hours, zone: 'UTC', from: '2026-05-04', minutes: 120 }), [
      '2026-05-04T06:00Z',
      '2026-05-04T08:00Z',
    ]);
  });

  it('10: offers the time around appointments, in whatever order they are given', () => {
    const busy = [
      busyWith('appointment', '2026-05-04T04:45Z', '2026-05-04T05:00Z'),
      busyWith('appointment', '2026-05-04T04:00Z', '2026-05-04T04:15Z'),
    ];
    for (const order of [busy, busy.toReversed()]) {
      assert.deepEqual(
        open({ hours: always('04:00', '12:00'), zone: 'UTC', from: '2026-05-04', busy: order }),
        ['2026-05-04T04:15Z/2026-05-04T04:45Z', '2026-05-04T05:00Z/2026-05-04T12:00Z'],
      );
    }
  });

  it('11: counts steps from the start of the shift, not from the end of an appointment', () => {
    assert.deepEqual(
      starts({
        hours: always('08:00', '12:30'),
        zone: 'America/Los_Angeles',
        from: '2026-05-04',
        minutes: 60,
        busy: [busyWith('appointment', '2026-05-04T17:00Z', '2026-05-04T17:10Z')],
      }),
      ['2026-05-04T15:00Z', '2026-05-04T16:00Z', '2026-05-04T18:00Z'],
    );
  });

  it('12: counts steps in a time zone with a half-hour offset', () => {
    const scenario = { hours: always('09:30', '18:00'), zone: 'Asia/Kolkata', minutes: 45 };
    const found = starts({ ...scenario, from: '2026-05-04' });
    assert.deepEqual(found.slice(0, 2), ['2026-05-04T04:00Z', '2026-05-04T04:45Z']);
    assert.equal(found.at(-1), '2026-05-04T11:30Z');
    assert.equal(found.length, 11);
  });

  it('13: offers a team the slots of any member', () => {
    const scenario = {
      hours: always('08:00', '10:00'),
      zone: 'UTC',
      from: '2026-05-04',
      minutes: 60,
    };
    const busy = [busyWith('appointment', '2026-05-04T08:00Z', '2026-05-04T09:00Z')];
    const team = mergeTeamSlots([
      { userId: 'usr_b', slots: explain(scenario).slots },
      { userId: 'usr_a', slots: explain({ ...scenario, busy }).slots },
    ]);
    assert.deepEqual(
      team.map(({ start, userIds }) => [instant(start), ...userIds]),
      [
        ['2026-05-04T08:00Z', 'usr_b'],
        ['2026-05-04T09:00Z', 'usr_a', 'usr_b'],
      ],
    );
  });

  it('14: offers the slot again after its appointment is canceled or its hold expires', () => {
    const scenario = {
      hours: always('08:00', '10:00'),
      zone: 'UTC',
      from: '2026-05-04',
      minutes: 60,
    };
    for (const reason of ['appointment', 'hold'] as const) {
      const busy = [busyWith(reason, '2026-05-04T09:00Z', '2026-05-04T10:00Z')];
      assert.deepEqual(starts({ ...scenario, busy }), ['2026-05-04T08:00Z']);
    }
    assert.deepEqual(starts(scenario), ['2026-05-04T08:00Z', '2026-05-04T09:00Z']);
  });
});

describe('buffers around an appointment', () => {
  const scenario = {
    hours: always('08:00', '12:00'),
    zone: 'UTC',
    from: '2026-05-04',
    minutes: 60,
  };
  const times = (more: Partial<Scenario>) =>
    starts({ ...scenario, step: 15, ...more }).map((start) => start.slice(11, 16));

  it('are its own buffer after it, and the new appointment’s buffer before it', () => {
    const busy = [busyWith('appointment', '2026-05-04T09:30Z', '2026-05-04T10:00Z', 30)];
    assert.deepEqual(times({ busy }), ['08:00', '08:15', '08:30', '10:30', '10:45', '11:00']);
    assert.deepEqual(times({ busy, buffer: 15 }), ['08:00', '08:15', '10:30', '10:45', '11:00']);
  });

  it('are not needed before time off, or at the end of the shift', () => {
    const off = [busyWith('time_off', '2026-05-04T09:30Z', '2026-05-04T10:00Z')];
    assert.deepEqual(times({ busy: off, buffer: 15 }), times({ busy: off }));
    assert.equal(times({ busy: off, buffer: 15 }).at(-1), '11:00');
    const hold = [busyWith('hold', '2026-05-04T09:30Z', '2026-05-04T10:00Z')];
    assert.equal(times({ busy: off, buffer: 15 }).includes('08:30'), true);
    assert.equal(times({ busy: hold, buffer: 15 }).includes('08:30'), false);
  });
});

describe('explainSlots', () => {
  const scenario = {
    hours: always('08:00', '17:00'),
    zone: 'UTC',
    from: '2026-05-04',
    minutes: 60,
  };

  it('gives the reason for every time without a slot', () => {
    const day = {
      ...scenario,
      buffer: 15,
      notBefore: '2026-05-04T08:20Z',
      notAfter: '2026-05-04T14:30Z',
      busy: [
        busyWith('appointment', '2026-05-04T10:30Z', '2026-05-04T11:00Z', 15),
        busyWith('time_off', '2026-05-04T12:00Z', '2026-05-04T13:00Z'),
        busyWith('hold', '2026-05-04T16:00Z', '2026-05-04T16:30Z'),
      ],
    };
    assert.deepEqual(reasons(day, '2026-05-04T00:00Z', '2026-05-05T00:00Z'), [
      '00:00 08:00 outside_working_hours',
      '08:00 08:20 minimum_notice',
      '08:20 09:00 too_short',
      '10:00 10:15 too_short',
      '10:15 10:30 buffer',
      '10:30 11:00 appointment',
      '11:00 11:15 buffer',
      '11:15 12:00 too_short',
      '12:00 13:00 time_off',
      '15:00 15:45 beyond_horizon',
      '15:45 16:00 buffer',
      '16:00 16:30 hold',
      '16:30 17:00 beyond_horizon',
      '17:00 00:00 outside_working_hours',
    ]);
  });

  it('names the appointment, for its buffers too, and shows only the requested window', () => {
    const busy = [busyWith('appointment', '2026-05-03T22:00Z', '2026-05-04T00:30Z', 30)];
    const [appointment, outside, buffer] = explain({ ...scenario, busy }).blocked;
    assert.deepEqual(
      [appointment, buffer].map((blocked) => [blocked?.reason, blocked?.ref]),
      [
        ['appointment', 'appointment_1'],
        ['buffer', 'appointment_1'],
      ],
    );
    assert.equal(appointment?.start, at('2026-05-04T00:00Z'));
    assert.equal(outside?.reason, 'outside_working_hours');
    assert.equal(outside?.ref, null);
  });

  it('gives two reasons for an appointment during time off', () => {
    const busy = [
      busyWith('time_off', '2026-05-04T08:00Z', '2026-05-04T17:00Z'),
      busyWith('appointment', '2026-05-04T09:00Z', '2026-05-04T10:00Z'),
    ];
    assert.deepEqual(reasons({ ...scenario, busy }, '2026-05-04T08:00Z', '2026-05-04T17:00Z'), [
      '08:00 17:00 time_off',
      '09:00 10:00 appointment',
    ]);
  });
});

/** Small numbers collide more often, and the rules do not depend on the unit. */
const shiftsInOrder: fc.Arbitrary<Interval[]> = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 50 })), {
    maxLength: 5,
  })
  .map((parts) => {
    let time = -20;
    return parts.map(([pause, length]) => {
      const start = time + pause;
      time = start + length;
      return { start, end: time };
    });
  });
const busyOne: fc.Arbitrary<Busy> = fc
  .record({
    start: fc.integer({ min: -30, max: 180 }),
    length: fc.integer({ min: 1, max: 25 }),
    bufferMs: fc.nat(6),
    reason: fc.constantFrom('appointment', 'hold', 'time_off'),
    ref: fc.constantFrom('a', 'b', null),
  })
  .map(({ start, length, bufferMs, reason, ref }) => {
    return {
      start,
      end: start + length,
      bufferMs: reason === 'time_off' ? 0 : bufferMs,
      reason,
      ref,
    };
  });
const busyList = fc.array(busyOne, { maxLength: 8 });
const slotOptions: fc.Arbitrary<SlotOptions> = fc
  .record({
    durationMs: fc.integer({ min: 1, max: 15 }),
    stepMs: fc.integer({ min: 1, max: 12 }),
    bufferMs: fc.nat(6),
    notBefore: fc.integer({ min: -20, max: 60 }),
    notAfter: fc.integer({ min: 40, max: 200 }),
    from: fc.integer({ min: -10, max: 60 }),
    length: fc.nat(150),
  })
  .map(({ from, length, ...rest }) => ({
    ...rest,
    ...NO_WAY,
    window: { start: from, end: from + length },
  }));

function overlap(a: Interval, b: Interval): boolean {
  return a.start < b.end && b.start < a.end;
}

function conflict(slot: Interval, busy: Busy, bufferMs: number): boolean {
  const buffer = busy.reason === 'time_off' ? 0 : bufferMs;
  return slot.start < busy.end + busy.bufferMs && busy.start < slot.end + buffer;
}

function moved<Kind extends Interval>(interval: Kind, by: number): Kind {
  return { ...interval, start: interval.start + by, end: interval.end + by };
}

function holds(promise: (shifts: Interval[], busy: Busy[], options: SlotOptions) => void): void {
  fc.assert(fc.property(shiftsInOrder, busyList, slotOptions, promise), { numRuns: 500 });
}

describe('findSlots, for any day', () => {
  it('never conflicts with busy time', () => {
    holds((shifts, busy, options) => {
      for (const slot of findSlots(shifts, busy, options)) {
        assert.ok(!busy.some((one) => conflict(slot, one, options.bufferMs)));
      }
    });
  });

  it('returns slots on the steps of one shift, with the duration, that start in the window', () => {
    holds((shifts, busy, options) => {
      for (const { start, end } of findSlots(shifts, busy, options)) {
        const shift = shifts.find((one) => one.start <= start && end <= one.end);
        assert.ok(shift);
        assert.equal((start - shift.start) % options.stepMs, 0);
        assert.equal(end - start, options.durationMs);
        assert.ok(options.window.start <= start && start < options.window.end);
      }
    });
  });

  it('finds every possible slot, in order', () => {
    holds((shifts, busy, options) => {
      const { durationMs, stepMs, bufferMs, notBefore, notAfter, window } = options;
      const expected = shifts.flatMap((shift) => {
        const count = Math.floor((shift.end - durationMs - shift.start) / stepMs) + 1;
        return Array.from({ length: Math.max(0, count) }, (_, index) => {
          const start = shift.start + index * stepMs;
          return { start, end: start + durationMs };
        }).filter(
          (slot) =>
            slot.start >= Math.max(window.start, notBefore) &&
            slot.start < window.end &&
            slot.start <= notAfter &&
            !busy.some((one) => conflict(slot, one, bufferMs)),
        );
      });
      assert.deepEqual(findSlots(shifts, busy, options), expected);
    });
  });

  it('drops only the slots before the minimum notice and after the horizon', () => {
    holds((shifts, busy, options) => {
      const unbound = { ...options, notBefore: -Infinity, notAfter: Infinity };
      assert.deepEqual(
        findSlots(shifts, busy, options),
        findSlots(shifts, busy, unbound).filter(
          ({ start }) => options.notBefore <= start && start <= options.notAfter,
        ),
      );
    });
  });

  it('gains no slot from one more appointment, and gets all back when it is removed', () => {
    fc.assert(
      fc.property(shiftsInOrder, busyList, busyOne, slotOptions, (shifts, busy, more, options) => {
        const before = findSlots(shifts, busy, options);
        const known = new Set(before.map(({ start }) => start));
        const busier = [more, ...busy];
        assert.ok(findSlots(shifts, busier, options).every(({ start }) => known.has(start)));
        assert.deepEqual(findSlots(shifts, busier.slice(1), options), before);
      }),
    );
  });

  it('finds the same slots when the window is split', () => {
    holds((shifts, busy, options) => {
      const { start, end } = options.window;
      const middle = start + Math.floor((end - start) / 2);
      assert.deepEqual(
        [
          ...findSlots(shifts, busy, { ...options, window: { start, end: middle } }),
          ...findSlots(shifts, busy, { ...options, window: { start: middle, end } }),
        ],
        findSlots(shifts, busy, options),
      );
    });
  });

  it('shifts with the UTC offset in a time zone without daylight saving time', () => {
    const hour = fc.integer({ min: 0, max: 23 }).map((number) => String(number).padStart(2, '0'));
    const zone = fc.constantFrom(
      ['Asia/Kolkata', 330] as const,
      ['America/Phoenix', -420] as const,
    );
    fc.assert(
      fc.property(hour, hour, zone, busyList, (start, end, [name, minutes], busy) => {
        const scenario = {
          hours: always(`${start}:00`, `${end}:30`),
          from: '2026-05-04',
          minutes: 40,
        };
        const inZone = (by: number) =>
          busy.map((one) => ({
            ...one,
            start: at('2026-05-04T10:00Z') + (one.start + by) * MINUTE,
            end: at('2026-05-04T10:00Z') + (one.end + by) * MINUTE,
          }));
        assert.deepEqual(
          explain({ ...scenario, zone: 'UTC', busy: inZone(0) }).slots,
          explain({ ...scenario, zone: name, busy: inZone(-minutes) }).slots.map((slot) =>
            moved(slot, minutes * MINUTE),
          ),
        );
      }),
    );
  });
});

describe('explainSlots, for any day', () => {
  it('returns the slots of findSlots, and a slot or a reason for every moment of the window', () => {
    holds((shifts, busy, options) => {
      const { slots, blocked } = explainSlots(shifts, busy, options);
      assert.deepEqual(slots, findSlots(shifts, busy, options));
      for (let time = options.window.start; time < options.window.end; time += 1) {
        const moment = { start: time, end: time + 1 };
        assert.ok(
          [...slots, ...blocked].some((one) => overlap(one, moment)),
          `${time}`,
        );
      }
    });
  });

  it('blocks no offered slot and nothing outside the window, in order', () => {
    holds((shifts, busy, options) => {
      const { slots, blocked } = explainSlots(shifts, busy, options);
      for (const [index, one] of blocked.entries()) {
        assert.ok(!slots.some((slot) => overlap(slot, one)));
        assert.ok(options.window.start <= one.start && one.start < one.end);
        assert.ok(one.end <= options.window.end);
        assert.ok(one.start <= (blocked[index + 1]?.start ?? Infinity));
      }
    });
  });

  it('gives only reasons that are true', () => {
    holds((shifts, busy, options) => {
      for (const one of explainSlots(shifts, busy, options).blocked) {
        const isAtWork = shifts.some((shift) => overlap(shift, one));
        if (one.reason === 'outside_working_hours') assert.ok(!isAtWork);
        if (one.reason === 'minimum_notice') assert.ok(isAtWork && one.end <= options.notBefore);
        if (one.reason === 'beyond_horizon') assert.ok(isAtWork && one.start >= options.notAfter);
        if (one.reason === 'too_short') {
          assert.ok(isAtWork && !busy.some((other) => conflict(one, other, options.bufferMs)));
        }
      }
    });
  });

  it('does not depend on the order of busy times', () => {
    const twice = busyList.chain((busy) => {
      const all = { minLength: busy.length, maxLength: busy.length };
      return fc.tuple(fc.constant(busy), fc.shuffledSubarray(busy, all));
    });
    fc.assert(
      fc.property(shiftsInOrder, twice, slotOptions, (shifts, [busy, shuffled], options) => {
        assert.deepEqual(
          explainSlots(shifts, shuffled, options),
          explainSlots(shifts, busy, options),
        );
      }),
    );
  });

  it('shifts its result when all input is shifted', () => {
    fc.assert(
      fc.property(
        shiftsInOrder,
        busyList,
        slotOptions,
        fc.integer({ min: -1_000, max: 2_000_000_000_000 }),
        (shifts, busy, options, by) => {
          const later = explainSlots(
            shifts.map((shift) => moved(shift, by)),
            busy.map((one) => moved(one, by)),
            {
              ...options,
              notBefore: options.notBefore + by,
              notAfter: options.notAfter + by,
              window: moved(options.window, by),
            },
          );
          const { slots, blocked } = explainSlots(shifts, busy, options);
          assert.deepEqual(later, {
            slots: slots.map((slot) => moved(slot, by)),
            blocked: blocked.map((one) => moved(one, by)),
          });
        },
      ),
    );
  });
});

describe('mergeTeamSlots', () => {
  const slot = fc
    .tuple(fc.nat(9), fc.integer({ min: 1, max: 3 }))
    .map(([start, length]) => ({ start, end: start + length }));
  const slots = fc.uniqueArray(slot, { selector: ({ start, end }) => `${start} ${end}` });
  const team = fc
    .uniqueArray(fc.constantFrom('usr_a', 'usr_b', 'usr_c', 'usr_d'), { minLength: 1 })
    .chain((ids) =>
      fc.tuple(...ids.map((userId) => fc.record({ userId: fc.constant(userId), slots }))),
    );

  it('lists exactly the members who have each slot, in order', () => {
    fc.assert(
      fc.property(team, (members) => {
        const joined = mergeTeamSlots(members);
        for (const { start, end, userIds } of joined) {
          const owners = members.filter((member) =>
            member.slots.some((one) => one.start === start && one.end === end),
          );
          assert.deepEqual(userIds, owners.map(({ userId }) => userId).sort());
        }
        const order = joined.map(({ start, end }) => start * 100 + end);
        assert.deepEqual(
          order,
          [...new Set(order)].sort((a, b) => a - b),
        );
        const given = members.flatMap((member) => member.slots);
        assert.equal(new Set(given.map(({ start, end }) => start * 100 + end)).size, order.length);
      }),
    );
  });

  it('loses no slot when a member is added', () => {
    fc.assert(
      fc.property(team, ([newcomer, ...members]) => {
        const after = mergeTeamSlots([newcomer!, ...members]);
        for (const { start, end, userIds } of mergeTeamSlots(members)) {
          const same = after.find((one) => one.start === start && one.end === end);
          assert.ok(userIds.every((userId) => same?.userIds.includes(userId)));
        }
      }),
    );
  });
});
