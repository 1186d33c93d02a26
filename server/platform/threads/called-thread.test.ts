import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { sampleCalls } from '../../testing/sample-calls.worker.ts';
import { CalledThread } from './called-thread.ts';

describe('functions in another thread', () => {
  const threads: CalledThread<typeof sampleCalls>[] = [];
  const newThread = (options: { isOneAtATime?: boolean } = {}) => {
    const thread = new CalledThread<typeof sampleCalls>(
      new URL('../../testing/sample-calls.worker.ts', import.meta.url),
      options,
    );
    threads.push(thread);
    return thread;
  };
  after(() => {
    for (const thread of threads) thread.end();
  });

  it('get copies, and what they return or throw arrives here', async () => {
    const thread = newThread();
    const bytes = Buffer.from('abc');
    const [text, length] = await Promise.all([
      thread.call('upperCase', 'abc'),
      thread.call('lengthOf', bytes),
    ]);
    assert.deepEqual([text, length], ['ABC', 3]);
    assert.equal(bytes.length, 3);
    await assert.rejects(thread.call('refuse', 'no'), { name: 'RangeError', message: 'no' });
  });

  it('see no settings of the process, only where compiled code is kept', async () => {
    const thread = newThread();
    const kept = 'NODE_COMPILE_CACHE' in process.env ? ['NODE_COMPILE_CACHE'] : [];
    assert.deepEqual(await thread.call('environment'), kept);
  });

  it('fail together if the thread is lost, and the next call starts another', async () => {
    const thread = newThread();
    const calls = [thread.call('exit'), thread.call('upperCase', 'never')];
    const ends = await Promise.allSettled(calls);
    assert.deepEqual(
      ends.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    assert.equal(await thread.call('upperCase', 'again'), 'AGAIN');
  });

  it('fail if they do not come back, and do not stop those that follow', async (test) => {
    test.mock.timers.enable({ apis: ['setTimeout'] });
    const thread = newThread();
    await thread.call('upperCase', 'started');
    const stuck = assert.rejects(thread.call('loop'), /took too long/);
    const waiting = assert.rejects(thread.call('upperCase', 'behind it'), /took too long/);
    test.mock.timers.tick(20_000);
    await Promise.all([stuck, waiting]);
    assert.equal(await thread.call('upperCase', 'again'), 'AGAIN');
  });

  it('one at a time fail alone, whether the thread is lost or stuck', async (test) => {
    test.mock.timers.enable({ apis: ['setTimeout'] });
    const thread = newThread({ isOneAtATime: true });
    const lost = assert.rejects(thread.call('exit'), /has ended/);
    const first = thread.call('upperCase', 'first');
    const stuck = assert.rejects(thread.call('loop'), /took too long/);
    const second = thread.call('upperCase', 'second');
    await lost;
    assert.equal(await first, 'FIRST');
    test.mock.timers.tick(20_000);
    await stuck;
    assert.equal(await second, 'SECOND');
  });

  it('have no thread after five minutes without a call', async (test) => {
    test.mock.timers.enable({ apis: ['setTimeout'] });
    const thread = newThread();
    const first = await thread.call('threadId');
    test.mock.timers.tick(5 * 60 * 1000 - 1);
    assert.equal(await thread.call('threadId'), first);
    test.mock.timers.tick(5 * 60 * 1000);
    assert.notEqual(await thread.call('threadId'), first);
  });
});
