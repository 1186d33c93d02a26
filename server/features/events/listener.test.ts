import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { EventView } from '../../platform/events/event-view.ts';
import type { SseConnection } from '../../platform/http/sse-connection.ts';
import { newUuid } from '../../platform/ids.ts';
import { Listener, PAGE, SentEvent } from './listener.ts';

/** Accepts this many events before each drain. */
class FakeConnection {
  readonly written: number[] = [];
  room: number;
  constructor(room: number) {
    this.room = room;
  }
  write(bytes: Buffer): boolean {
    assert(this.room > 0, 'written to while it was full');
    this.written.push(Number(/^id: (\d+)/.exec(String(bytes))?.[1]));
    this.room -= 1;
    return this.room > 0;
  }
}

const event = (seq: number, type = 'lead.created', lifecycle_number = '1'): SentEvent =>
  new SentEvent({
    seq,
    event_id: newUuid(),
    type,
    occurred_at: new Date(0),
    lifecycle_number,
    actor: { type: 'system', id: null, name: 'test' },
    data: { secret: 'x' },
    previous: null,
  });

const EVERYTHING = new EventView(null);

const listenerAt = (connection: FakeConnection, seq: number, filter = {}) =>
  new Listener({
    organizationId: 'org',
    authorization: '',
    filter: { types: null, lifecycleNumber: null, ...filter },
    connection: connection as unknown as SseConnection,
    view: EVERYTHING,
    seq,
  });

describe('Listener', () => {
  it('sends the events that match its filter, and counts the others as seen', () => {
    const connection = new FakeConnection(100);
    const listener = listenerAt(connection, 1, { types: ['a.b'], lifecycleNumber: '7' });
    const events = [event(1, 'a.b', '7'), event(2, 'a.b', '8'), event(3, 'a.b', '7'), event(4)];
    assert.equal(listener.send(events, 9), true);
    assert.deepEqual(connection.written, [3]);
    assert.equal(listener.seq, 9);
  });

  it('sends only what its token sees, and moves past the rest', () => {
    const connection = new FakeConnection(100);
    const listener = listenerAt(connection, 0);
    listener.view = new EventView(new Map([['a.b', []]]));
    assert.equal(listener.send([event(1, 'a.b'), event(2, 'c.d'), event(3, 'a.b')], 3), true);
    assert.deepEqual(connection.written, [1, 3]);
    assert.equal(listener.seq, 3);
  });

  it('sends an event without the fields that a token may not see, to that token alone', () => {
    const hidden = [{ path: ['secret'], needs: [], empty: null }];
    const partial = new EventView(new Map([['a.b', hidden]]));
    const sent = event(1, 'a.b');
    assert.match(String(sent.bytesFor(partial)), /"data":\{"secret":null\}/);
    assert.match(String(sent.bytesFor(EVERYTHING)), /"data":\{"secret":"x"\}/);
    assert.equal(sent.bytesFor(partial), sent.bytesFor(partial), 'it is serialized once');
  });

  it('gets nothing more while it is full, and every event once and in order, however it drains', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 50 }),
        fc.integer({ min: 1, max: 400 }),
        (rooms, count) => {
          const log = Array.from({ length: count }, (_, index) => event(index + 1));
          const connection = new FakeConnection(0);
          const listener = listenerAt(connection, 0);
          for (let turn = 0; listener.seq < count; turn += 1) {
            connection.room = rooms[turn % rooms.length]!;
            const rows = log.slice(listener.seq, listener.seq + listener.page);
            assert(rows.length >= Math.min(PAGE.min, count - listener.seq));
            listener.send(rows, rows.at(-1)!.seq);
          }
          assert.deepEqual(
            connection.written,
            log.map(({ seq }) => seq),
          );
        },
      ),
    );
  });
});
