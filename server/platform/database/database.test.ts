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
    organizationId = toUuid('org', (await service.newOrganization()).organizationId)!;
  });

  const transaction = <T>(work: Parameters<typeof service.database.transaction<T>>[1]) =>
    service.database.transaction({ organizationId, actor: ACTOR }, work);

  const lockLike = statement('lock_like', 'select pg_advisory_xact_lock($1)');

  it('that meets a deadlock is tried again, and both come through', async () => {
    const tries = [0, 0];
    // Each holds what the other one wants, the first time.
    const met = Promise.withResolvers<void>();
    const lockBoth = (which: 0 | 1) =>
      transaction(async (tx) => {
        tries[which]! += 1;
        await tx.query(lockLike, [which === 0 ? 1 : 2]);
        if (tries[0]! > 0 && tries[1]! > 0) met.resolve();
        await met.promise;
        await tx.query(lockLike, [which === 0 ? 2 : 1]);
        return which;
      });
    assert.deepEqual(await Promise.all([lockBoth(0), lockBoth(1)]), [0, 1]);
    assert.ok(tries[0]! + tries[1]! >= 3, `tried ${tries}`);
  });

  it('that meets one every time says that the database is busy, and when to come back', async () => {
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

  it('that waits for longer than a statement may says so, too', async () => {
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
});
