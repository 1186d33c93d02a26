import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ApiError, ConnectionError } from '../../packages/sdk/src/problem.ts';
import { Outbox, type OutboxEntry, type OutboxStorage } from './outbox.ts';

const HOUR = 60 * 60 * 1000;

/** Keeps what it was given, as the browser's database does when the page is closed. */
class Memory implements OutboxStorage {
  rows: OutboxEntry[] = [];
  #last = 0;
  all = async () => structuredClone(this.rows);
  async add(entry: Omit<OutboxEntry, 'id'>) {
    this.#last += 1;
    this.rows.push({ ...entry, id: this.#last });
    return this.#last;
  }
  async put(entry: OutboxEntry) {
    this.rows = this.rows.map((one) => (one.id === entry.id ? entry : one));
  }
  async delete(id: number) {
    this.rows = this.rows.filter((one) => one.id !== id);
  }
}

function problem(status: number, code: string): ApiError {
  const body = { type: '', title: '', status, detail: `refused: ${code}`, code, request_id: 'r' };
  return new ApiError(body, new Headers());
}

/** A service that can be out of reach, and remembers keys. */
class Service {
  readonly done: string[] = [];
  readonly keys = new Set<string>();
  isReachable = true;
  refuses = new Set<unknown>();
  losesResponse = false;
  async take({ key, params }: OutboxEntry) {
    if (!this.isReachable) throw new ConnectionError('no signal');
    if (this.refuses.has(params.name)) throw problem(409, 'transition_not_allowed');
    if (!this.keys.has(key)) this.done.push(String(params.name));
    this.keys.add(key);
    if (this.losesResponse) throw new ConnectionError('lost');
  }
}

function newOutbox(storage: OutboxStorage, service: Service, clock = { now: 0 }) {
  return new Outbox({
    storage,
    send: (entry) => service.take(entry),
    now: () => clock.now,
    newKey: () => crypto.randomUUID(),
    explain: (error) => (error instanceof ApiError ? error.problem.detail : String(error)),
    tooOld: 'older than a day',
  });
}

const step = (name: string, target = 'visit') => ({ operation: 'step', target, params: { name } });

describe('changes without signal', () => {
  it('wait, survive a closed page, and are sent in order when there is signal', async () => {
    const [storage, service] = [new Memory(), new Service()];
    service.isReachable = false;
    const before = newOutbox(storage, service);
    await before.add(step('en-route'));
    await before.add(step('start'));
    await before.flush();
    assert.deepEqual(service.done, []);

    const after = newOutbox(storage, service);
    await after.load();
    assert.equal(after.entries.length, 2);
    service.isReachable = true;
    await after.flush();
    assert.deepEqual(service.done, ['en-route', 'start']);
    assert.deepEqual([after.entries, storage.rows], [[], []]);
  });

  it('happen once, even if the response is lost', async () => {
    const [storage, service] = [new Memory(), new Service()];
    service.losesResponse = true;
    const outbox = newOutbox(storage, service);
    await outbox.add(step('pay'));
    await outbox.flush();
    service.losesResponse = false;
    await outbox.flush();
    await outbox.flush();
    assert.deepEqual(service.done, ['pay']);
  });

  it('that are refused stay with the reason, hold back what follows for the same visit, and nothing else', async () => {
    const [storage, service] = [new Memory(), new Service()];
    service.refuses.add('start');
    const outbox = newOutbox(storage, service);
    service.isReachable = false;
    for (const [name, target] of [
      ['start', 'a'],
      ['complete', 'a'],
      ['note', 'b'],
    ] as const) {
      await outbox.add(step(name, target));
    }
    service.isReachable = true;
    await outbox.flush();
    assert.deepEqual(service.done, ['note']);
    assert.deepEqual(
      outbox.entries.map(({ params, refusal }) => [params.name, refusal]),
      [
        ['start', 'refused: transition_not_allowed'],
        ['complete', null],
      ],
    );
    const [first] = outbox.entries;
    assert(first);
    service.refuses.clear();
    await outbox.retry(first.id);
    assert.deepEqual(service.done, ['note', 'start', 'complete']);
  });

  it('that are older than the memory of the service ask first', async () => {
    const [storage, service, clock] = [new Memory(), new Service(), { now: 0 }];
    service.isReachable = false;
    const outbox = newOutbox(storage, service, clock);
    await outbox.add(step('pay'));
    clock.now = 25 * HOUR;
    service.isReachable = true;
    await outbox.flush();
    assert.deepEqual(service.done, []);
    assert.equal(outbox.entries[0]?.refusal, 'older than a day');
  });

  it('all arrive once and in order, however often signal and page are lost', async () => {
    const moment = fc.constantFrom('add', 'flush', 'signal', 'no signal', 'lossy', 'reload');
    await fc.assert(
      fc.asyncProperty(fc.array(moment, { maxLength: 40 }), async (moments) => {
        const [storage, service] = [new Memory(), new Service()];
        let outbox = newOutbox(storage, service);
        const made: string[] = [];
        for (const one of moments) {
          if (one === 'add') {
            made.push(String(made.length));
            await outbox.add(step(String(made.length - 1)));
          } else if (one === 'reload') {
            await outbox.flush();
            outbox = newOutbox(storage, service);
            await outbox.load();
          } else if (one === 'flush') await outbox.flush();
          else {
            await outbox.flush();
            service.isReachable = one !== 'no signal';
            service.losesResponse = one === 'lossy';
          }
        }
        await outbox.flush();
        service.isReachable = true;
        service.losesResponse = false;
        await outbox.flush();
        assert.deepEqual(service.done, made);
        assert.deepEqual(storage.rows, []);
      }),
      { numRuns: 200 },
    );
  });
});
