import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { pino } from 'pino';
import type { Statement } from '../database/statement.ts';
import { TaskWatch } from './task-watch.ts';

describe('the watch over queued tasks', () => {
  /** When the first waiting task is due, and when the first running one is lost; null for none. */
  let dueAt: number | null;
  let lostAt: number | null;
  let looks: number;
  let due: number;
  let lost: number;
  let watch: TaskWatch;

  beforeEach(async () => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    [dueAt, lostAt, looks, due, lost] = [null, null, 0, 0, 0];
    const database = { withoutTenant: async ({ name }: Statement) => rowsOf(name) };
    watch = new TaskWatch({
      // It uses nothing else of it.
      database: database as never,
      log: pino({ level: 'silent' }),
      queues: ['send'],
      onDue: () => {
        due += 1;
        dueAt = null;
      },
      onLost: async () => {
        lost += 1;
        lostAt = null;
      },
    });
    watch.start();
    await settled();
  });
  afterEach(async () => {
    await watch.stop();
    mock.timers.reset();
  });

  function rowsOf(name: string): object[] {
    if (name === 'find_lost_tasks')
      return lostAt === null
        ? []
        : [{ name: 'send', lost_at: new Date(lostAt), is_lost: lostAt < Date.now() }];
    looks += 1;
    const isDue = dueAt !== null && dueAt <= Date.now();
    return [{ name: 'send', is_due: isDue, next_at: dueAt === null ? null : new Date(dueAt) }];
  }

  async function pass(ms: number): Promise<void> {
    for (let passedMs = 0; passedMs < ms; passedMs += 50) {
      mock.timers.tick(50);
      await settled();
    }
  }

  it('looks every five seconds while nothing is queued', async () => {
    looks = 0;
    await pass(60_000);
    assert.equal(looks, 12);
  });

  it('looks when the next task is due', async () => {
    dueAt = Date.now() + 7_000;
    await pass(6_950);
    assert.equal(due, 0);
    await pass(100);
    assert.equal(due, 1);
  });

  it('finds a task that was announced for a time before the next look', async () => {
    dueAt = Date.now() + 800;
    watch.hint();
    await pass(1_300);
    assert.equal(due, 1);
  });

  it('looks at most twice a second however often it is told', async () => {
    looks = 0;
    for (let n = 0; n < 100; n += 1) {
      watch.hint();
      await pass(50);
    }
    assert(looks <= 10, `${looks} looks in 5 s`);
  });

  it('finds a task of a killed worker within two seconds after its last heartbeat ends', async () => {
    await pass(1_000);
    lostAt = Date.now() + 10_000;
    await pass(10_000);
    assert.equal(lost, 0);
    await pass(2_000);
    assert.equal(lost, 1);
  });
});

/** After everything that was waiting for a resolved promise. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
