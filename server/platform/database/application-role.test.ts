import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import {
  createTestDatabase,
  TEMPLATE_DATABASE,
  type TestDatabase,
} from '../../testing/test-server.ts';
import { APPLICATION_ROLE } from './database.ts';
import { OWN_ROLE } from './transaction.ts';

describe('the role that the service logs in as', () => {
  let testDatabase: TestDatabase;
  let application: pg.Client;
  before(async () => {
    testDatabase = await createTestDatabase();
    application = new pg.Client(testDatabase.application);
    await application.connect();
  });
  after(async () => {
    await application.end();
    await testDatabase.drop();
  });
  const look = async (sql: string) => (await testDatabase.owner.query(sql)).rows;

  it('cannot become the owner or any other role, except the one for own work', async () => {
    await assert.rejects(application.query('set role throughline'), { code: '42501' });
    await assert.rejects(application.query('set session authorization throughline'), {
      code: '42501',
    });
    const { rows: reachable } = await application.query(
      "select rolname from pg_roles where pg_has_role(session_user, oid, 'member') order by 1",
    );
    assert.deepEqual(
      reachable.map(({ rolname }) => rolname),
      [APPLICATION_ROLE, OWN_ROLE],
    );
    await application.query(`set role ${OWN_ROLE}`);
    await assert.rejects(application.query('set role throughline'), { code: '42501' });
    await application.query('reset role');
    const { rows } = await application.query('select current_user as role');
    assert.deepEqual(rows, [{ role: APPLICATION_ROLE }]);
  });

  it('does not have the policies and privileges of the role for own work before it switches', async () => {
    const [inherits] = await look(
      `select pg_has_role('${APPLICATION_ROLE}', '${OWN_ROLE}', 'usage') as inherits`,
    );
    assert.deepEqual(inherits, { inherits: false });
    await assert.rejects(
      application.query('select own_job_ids(gen_random_uuid())'),
      { code: '42501', message: /permission denied/ },
      'it would also have the policies of the role',
    );
  });

  it('can create nothing, not even temporarily', async () => {
    for (const sql of [
      'create temporary table leads (n integer)',
      'create table public.forged (n integer)',
      'create schema forged',
      'create function forged() returns integer language sql return 1',
      'select pgboss.create_queue(\'forged\', \'{"partition": true, "policy": "standard"}\')',
    ]) {
      await assert.rejects(application.query(sql), { code: '42501' }, sql);
      await application.query(`set role ${OWN_ROLE}`);
      await assert.rejects(application.query(sql), { code: '42501' }, `${sql} for own work`);
      await application.query('reset role');
    }
    for (const role of [APPLICATION_ROLE, OWN_ROLE]) {
      assert.deepEqual(
        await look(
          `select has_database_privilege('${role}', '${TEMPLATE_DATABASE}', 'temporary') as temporary`,
        ),
        [{ temporary: false }],
        'migrate() leaves the privilege to create temporary tables',
      );
    }
  });

  it('calls functions that run as their owner only with a fixed search_path', async () => {
    const open = await look(`
      select p.oid::regprocedure::text as name, p.proconfig from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace
      where p.prosecdef and n.nspname not in ('pg_catalog', 'information_schema')
        and not coalesce('search_path=pg_catalog, pg_temp' = any (p.proconfig), false)`);
    assert.deepEqual(open, []);
  });

  it('is, with the role for own work, the only role except the owner that can execute our functions', async () => {
    const executableByAll = `
      select p.oid::regprocedure::text as name from pg_proc p,
        aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as granted
      where p.pronamespace = 'public'::regnamespace
        and granted.grantee not in (p.proowner, '${APPLICATION_ROLE}'::regrole, '${OWN_ROLE}'::regrole)
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;
    assert.deepEqual(await look(executableByAll), []);
    await look('begin');
    await look('create function of_a_later_migration() returns integer language sql return 1');
    const later = await look(executableByAll);
    await look('rollback');
    assert.deepEqual(later, [], 'a new function is executable by every role');
    for (const sql of ["select guard_tenant_table('leads')", 'select lifecycle_number(100042)']) {
      await assert.rejects(application.query(sql), { code: '42501' }, sql);
    }
  });
});
