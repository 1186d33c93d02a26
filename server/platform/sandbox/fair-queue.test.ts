import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FairQueue } from './fair-queue.ts';

describe('a fair queue', () => {
  it('takes one of each owner in turn, each owner in order', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queue.add(item[0]!, item);
    assert.deepEqual([queue.size, queue.countOf('a'), queue.countOf('z')], [6, 3, 0]);
    const taken = Array.from({ length: 7 }, () => queue.take());
    assert.deepEqual(taken, ['a1', 'b1', 'c1', 'a2', 'c2', 'a3', null]);
    assert.equal(queue.size, 0);
  });

  it('skips owners that may not go, and keeps their items', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'b1']) queue.add(item[0]!, item);
    assert.equal(
      queue.take((owner) => owner !== 'a'),
      'b1',
    );
    assert.equal(
      queue.take((owner) => owner !== 'a'),
      null,
    );
    assert.equal(queue.take(), 'a1');
  });

  it('takes what was put back first', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2']) queue.add('a', item);
    const first = queue.take()!;
    queue.putBack('a', first);
    assert.deepEqual([queue.size, queue.take(), queue.take()], [2, 'a1', 'a2']);
  });
});
