import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { sharedService } from '../../testing/fixtures.ts';
import { Problem } from '../errors.ts';
import { toUuid } from '../ids.ts';
import { statement } from './statement.ts';

const ACTOR = { type: 'system', id: null, name: 'test' } as const;

describe('a transaction', () => {
  let organizationId: string;
  const service = sharedService();
  before(async () => {
    organizationId = toUuid('organization', (await service.newOrganization()).organizationId)!;
  });

  const transaction = <T>(work: Parameters<typeof service.database.transaction<T>>[1]) =>
    service.database.transaction({ organizationId, actor: ACTOR }, work);

  const lockLike = statement('lock_like', 'select pg_advisory_xact_lock($1)');

  it('is retried after a deadlock, and both transactions succeed', async () => {
    let tries = 0;
    const holders = new Set<number>();
    const bothHold = Promise.withResolvers<void>();
    const lockBoth = (first: number, second: number) =>
      transaction(async (tx) => {
        tries += 1;
        await tx.query(lockLike, [first]);
        holders.add(first);
        if (holders.size === 2) bothHold.resolve();
        await bothHold.promise;
        await tx.query(lockLike, [second]);
        return first;
      });
    assert.deepEqual(await Promise.all([lockBoth(1, 2), lockBoth(2, 1)]), [1, 2]);
    assert.ok(tries >= 3, `tried ${tries} times`);
  });

  it('is retried after a deadlock in a statement that was not awaited', async () => {
    let tries = 0;
    const fail = statement('fail_like', 'select fail_like_a_deadlock($1)');
    await service.owner.query(`
      create function fail_like_a_deadlock(p_fails boolean) returns void language plpgsql as $$
      begin
        if p_fails then raise exception 'deadlock detected' using errcode = '40P01'; end if;
      end $$;
      grant execute on function fail_like_a_deadlock to public`);
    const done = transaction(async (tx) => {
      tries += 1;
      tx.query(fail, [tries === 1]);
      await tx.query(lockLike, [3]);
      return tries;
    });
    assert.equal(await done, 2);
  });

  it('reports a busy database with Retry-After when every attempt deadlocks', async () => {
    let tries = 0;
    const hopeless = transaction(async () => {
      tries += 1;
      throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
    });
    await assert.rejects(hopeless, (error: unknown) => {
      assert.ok(error instanceof Problem);
      assert.equal(error.status, 503);
      assert.equal(error.code, 'database_busy');
      assert.equal(error.headers['Retry-After'], '1');
      return true;
    });
    assert.equal(tries, 5);
  });

  it('reports a busy database when a statement times out', async () => {
    const impatient = statement(
      'impatient',
      "select set_config('statement_timeout', '50ms', true)",
    );
    const sleepy = statement('sleepy', 'select pg_sleep(5)');
    const waiting = transaction(async (tx) => {
      await tx.query(impatient, []);
      await tx.query(sleepy, []);
    });
    await assert.rejects(waiting, { code: 'database_busy' });
  });

  it('reports an unavailable database when the server ends the connection, whatever the reason', async () => {
    const short = statement('short_transaction', "set local transaction_timeout = '50ms'");
    const sleepy = statement('sleepy_too', 'select pg_sleep(5)');
    const ended = transaction(async (tx) => {
      await tx.query(short, []);
      await tx.query(sleepy, []);
    });
    await assert.rejects(ended, { status: 503, code: 'database_unavailable' });
    await transaction((tx) => tx.query(statement('after_the_end', 'select 1'), []));
  });

  it('reports the reason of a trigger, and passes on an error that was caused by it', async () => {
    const refuse = statement('refuse_with_reason', 'select raise_person_erased()');
    const refused = { status: 409, code: 'person_erased', message: /^This person was erased/ };
    await assert.rejects(
      transaction((tx) => tx.query(refuse, [])),
      refused,
    );
    const wrapped = transaction((tx) =>
      tx.query(refuse, []).catch((cause: unknown) => {
        throw new Error('The step call failed', { cause });
      }),
    );
    await assert.rejects(wrapped, { message: 'The step call failed' });
  });

  it('starts for exactly one organization, and refuses anything that is not an id', async () => {
    const tenant = statement(
      'tenant_of_test',
      "select current_setting('app.organization_id') as tenant",
    );
    assert.deepEqual(await transaction((tx) => tx.query(tenant, [])), [{ tenant: organizationId }]);
    for (const id of ['', "'; reset all; --", `${organizationId}'`, organizationId.slice(1)]) {
      const refused = service.database.transaction({ organizationId: id, actor: ACTOR }, (tx) =>
        tx.query(tenant, []),
      );
      await assert.rejects(refused, /must be a UUID/, id);
    }
    const { total, idle } = service.database.connections;
    assert.equal(idle, total, 'a connection was not returned to the pool');
  });
});

describe('a held name', () => {
  const service = sharedService();

  it('is refused when 20 others are held, until one of them is free', async () => {
    const done = Promise.withResolvers<void>();
    const held = Array.from({ length: 20 }, (_, n) =>
      service.database.withLock(`upload ${n}`, () => done.promise),
    );
    await assert.rejects(
      service.database.withLock('one more', async () => {}),
      { status: 503, code: 'too_many_uploads' },
    );
    done.resolve();
    await Promise.all(held);
    assert.equal(await service.database.withLock('one more', async () => 'held'), 'held');
  });
});
