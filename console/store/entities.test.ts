import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Entities } from './entities.ts';

interface Card {
  updated_at: string;
  at: number;
}

const version = (n: number, at = n): Card => ({
  updated_at: new Date(Date.UTC(2027, 2, 1) + n).toISOString(),
  at,
});

describe('the resources that a page knows', () => {
  it('are those of the newest version, in whatever order responses and events arrive', () => {
    const arrivals = fc.integer({ min: 1, max: 12 }).chain((versions) =>
      fc.record({
        versions: fc.constant(versions),
        order: fc.shuffledSubarray(
          Array.from({ length: versions * 2 }, (_, index) => index),
          { minLength: versions * 2 },
        ),
      }),
    );
    fc.assert(
      fc.property(arrivals, ({ versions, order }) => {
        const cards = new Entities<Card>(() => 'card');
        // Each version arrives as a response and as an event.
        for (const index of order) {
          const n = Math.floor(index / 2) + 1;
          cards.put(version(n), index % 2 === 0 ? 0 : n);
        }
        assert.deepEqual(cards.get('card'), version(versions));
      }),
    );
  });

  it('end at the state of the service after any changes, confirmed or refused', () => {
    const step = fc.record({ to: fc.integer({ min: 0, max: 100 }), isRefused: fc.boolean() });
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 10 }),
        fc.infiniteStream(fc.nat()),
        (steps, choices) => {
          const cards = new Entities<Card>(() => 'card');
          let server = version(1, 0);
          cards.put(server);
          const open: (() => void)[] = [];
          for (const { to, isRefused } of steps) {
            const pending = cards.change('card', (card) => ({ ...card, at: to }));
            assert.equal(cards.get('card')?.at, to, 'a change is shown at once');
            if (isRefused) open.push(() => pending.drop());
            else {
              const confirmed = { ...version((Date.parse(server.updated_at) % 1_000) + 1), at: to };
              server = confirmed;
              open.push(() => pending.confirm(confirmed));
            }
          }
          while (open.length > 0) {
            const [index = 0] = choices.take(1);
            open.splice(index % open.length, 1)[0]?.();
          }
          assert.equal(cards.isPending('card'), false);
          assert.deepEqual(cards.get('card'), server);
        },
      ),
    );
  });

  it('are the same object until something changes, and tell who listens', () => {
    const cards = new Entities<Card>(() => 'card');
    let told = 0;
    const stop = cards.subscribe(() => {
      told += 1;
    });
    cards.put(version(2));
    const first = cards.get('card');
    cards.put(version(1));
    assert.equal(cards.get('card'), first);
    assert.equal(told, 1);
    cards.change('card', (card) => ({ ...card, at: 9 })).drop();
    assert.equal(told, 3);
    assert.deepEqual(cards.get('card'), first);
    stop();
    cards.put(version(3));
    assert.equal(told, 3);
  });

  it('of one millisecond are taken in the order of the log', () => {
    const cards = new Entities<Card>(() => 'card');
    cards.put(version(1, 20), 8);
    cards.put(version(1, 10), 7);
    cards.put(version(1, 5));
    assert.equal(cards.get('card')?.at, 20);
  });
});
