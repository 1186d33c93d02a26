import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { findEnd } from './end-of-log.ts';

describe('the end of the log', () => {
  it('is found within 256 events, with few questions, for any length', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 1_000_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (last, part) => {
          const known = Math.floor(last * part);
          let questions = 0;
          const found = await findEnd(known, async (after) => {
            questions += 1;
            return after < last;
          });
          assert(found <= last && last - found <= 256, `${found} of ${last}`);
          assert(questions <= 26, `${questions} questions`);
        },
      ),
      { numRuns: 50 },
    );
  });
});
