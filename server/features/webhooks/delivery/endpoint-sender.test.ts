import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { EventCatalog } from '../../../platform/events/event-catalog.ts';
import { Outbound } from '../../../platform/outbound/outbound.ts';
import { EndpointSender } from './endpoint-sender.ts';
import type { DueDelivery, Receiver } from './queries.ts';
import { Signers } from './signers.ts';

/** The clock of the test: the one of the pace, and the one that wakes the sender. */
describe('an endpoint with a rate limit', () => {
  const outbound = new Outbound({ allowPrivate: true });
  let now: number;
  beforeEach(() => {
    now = 0;
    mock.method(performance, 'now', () => now);
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(async () => {
    mock.timers.reset();
    mock.restoreAll();
    await outbound.close();
  });

  /** Lets everything happen that waits for no timer. */
  async function pass(milliseconds: number) {
    now += milliseconds;
    mock.timers.tick(milliseconds);
    await new Promise((resolve) => setImmediate(resolve));
  }

  it('starts no more requests in any second than it allows, and as many', async () => {
    const starts: number[] = [];
    const sender = new EndpointSender(
      {
        outbound,
        eventTypes: new EventCatalog([]),
        // Without a key each attempt ends at once, before anything is sent.
        signers: new Signers(null),
        now: () => new Date(now),
        signal: new AbortController().signal,
        mayStart: () => true,
        takePlace: () => true,
        givePlaceBack() {},
        onStart: () => starts.push(now),
        onAttempted() {},
        onCanceled: () => assert.fail(),
        onCapacity() {},
      },
      {
        webhook_endpoint_id: '01980000-0000-7000-8000-000000000000',
        url: 'https://receiver.example.com/',
        scopes: ['*'],
        rate_limit_per_second: 5,
        sealed_secret: Buffer.alloc(60),
        sealed_previous_secret: null,
        previous_secret_until: null,
        has_replay: false,
      } as Receiver,
    );
    const delivery = { example: '{}', attempts: 0, replay_id: null } as unknown as DueDelivery;
    sender.accept(Array.from({ length: 12 }, () => delivery));
    for (const milliseconds of [0, 400, 599, 1, 999, 1, 5_000]) await pass(milliseconds);
    assert.deepEqual(starts, [...Array(5).fill(0), ...Array(5).fill(1_000), 2_000, 2_000]);
  });
});
