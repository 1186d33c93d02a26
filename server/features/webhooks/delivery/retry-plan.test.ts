import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readRetryAfter } from '../../../platform/outbound/retry-after.ts';
import { isFailingForGood, MAX_ATTEMPTS, nextAttemptAt } from './retry-plan.ts';

const AT = new Date('2027-03-01T15:00:00.000Z');
const HOUR_MS = 3_600_000;

function delayMs(
  attempts: number,
  random: number,
  retryAfter: string | null = null,
): number | null {
  const next = nextAttemptAt({ attempts, at: AT, retryAfter, random });
  return next && next.getTime() - AT.getTime();
}

describe('the retry plan', () => {
  it('is ten attempts over 75.6 hours', () => {
    const delays = Array.from({ length: MAX_ATTEMPTS }, (_, n) => delayMs(n + 1, 0.5));
    const seconds = delays.map((delay) => delay && delay / 1000);
    assert.deepEqual(seconds, [5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400, null]);
    const total = delays.reduce<number>((sum, delay) => sum + (delay ?? 0), 0);
    assert.equal(Math.round(total / HOUR_MS / 0.1) / 10, 75.6);
  });

  it('spreads each delay by at most a tenth in either direction', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: MAX_ATTEMPTS - 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (attempts, random) => {
          const middle = delayMs(attempts, 0.5)!;
          const delay = delayMs(attempts, random)!;
          assert(delay >= middle * 0.9 - 1 && delay <= middle * 1.1 + 1);
        },
      ),
    );
  });

  it('waits as long as the receiver asks, up to one day, and never less than planned', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: MAX_ATTEMPTS - 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 0, max: 10_000_000 }),
        (attempts, random, seconds) => {
          const planned = delayMs(attempts, random)!;
          const requested = Math.min(seconds * 1000, 24 * HOUR_MS);
          const delay = delayMs(attempts, random, String(seconds))!;
          assert(Math.abs(delay - Math.max(planned, requested)) <= 1);
        },
      ),
    );
  });

  it('makes no attempt after the tenth, whatever the receiver asks', () => {
    assert.equal(delayMs(MAX_ATTEMPTS, 0.5, '60'), null);
  });

  it('reads Retry-After as seconds or as a date, and nothing else', () => {
    assert.equal(readRetryAfter('120', AT), 120_000);
    assert.equal(readRetryAfter(' 0 ', AT), 0);
    assert.equal(readRetryAfter('Mon, 01 Mar 2027 15:10:00 GMT', AT), 600_000);
    assert.equal(readRetryAfter('Monday, 01-Mar-27 15:10:00 GMT', AT), 600_000);
    assert.equal(readRetryAfter('Mon, 01 Mar 2027 14:00:00 GMT', AT), 0);
    for (const text of [
      null,
      '',
      'soon',
      '-5',
      '1.5',
      '5 minutes',
      '2027-03-01',
      '9'.repeat(400),
    ]) {
      assert.equal(readRetryAfter(text, AT), null, String(text));
    }
  });

  it('never returns a time that cannot be stored, whatever the header contains', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.nat().map(String)), (retryAfter) => {
        const next = nextAttemptAt({ attempts: 1, at: AT, retryAfter, random: 0.5 })!;
        assert(next.getTime() <= AT.getTime() + 24 * HOUR_MS);
        assert(next.getTime() >= AT.getTime());
      }),
    );
  });

  it('considers an endpoint failing after 120 hours without a success', () => {
    const since = (hours: number) => new Date(AT.getTime() - hours * HOUR_MS);
    assert.equal(isFailingForGood(null, AT), false);
    assert.equal(isFailingForGood(since(119.99), AT), false);
    assert.equal(isFailingForGood(since(120), AT), true);
  });
});
