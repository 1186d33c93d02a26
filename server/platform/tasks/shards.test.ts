import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { pino } from 'pino';
import { eventually } from '../../testing/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-server.ts';
import { newUuid } from '../ids.ts';
import { SHARD_COUNT, Shards, shardOf } from './shards.ts';

/** One that is alone does not count by itself, as long as the test lasts. */
const PAUSES_MS = { balance: 20, alone: 60 * 60_000, reconnect: 20 };

describe('shards', () => {
  let testDatabase: TestDatabase;
  const running = new Set<Shards>();
  before(async () => {
    testDatabase = await createTestDatabase();
  });
  after(async () => {
    await Promise.all([...running].map((shards) => shards.stop()));
    await testDatabase.drop();
  });

  async function start(name: string, drain: (shard: number) => Promise<void> = async () => {}) {
    const acquired: number[] = [];
    const shards = new Shards({
      connection: testDatabase.application,
      name,
      log: pino({ level: 'silent' }),
      pausesMs: PAUSES_MS,
    });
    shards.join({
      acquired: () => acquired.push(shards.owned.length),
      lost: () => {},
      drain,
    });
    running.add(shards);
    await shards.start();
    return shards;
  }
  const stop = async (shards: Shards) => {
    running.delete(shards);
    await shards.stop();
  };
  /** When a process with this name last counted them. */
  async function lastPoll(name: string): Promise<string> {
    const { rows } = await testDatabase.owner.query(
      `select max(query_start)::text as at from pg_stat_activity where application_name = $1`,
      [`throughline ${name}`],
    );
    return rows[0].at;
  }
  /** Waits until a process has polled for free shards twice: the second poll started after this call. */
  async function hasPolledTwice(name: string): Promise<void> {
    for (let poll = 0; poll < 2; poll += 1) {
      const before = await lastPoll(name);
      await eventually(async () => (await lastPoll(name)) !== before);
    }
  }
  const counts = (...all: Shards[]) => all.map(({ owned }) => owned.length);
  const isShared = (...all: Shards[]) => {
    const owned = all.flatMap((shards) => shards.owned);
    return owned.length === SHARD_COUNT && new Set(owned).size === SHARD_COUNT;
  };

  it('all belong to a process while it is alone', async () => {
    const alone = await start('alone');
    assert.equal(alone.owned.length, SHARD_COUNT);
    for (let n = 0; n < 100; n += 1) assert.equal(alone.owns(newUuid()), true);
    await stop(alone);
  });

  it('are not counted soon by a process that is alone, and shared when another one joins', async () => {
    const alone = await start('quiet');
    const counted = await lastPoll('quiet');
    const [one, two] = [await start('busy'), await start('busy')];
    await hasPolledTwice('busy');
    assert.equal(await lastPoll('quiet'), counted);
    const joined = await start('quiet');
    await eventually(async () => isShared(alone, joined) && joined.owned.length === 32);
    await Promise.all([alone, joined, one, two].map(stop));
  });

  it('are shared evenly with every process that joins, and never owned by two', async () => {
    const one = await start('joined');
    const two = await start('joined');
    await eventually(async () => isShared(one, two) && one.owned.length === 32);
    const three = await start('joined');
    await eventually(async () => isShared(one, two, three) && three.owned.length >= 20);
    for (const count of counts(one, two, three)) assert(count >= 20 && count <= 22, String(count));
    const organization = newUuid();
    assert.equal([one, two, three].filter((shards) => shards.owns(organization)).length, 1);
    await Promise.all([one, two, three].map(stop));
  });

  it('are released only when no work is running in them', async () => {
    const drained: number[] = [];
    let mayEnd = false;
    const one = await start('drained', async (shard) => {
      await eventually(async () => mayEnd);
      drained.push(shard);
    });
    const two = await start('drained');
    await eventually(async () => one.owned.length === 32);
    await hasPolledTwice('drained');
    assert.equal(two.owned.length, 0);
    mayEnd = true;
    await eventually(async () => isShared(one, two));
    assert.deepEqual(drained.sort(), two.owned.sort());
    await Promise.all([stop(one), stop(two)]);
  });

  it('go to the others when a process stops; one whose connection breaks gets its share again', async () => {
    const one = await start('lost');
    const two = await start('lost');
    await eventually(async () => isShared(one, two));
    await testDatabase.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'throughline lost' limit 1`,
    );
    await eventually(async () => counts(one, two).includes(0));
    await eventually(async () => isShared(one, two) && !counts(one, two).includes(0));
    await stop(one);
    await eventually(async () => two.owned.length === SHARD_COUNT);
    await stop(two);
  });

  it('are assigned by the last byte of the id, as in the database', async () => {
    const ids = Array.from({ length: 100 }, newUuid);
    const { rows } = await testDatabase.owner.query(
      'select get_byte(uuid_send(id), 15) % 64 as shard from unnest($1::uuid[]) with ordinality as one (id, n) order by n',
      [ids],
    );
    assert.deepEqual(
      rows.map(({ shard }) => shard),
      ids.map(shardOf),
    );
  });
});
