import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  checkWorkingHours,
  DEFAULT_WORKING_HOURS,
  WEEKDAYS,
} from '../../../../server/domain/working-hours.ts';
import { coverOf, painted, rectangle, SLOTS, spansOf, weeklyOf } from './week.ts';

const cell = fc.record({ day: fc.nat(6), slot: fc.nat(SLOTS - 1) });
const strokes = fc.array(fc.record({ from: cell, to: cell, isWork: fc.boolean() }), {
  maxLength: 8,
});

describe('the painted week', () => {
  it('shows the hours as they are, to the minute', () => {
    assert.deepEqual(weeklyOf(spansOf(DEFAULT_WORKING_HOURS.weekly)), DEFAULT_WORKING_HOURS.weekly);
    const early = [{ day: 'monday' as const, start: '08:10', end: '09:00' }];
    assert.equal(coverOf(spansOf(early), 0, 16), 'part');
    assert.equal(coverOf(spansOf(early), 0, 17), 'all');
    assert.deepEqual(weeklyOf(spansOf(early)), early);
  });

  it('keeps a night shift as one, also from Sunday to Monday', () => {
    const nights = [
      { day: 'tuesday' as const, start: '22:00', end: '06:00' },
      { day: 'sunday' as const, start: '22:00', end: '06:00' },
    ];
    assert.deepEqual(weeklyOf(spansOf(nights)), nights);
    assert.equal(coverOf(spansOf(nights), 0, 0), 'all');
  });

  it('takes a break out of the middle of a day', () => {
    const [noon] = rectangle({ day: 0, slot: 24 }, { day: 0, slot: 25 });
    assert(noon);
    const hours = weeklyOf(painted(spansOf(DEFAULT_WORKING_HOURS.weekly), noon, false));
    assert.deepEqual(hours.slice(0, 2), [
      { day: 'monday', start: '08:00', end: '12:00' },
      { day: 'monday', start: '13:00', end: '17:00' },
    ]);
  });

  it('is always something that the service accepts, and means what was painted', () => {
    fc.assert(
      fc.property(strokes, (all) => {
        const expected = new Set<string>();
        let spans = spansOf([]);
        for (const { from, to, isWork } of all) {
          for (const span of rectangle(from, to)) spans = painted(spans, span, isWork);
          eachCell(({ day, slot }) => {
            const isInside =
              (day - from.day) * (day - to.day) <= 0 && (slot - from.slot) * (slot - to.slot) <= 0;
            if (isInside) expected[isWork ? 'add' : 'delete'](`${day} ${slot}`);
          });
        }
        const weekly = weeklyOf(spans);
        assert.deepEqual(checkWorkingHours({ weekly, exceptions: [] }, ''), []);
        eachCell(({ day, slot }) => {
          const isWork = expected.has(`${day} ${slot}`);
          assert.equal(coverOf(spansOf(weekly), day, slot), isWork ? 'all' : 'none');
        });
      }),
      { numRuns: 50 },
    );
  });
});

function eachCell(use: (cell: { day: number; slot: number }) => void): void {
  for (const day of WEEKDAYS.keys()) {
    for (let slot = 0; slot < SLOTS; slot += 1) use({ day, slot });
  }
}
