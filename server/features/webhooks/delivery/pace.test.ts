import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Pace } from './pace.ts';

/** Begins as early as it may, for each time at which somebody asks. */
function beginAll(perSecond: number, gaps: readonly number[]): number[] {
  const pace = new Pace(perSecond);
  let now = 0;
  return gaps.map((gap) => {
    now += gap;
    now += pace.waitMs(now);
    assert.equal(pace.waitMs(now), 0);
    pace.begin(now);
    return now;
  });
}

describe('Pace', () => {
  it('begins no more than so many within any second, wherever the second is laid', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 200 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), gaps, (perSecond, all) => {
        const begun = beginAll(perSecond, all);
        for (const [index, time] of begun.entries()) {
          const before = begun.slice(0, index + 1).filter((other) => other > time - 1000);
          assert(before.length <= perSecond);
        }
      }),
    );
  });

  it('lets everybody who asks often enough begin that many every second', () => {
    const begun = beginAll(
      5,
      Array.from({ length: 51 }, () => 0),
    );
    assert.equal(begun.at(-1), 10_000);
  });
});
