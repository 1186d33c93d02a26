import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { explainedSlots, nearestSlots } from './availability.ts';
import type { Calendars } from './calendars.ts';
import type { Busy } from './slots.ts';

const HOUR = 60 * 60_000;
const STEP = HOUR / 2;
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;
const MONDAY = Date.parse('2027-03-01T00:00:00Z');
const hours = (day: number, from: number, to: number) => ({
  start: MONDAY + (day * 24 + from) * HOUR,
  end: MONDAY + (day * 24 + to) * HOUR,
});

/** Everyone works 8 to 17 in UTC. */
function calendarsOf(people: readonly { start: number; end: number }[][]): Calendars {
  return {
    scheduling: {
      timeZone: 'UTC',
      minimumNoticeMs: 0,
      bufferMs: 0,
      stepMs: STEP,
      horizonMs: 90 * 24 * HOUR,
      arrivalWindow: null,
      travel: null,
    },
    people: people.map((times, index) => ({
      userId: `user-${index}`,
      name: 'Sam',
      isActive: true,
      isOffered: true,
      isInArea: true,
      skills: [],
      timeZone: 'UTC',
      hours: {
        weekly: WEEKDAYS.map((day) => ({ day, start: '08:00', end: '17:00' })),
        exceptions: [],
      },
      busy: times.map((time): Busy => ({ ...time, bufferMs: 0, reason: 'appointment', ref: null })),
    })),
    fullDays: [],
  };
}

/** Every start of the week, tried one by one. */
function bruteForce(
  people: readonly { start: number; end: number }[][],
  crewSize: number,
  durationMs: number,
  time: number,
) {
  const starts: number[] = [];
  for (let day = 0; day < 5; day += 1) {
    const shift = hours(day, 8, 17);
    for (let start = shift.start; start + durationMs <= shift.end; start += STEP) {
      const free = people.filter((busy) =>
        busy.every((one) => start >= one.end || one.start >= start + durationMs),
      );
      if (start !== time && free.length >= crewSize) starts.push(start);
    }
  }
  return starts.sort((a, b) => Math.abs(a - time) - Math.abs(b - time) || a - b).slice(0, 3);
}

describe('the nearest open slots', () => {
  const busyTime = fc
    .tuple(
      fc.integer({ min: 0, max: 4 }),
      fc.integer({ min: 7, max: 16 }),
      fc.integer({ min: 1, max: 9 }),
    )
    .map(([day, from, length]) => hours(day, from, from + length));

  it('are those of trying every time, also for a crew that is rarely free together', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(busyTime, { maxLength: 8 }), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 6 }).map((steps) => steps * STEP),
        fc.integer({ min: 0, max: 239 }).map((steps) => MONDAY + steps * STEP),
        async (people, crewSize, durationMs, time) => {
          const request = {
            window: hours(0, 0, 5 * 24),
            ...{ durationMs, crewSize, stepMs: null, skills: [], bufferMs: null, place: null },
            now: MONDAY,
          };
          const found = await nearestSlots(calendarsOf(people), request, time, 3);
          assert.deepEqual(
            found.map(({ start }) => start),
            bruteForce(people, crewSize, durationMs, time),
          );
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('explained slots', () => {
  it('give a reason for the time after a full day that only a visit of that day would have reached', async () => {
    const [sam, ...others] = calendarsOf([[hours(2, 2, 5)]]).people;
    assert(sam !== undefined && others.length === 0);
    const weekly = [{ day: 'tuesday' as const, start: '20:00', end: '05:00' }];
    const calendars = {
      ...calendarsOf([]),
      people: [{ ...sam, hours: { weekly, exceptions: [] } }],
      fullDays: [hours(1, 0, 24)],
    };
    const request = {
      window: hours(1, 0, 48),
      ...{ durationMs: 3 * HOUR, crewSize: 1, stepMs: null, skills: [], bufferMs: null },
      ...{ place: null, now: MONDAY },
    };
    const { slots, blocked } = await explainedSlots(calendars, request, (all) => all);
    assert.deepEqual(slots, []);
    let until = request.window.start;
    for (const { start, end } of blocked) {
      assert(start <= until, `from ${new Date(until).toISOString()} nothing is said`);
      until = Math.max(until, end);
    }
    assert.equal(until, request.window.end);
    const full = blocked.filter(({ reason }) => reason === 'capacity');
    assert.deepEqual(
      full.map(({ start, end }) => ({ start, end })),
      [hours(1, 0, 26)],
    );
  });
});
