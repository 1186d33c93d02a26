import assert from 'node:assert/strict';
import { it } from 'node:test';
import { BoundedCache } from './bounded-cache.ts';

it('a bounded cache keeps the newest values, up to its maximum size', () => {
  const cache = new BoundedCache<string, number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  cache.set('c', 3);
  assert.deepEqual([cache.get('a'), cache.get('b'), cache.get('c')], [undefined, 2, 3]);
});
