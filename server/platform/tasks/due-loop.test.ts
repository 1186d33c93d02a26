import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { pino } from 'pino';
import { TestClock } from '../../testing/test-clock.ts';
import { DueLoop } from './due-loop.ts';

const RETRY_MS = 100;

describe('a loop for what is due', () => {
  let clock: TestClock;
  let due: string[];
  let next: Date | null;
  let counts: { claims: number; questions: number };
  let worked: string[];
  let loop: DueLoop<string>;

  beforeEach(async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    clock = new TestClock();
    due = [];
    next = null;
    counts = { claims: 0, questions: 0 };
    worked = [];
    loop = new DueLoop<string>({
      name: 'test',
      log: pino({ level: 'silent' }),
      clock,
      concurrency: 2,
      retryMs: RETRY_MS,
      async claim(limit) {
        counts.claims += 1;
        return due.splice(0, limit);
      },
      async nextDueAt() {
        counts.questions += 1;
        return next;
      },
      async work(one) {
        worked.push(one);
      },
    });
    loop.start();
    await settled();
    await pass(RETRY_MS);
    counts = { claims: 0, questions: 0 };
  });
  afterEach(async () => {
    await loop.stop();
    mock.timers.reset();
  });

  async function pass(ms: number): Promise<void> {
    mock.timers.tick(ms);
    await settled();
  }

  it('sleeps until the next one is due', async () => {
    next = new Date(clock.now().getTime() + 3_000);
    loop.kick();
    await settled();
    await pass(RETRY_MS);
    assert.deepEqual(counts, { claims: 2, questions: 1 });
    await pass(2_999);
    assert.equal(counts.claims, 2);
    due.push('a');
    await pass(1);
    assert.deepEqual(worked, ['a']);
  });

  it('asks after five seconds although nothing is waiting, and claims only what is due', async () => {
    await pass(4_999);
    assert.deepEqual(counts, { claims: 0, questions: 0 });
    await pass(1);
    assert.deepEqual(counts, { claims: 0, questions: 1 });
    due.push('a');
    next = clock.now();
    await pass(5_000);
    assert.deepEqual(worked, ['a']);
  });

  it('claims what it is kicked for while it asks', async () => {
    mock.timers.tick(5_000);
    due.push('a');
    loop.kick();
    await settled();
    assert.deepEqual(worked, ['a']);
  });

  it('looks at once when it is kicked, and when the clock is set', async () => {
    due.push('a');
    loop.kick();
    await settled();
    due.push('b');
    clock.advance(60_000);
    await settled();
    assert.deepEqual(worked, ['a', 'b']);
  });

  it('claims as much as there is, with no more at once than allowed', async () => {
    due.push('a', 'b', 'c', 'd', 'e');
    loop.kick();
    await settled();
    assert.deepEqual(worked, ['a', 'b', 'c', 'd', 'e']);
    assert(counts.claims >= 3);
  });

  it('tries again soon if something is due that it could not claim', async () => {
    next = clock.now();
    await pass(5_000);
    counts = { claims: 0, questions: 0 };
    for (let n = 0; n < 5; n += 1) await pass(RETRY_MS);
    assert.equal(counts.claims, 5);
  });

  it('does not ask how long it can sleep while it is kicked all the time', async () => {
    for (let n = 0; n < 20; n += 1) {
      loop.kick();
      await pass(RETRY_MS / 2);
    }
    assert.equal(counts.questions, 0);
  });

  it('claims nothing after it was stopped', async () => {
    await loop.stop();
    loop.kick();
    await pass(10_000);
    assert.deepEqual(counts, { claims: 0, questions: 0 });
  });
});

/** After everything that was waiting for a resolved promise. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
