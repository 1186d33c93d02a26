import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { SseConnection } from '../../platform/http/sse-connection.ts';
import { Listener, PAGE, type SentEvent } from './listener.ts';

/** Accepts this many events before each drain. */
class FakeConnection {
  readonly written: number[] = [];
  room: number;
  constructor(room: number) {
    this.room = room;
  }
  write(bytes: Buffer): boolean {
    assert(this.room > 0, 'written to while it was full');
    this.written.push(Number(bytes));
    this.room -= 1;
    return this.room > 0;
  }
}

const event = (seq: number, type = 'lead.created', lifecycleNumber = '1'): SentEvent => ({
  seq,
  type,
  lifecycleNumber,
  bytes: Buffer.from(String(seq)),
});

const listenerAt = (connection: FakeConnection, seq: number, filter = {}) =>
  new Listener({
    organizationId: 'org',
    authorization: '',
    filter: { types: null, lifecycleNumber: null, ...filter },
    connection: connection as unknown as SseConnection,
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
