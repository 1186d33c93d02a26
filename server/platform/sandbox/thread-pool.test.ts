import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it, mock } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { eventually } from '../../testing/eventually.ts';
import { slowText } from '../../testing/poison.ts';
import { Sandbox } from './sandbox.ts';

describe('the threads of the sandbox', () => {
  const threads = new Set<Worker>();
  const count = (worker: Worker) => {
    threads.add(worker);
    worker.once('exit', () => threads.delete(worker));
  };
  let sandbox: Sandbox;
  before(() => process.on('worker', count));
  after(() => process.off('worker', count));
  beforeEach(() => {
    sandbox = new Sandbox();
  });
  afterEach(async () => {
    mock.timers.reset();
    mock.restoreAll();
    await sandbox.close();
  });

  const greet = () => sandbox.renderTexts('one', ['Hi {{ name }}'], { name: 'Dana' });
  const GREETING = [{ text: 'Hi Dana' }];

  it('are one as long as nothing waits for it', async () => {
    for (let n = 0; n < 20; n += 1) assert.deepEqual(await greet(), GREETING);
    assert.equal(threads.size, 1);
  });

  it('are three when jobs wait, and one again when none has waited for a minute', {
    timeout: 30_000,
  }, async () => {
    await greet();
    mock.timers.enable({ apis: ['setTimeout'] });
    // More than one message takes to a thread.
    const results = await Promise.all(Array.from({ length: 200 }, greet));
    for (const result of results) assert.deepEqual(result, GREETING);
    await becomes(3);
    await becomes(1, async () => {
      mock.timers.tick(60_000);
      await greet();
    });
    assert.deepEqual(await greet(), GREETING);
  });

  it('are three after a job had to be ended', async () => {
    await greet();
    const [slow] = await sandbox.renderTexts('slow', [slowText()], {});
    assert(slow && 'failure' in slow);
    await eventually(async () => threads.size === 3);
    assert.deepEqual(await greet(), GREETING);
  });

  it('are none when there was no job for five minutes, and one again with the next', {
    timeout: 30_000,
  }, async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    await greet();
    mock.timers.tick(4 * 60_000);
    await greet();
    mock.timers.tick(4 * 60_000);
    assert.deepEqual(await greet(), GREETING);
    assert.equal(threads.size, 1);
    mock.timers.tick(5 * 60_000);
    await becomes(0);
    assert.deepEqual(await greet(), GREETING);
    assert.equal(threads.size, 1);
  });

  it('are none after closing, also if one was about to start', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const refused = greet().catch(() => null);
    await Promise.resolve();
    await sandbox.close();
    await refused;
    const later = performance.now() + 60_000;
    mock.method(performance, 'now', () => later);
    mock.timers.tick(60_000);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(threads.size, 0);
    assert.deepEqual(await greet(), GREETING);
  });

  /** The timers are those of the pool, so this waits for the threads without time. */
  async function becomes(size: number, meanwhile = async () => {}): Promise<void> {
    while (threads.size !== size) {
      await meanwhile();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
});
