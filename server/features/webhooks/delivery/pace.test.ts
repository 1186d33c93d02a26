import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Pace } from './pace.ts';

/** Starts each request as early as allowed, given the gaps between calls. */
function startAll(perSecond: number, gaps: readonly number[]): number[] {
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
  it('starts at most the allowed number within any one-second window', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 200 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), gaps, (perSecond, all) => {
        const begun = startAll(perSecond, all);
        for (const [index, time] of begun.entries()) {
          const before = begun.slice(0, index + 1).filter((other) => other > time - 1000);
          assert(before.length <= perSecond);
        }
      }),
    );
  });

  it('allows the full rate in every second when asked often enough', () => {
    const begun = startAll(
      5,
      Array.from({ length: 51 }, () => 0),
    );
    assert.equal(begun.at(-1), 10_000);
  });
});
