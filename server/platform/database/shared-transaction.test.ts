import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { Actor } from '../events/event.ts';
import { SharedTransaction } from './shared-transaction.ts';
import { type Statement, statement } from './statement.ts';
import type { Tx } from './transaction.ts';

const ORGANIZATION = '00000000-0000-7000-8000-000000000001';
const ACTOR: Actor = { type: 'system', id: null, name: 'Test' };

const findMany = statement('test_find_many', 'select many');
const find = statement('test_find', 'select one', {
  many: { statement: findMany, values: (all) => [all.map(([, id]) => id)], by: ['id', 1] },
  tables: ['things'],
});
const readSettings = statement('test_settings', 'select settings', {
  once: true,
  tables: ['settings'],
});
const saveMany = statement('test_save_many', 'update many');
const save = statement('test_save', 'update one', {
  many: { statement: saveMany, values: (all) => [all.map(([, id, value]) => `${id}=${value}`)] },
  replaces: { table: 'things', key: 1 },
});
const act = statement('test_act', 'select anything');
const afterMany = statement('test_after_many', 'update many after');
const after = statement('test_after', 'update after', {
  many: { statement: afterMany, values: (all) => [all.map(([, id]) => id)] },
});

describe('a shared transaction', () => {
  let sent: [name: string, ...values: unknown[]][];
  let tx: Tx;
  beforeEach(() => {
    sent = [];
    const record = ({ name }: Statement, [, ...values]: readonly unknown[]) =>
      sent.push([name, ...values]);
    const own = {
      organizationId: ORGANIZATION,
      actor: ACTOR,
      async query(one: Statement, values: readonly unknown[]) {
        record(one, values);
        const ids = one === findMany ? (values[1] as string[]) : [values[1]];
        return ids.filter((id) => id !== 'none').map((id) => ({ id }));
      },
      afterEvents: record,
    };
    tx = { ...own, as: () => tx } as unknown as Tx;
  });

  const share = (isCombining = true) => new SharedTransaction(tx, isCombining);
  const names = () => sent.map(([name]) => name).filter((name) => name !== 'plan_once');
  const values = (id: string, ...others: unknown[]) => [ORGANIZATION, id, ...others];

  it('sends the same statement of all as one, and gives each its own rows', async () => {
    const shared = share();
    const rows = await Promise.all(
      ['a', 'none', 'b'].map((id) => shared.join().query(find, values(id))),
    );
    assert.deepEqual(rows, [[{ id: 'a' }], [], [{ id: 'b' }]]);
    assert.deepEqual(sent.slice(1), [['test_find_many', ['a', 'none', 'b']]]);
  });

  it('sends each on its own on a cluster', async () => {
    const shared = share(false);
    await Promise.all(['a', 'b'].map((id) => shared.join().query(find, values(id))));
    assert.deepEqual(sent, [
      ['test_find', 'a'],
      ['test_find', 'b'],
    ]);
  });

  it('sends what is the same for all once', async () => {
    const shared = share();
    const rows = await Promise.all(
      ['a', 'a', 'b'].map((id) => shared.join().query(readSettings, values(id))),
    );
    assert.deepEqual(rows, [[{ id: 'a' }], [{ id: 'a' }], [{ id: 'b' }]]);
    assert.deepEqual(names(), ['test_settings', 'test_settings']);
  });

  it('keeps the order of the statements of each', async () => {
    const shared = share();
    const [first, second] = [shared.join(), shared.join()];
    await Promise.all([
      first.query(act, values('a')),
      first.query(find, values('a')),
      second.query(find, values('b')),
      second.query(act, values('b')),
      second.query(find, values('c')),
    ]);
    assert.deepEqual(sent.slice(1), [
      ['test_act', 'a'],
      ['test_find_many', ['a', 'b']],
      ['test_act', 'b'],
      ['test_find', 'c'],
    ]);
  });

  it('writes a row once, as it is in the end', async () => {
    const shared = share();
    const [first, second] = [shared.join(), shared.join()];
    first.query(save, values('a', 1));
    second.query(save, values('b', 1));
    await first.query(readSettings, values('x'));
    first.query(save, values('a', 2));
    shared.finish();
    assert.deepEqual(sent.slice(1), [
      ['test_settings', 'x'],
      ['test_save_many', ['a=2', 'b=1']],
    ]);
  });

  it('writes a row before a statement that may read it', async () => {
    const shared = share();
    const member = shared.join();
    member.query(save, values('a', 1));
    await member.query(find, values('a'));
    member.query(save, values('a', 2));
    await member.query(act, values('a'));
    shared.finish();
    assert.deepEqual(names(), ['test_save', 'test_find', 'test_save', 'test_act']);
  });

  it('writes two rows of one in their order', () => {
    const shared = share();
    const member = shared.join();
    for (const [id, value] of [['a', 1] as const, ['b', 1] as const, ['a', 2] as const]) {
      member.query(save, values(id, value));
    }
    shared.finish();
    assert.deepEqual(sent.slice(1), [
      ['test_save', 'a', 1],
      ['test_save', 'b', 1],
      ['test_save', 'a', 2],
    ]);
  });

  it('combines what follows the events', () => {
    const shared = share();
    for (const id of ['a', 'b']) shared.join().afterEvents(after, values(id));
    shared.finish();
    assert.deepEqual(sent.slice(1), [['test_after_many', ['a', 'b']]]);
  });

  it('fails for all that share a statement that fails', async () => {
    const refused = new Error('refused');
    const query = async ({ name }: Statement) => {
      if (name === 'test_find_many') throw refused;
      return [];
    };
    tx = { ...tx, query, as: () => tx } as unknown as Tx;
    const shared = share();
    const outcomes = await Promise.allSettled(
      ['a', 'b'].map((id) => shared.join().query(find, values(id))),
    );
    assert.deepEqual(
      outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason),
      [refused, refused],
    );
  });

  it('refuses to await a row that is written as late as possible', async () => {
    const shared = share();
    await assert.rejects(shared.join().query(save, values('a', 1)), /must not be awaited/);
    shared.finish();
    assert.deepEqual(names(), ['test_save']);
  });
});
