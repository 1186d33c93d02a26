import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { pino } from 'pino';
import { startTaskPool } from './task-pool.ts';

const TASK = {
  name: 'send',
  description: 'Sends something.',
  retryLimit: 1,
  perGroup: 4,
  async handle() {},
};

describe('the pool of a task', () => {
  it('asks again within two seconds after a query that was slow because the machine was busy', async () => {
    mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
    const queries: PromiseWithResolvers<never[]>[] = [];
    const boss = {
      fetch() {
        const query = Promise.withResolvers<never[]>();
        queries.push(query);
        return query.promise;
      },
    };
    // The pool uses nothing else of pg-boss as long as no task is found.
    const pool = startTaskPool(boss as never, TASK, pino({ level: 'silent' }), async () => {});
    try {
      await settled();
      assert.equal(queries.length, 1);
      mock.timers.tick(20_000);
      queries[0]?.resolve([]);
      await settled();
      for (let passedMs = 0; passedMs < 2_000; passedMs += 100) {
        mock.timers.tick(100);
        await settled();
      }
      assert.equal(queries.length, 2);
    } finally {
      for (const query of queries) query.resolve([]);
      await pool.stop();
      mock.timers.reset();
    }
  });

  it('asks nothing until it is kicked while nothing is queued, however long a query takes', async () => {
    mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
    let queries = 0;
    const boss = {
      async fetch() {
        queries += 1;
        mock.timers.setTime(Date.now() + 5);
        return [];
      },
    };
    const pool = startTaskPool(boss as never, TASK, pino({ level: 'silent' }), async () => {});
    const pass = async (ms: number) => {
      for (let passedMs = 0; passedMs < ms; passedMs += 50) {
        mock.timers.tick(50);
        await settled();
      }
    };
    try {
      await pass(5_000);
      queries = 0;
      await pass(20_000);
      assert.equal(queries, 0);
      pool.kick();
      await settled();
      assert.equal(queries, 1);
    } finally {
      await pool.stop();
      mock.timers.reset();
    }
  });
});

/** After everything that was waiting for a resolved promise. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
