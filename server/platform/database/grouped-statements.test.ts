import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { GroupedStatements } from './grouped-statements.ts';
import { type Grouping, groupedStatement, type Statement, statement } from './statement.ts';

interface Sent {
  name: string;
  values: readonly unknown[];
  succeed(...rows: object[]): Promise<void>;
  fail(error: Error): Promise<void>;
}

/** What is sent to a database that responds when the test says so. */
function database(grouping: Partial<Grouping> = {}) {
  const sent: Sent[] = [];
  const send = ({ name }: Statement, values: readonly unknown[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<object[]>();
    sent.push({
      name,
      values,
      succeed: async (...rows) => {
        resolve(rows);
        await settle();
      },
      fail: async (error) => {
        reject(error);
        await settle();
      },
    });
    return promise;
  };
  const grouped = new GroupedStatements(send, (error) => error instanceof ConnectionLost);
  const one = groupedStatement('one', 'select one($1)', {
    statement: statement('many', 'select * from many($1)'),
    values: (all) => all.map(([value]) => value),
    ...grouping,
  });
  const query = (value: string) => {
    const result = grouped.query(one, [value]);
    // Some tests expect it to fail later.
    result.catch(() => {});
    return result;
  };
  return { sent, query, values: () => sent.map(({ name, values }) => [name, ...values]) };
}

class ConnectionLost extends Error {}

/** What follows from a response is sent at the end of the next turn of the event loop. */
async function settle(): Promise<void> {
  await turnOfTheLoop();
  await turnOfTheLoop();
}

/** Two that are being processed, so that others wait for each other. */
async function busyDatabase(grouping: Partial<Grouping> = {}) {
  const { sent, query, ...rest } = database(grouping);
  for (const value of ['first', 'second']) {
    void query(value);
    await turnOfTheLoop();
  }
  const [first, second] = sent.splice(0);
  return { sent, query, first: first!, second: second!, ...rest };
}

describe('grouped statements', () => {
  it('send a lone statement as it is, at once', async () => {
    const { sent, query, values } = database();
    const result = query('a');
    await turnOfTheLoop();
    assert.deepEqual(values(), [['one', 'a']]);
    await sent[0]!.succeed({ number: 1 });
    assert.deepEqual(await result, [{ number: 1 }]);
  });

  it('send those of one turn of the event loop together, and give each its own rows', async () => {
    const { sent, query, values } = database();
    const results = ['a', 'b', 'c'].map(query);
    await turnOfTheLoop();
    assert.deepEqual(values(), [['many', 'a', 'b', 'c']]);
    const row = (place: number, number: number) => ({ place, left_for: null, number });
    await sent[0]!.succeed(row(3, 30), row(1, 10), row(3, 31));
    const found = await Promise.all(results);
    assert.deepEqual(
      found.map((rows) => rows.map((one) => (one as { number: number }).number)),
      [[10], [], [30, 31]],
    );
  });

  it('collect what arrives while two are being processed', async () => {
    const { query, first, values } = await busyDatabase();
    for (const value of ['a', 'b', 'c']) {
      void query(value);
      await turnOfTheLoop();
    }
    assert.deepEqual(values(), []);
    await first.succeed();
    assert.deepEqual(values(), [['many', 'a', 'b', 'c']]);
  });

  it('send at most 32 together', async () => {
    const { query, first, values } = await busyDatabase();
    for (let n = 1; n <= 40; n += 1) void query(`${n}`);
    await first.succeed();
    assert.equal(values().length, 1);
    assert.equal(values()[0]!.length, 1 + 32);
  });

  it('send those with a lock in common one after the other', async () => {
    const { query, first, second, values } = await busyDatabase({
      locks: ([value]) => [String(value).slice(0, 1)],
    });
    for (const value of ['a1', 'b1', 'a2', 'c1']) void query(value);
    await first.succeed();
    assert.deepEqual(values(), [['many', 'a1', 'b1', 'c1']]);
    await second.succeed();
    assert.deepEqual(values()[1], ['one', 'a2']);
  });

  it('let one at a time have its turn, and others pass it', async () => {
    const { sent, query, values } = database({ turn: ([value]) => String(value).slice(0, 1) });
    for (const value of ['a1', 'a2']) void query(value);
    await turnOfTheLoop();
    for (const value of ['a3', 'b1']) void query(value);
    await turnOfTheLoop();
    assert.deepEqual(values(), [
      ['many', 'a1', 'a2'],
      ['one', 'b1'],
    ]);
    await sent[0]!.succeed();
    assert.deepEqual(values()[2], ['one', 'a3']);
  });

  it('do not wait for slow ones', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { query, values } = await busyDatabase();
    void query('a');
    await settle();
    assert.deepEqual(values(), []);
    t.mock.timers.tick(20);
    await settle();
    assert.deepEqual(values(), [['one', 'a']]);
  });

  it('keep the turn of one that was left for being sent alone, until that is done', async () => {
    const { sent, query, values } = database({ turn: ([value]) => String(value).slice(0, 1) });
    for (const value of ['a1', 'b1']) void query(value);
    await turnOfTheLoop();
    await sent[0]!.succeed({ place: 1, left_for: 'alone' }, { place: 2, left_for: null });
    for (const value of ['a2', 'b2']) void query(value);
    await settle();
    assert.deepEqual(values().slice(1), [
      ['one', 'a1'],
      ['one', 'b2'],
    ]);
    await sent[1]!.succeed();
    assert.deepEqual(values()[3], ['one', 'a2']);
  });

  it('send each alone if they fail together, so that only one fails', async () => {
    const { sent, query, values } = database();
    const results = ['good', 'bad'].map(query);
    await turnOfTheLoop();
    await sent[0]!.fail(new Error('a constraint'));
    assert.deepEqual(values().slice(1), [
      ['one', 'good'],
      ['one', 'bad'],
    ]);
    await sent[1]!.succeed({ number: 1 });
    await sent[2]!.fail(new Error('its constraint'));
    assert.deepEqual(await results[0], [{ number: 1 }]);
    await assert.rejects(results[1]!, /its constraint/);
  });

  it('send none a second time if the connection was lost, because it may have been committed', async () => {
    const { sent, query } = database();
    const results = ['a', 'b'].map(query);
    await turnOfTheLoop();
    await sent[0]!.fail(new ConnectionLost('lost'));
    for (const result of results) await assert.rejects(result, /lost/);
    assert.equal(sent.length, 1);
  });

  it('send alone what was left for it, and fail what has to run again like a conflict', async () => {
    const { sent, query, values } = database();
    const results = ['done', 'waiting', 'conflict'].map(query);
    await turnOfTheLoop();
    await sent[0]!.succeed(
      { place: 1, left_for: null },
      { place: 2, left_for: 'alone' },
      { place: 3, left_for: 'again' },
    );
    assert.deepEqual(await results[0], [{ place: 1, left_for: null }]);
    await assert.rejects(results[2]!, { code: '40001' });
    assert.deepEqual(values()[1], ['one', 'waiting']);
    await sent[1]!.succeed({ number: 2 });
    assert.deepEqual(await results[1], [{ number: 2 }]);
  });

  it('go on after a failure', async () => {
    const { query, first, values } = await busyDatabase();
    await first.fail(new Error('a constraint'));
    void query('next');
    await turnOfTheLoop();
    assert.deepEqual(values(), [['one', 'next']]);
  });
});
