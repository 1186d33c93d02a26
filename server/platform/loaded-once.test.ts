import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loadedOnce } from './loaded-once.ts';

it('what is loaded with its first use is loaded once for all, and again after a failure', async () => {
  let attempts = 0;
  const value = loadedOnce(async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('Too many open files');
    return attempts;
  });
  const failed = await Promise.allSettled([value(), value()]);
  assert.deepEqual(
    failed.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.deepEqual(await Promise.all([value(), value()]), [2, 2]);
  assert.equal(await value(), 2);
});
