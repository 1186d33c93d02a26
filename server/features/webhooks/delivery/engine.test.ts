import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { pino } from 'pino';
import type { Listener } from '../../../platform/events/announcements.ts';
import { EventCatalog } from '../../../platform/events/event-catalog.ts';
import { newUuid } from '../../../platform/ids.ts';
import type { RunningEngine } from '../../../platform/tasks/engine.ts';
import { TestClock } from '../../../testing/test-clock.ts';
import { deliverWebhooks } from './engine.ts';

const MINUTE_MS = 60_000;

describe('the loop that finds due deliveries', () => {
  const clock = new TestClock();
  const organizationId = newUuid();
  let listener: Listener;
  let engine: RunningEngine;
  /** How far ahead each poll looked, in milliseconds. */
  let polls: number[];

  beforeEach(async () => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    polls = [];
    const context = {
      log: pino({ level: 'silent' }),
      announcements: {
        listen(given: Listener) {
          listener = given;
          return () => {};
        },
      },
      shards: {
        owned: [1],
        owns: (id: string) => id === organizationId,
        join: () => async () => {},
      },
      database: {
        clock,
        async withoutTenant(_statement: unknown, [until]: [Date]) {
          polls.push(until.getTime() - clock.now().getTime());
          return [];
        },
        transaction: async () => ({ receivers: [], due: [] }),
      },
    };
    // It uses nothing else as long as nothing is due.
    engine = await deliverWebhooks(new EventCatalog([])).start(context as never);
    await pass(MINUTE_MS);
    polls = [];
  });
  afterEach(async () => {
    await engine.stop();
    mock.timers.reset();
  });

  async function pass(ms: number): Promise<void> {
    for (let passedMs = 0; passedMs < ms; passedMs += 100) {
      mock.timers.tick(100);
      await settled();
    }
  }

  it('asks fifteen times in an idle minute, each time as far ahead as it sleeps', async () => {
    await pass(MINUTE_MS);
    assert.equal(polls.length, 15);
    assert.deepEqual(new Set(polls), new Set([4_000]));
  });

  it('asks every second after an announcement, and rarely again when nothing follows', async () => {
    listener.announced?.([{ organizationId, followers: ['playbooks', 'webhooks'] }]);
    await pass(10_000);
    assert.equal(polls.length, 10);
    await pass(2_000);
    polls = [];
    await pass(MINUTE_MS);
    assert.equal(polls.length, 15);
  });

  it('stays asleep if organizations of other processes are announced', async () => {
    listener.announced?.([{ organizationId: newUuid(), followers: ['webhooks'] }]);
    await pass(MINUTE_MS);
    assert.equal(polls.length, 15);
  });

  it('stays asleep if an organization is announced that has no endpoint', async () => {
    listener.announced?.([{ organizationId, followers: ['playbooks'] }]);
    await pass(MINUTE_MS);
    assert.equal(polls.length, 15);
  });

  it('asks at once when announcements may have been missed, and within a second when the clock is set', async () => {
    listener.reconnected();
    await settled();
    assert.equal(polls.length, 1);
    clock.advance(MINUTE_MS);
    await pass(1_000);
    assert.equal(polls.length, 2);
  });
});

/** After everything that was waiting for a resolved promise. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
