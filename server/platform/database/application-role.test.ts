import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import {
  createTestDatabase,
  TEMPLATE_DATABASE,
  type TestDatabase,
} from '../../testing/test-server.ts';
import { APPLICATION_ROLE, type ConnectionSettings } from './database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';
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

describe('a server that requires passwords', () => {
  const directory = mkdtempSync(join(tmpdir(), 'throughline-login-'));
  let postgres: EmbeddedPostgres;
  let superuser: pg.Client;
  before(async () => {
    chmodSync(directory, 0o755);
    postgres = await startEmbeddedPostgres({
      dataDirectory: directory,
      log: () => {},
      settings: { fsync: 'off' },
    });
    superuser = new pg.Client(postgres.connection);
    await superuser.connect();
    const rules = join(directory, 'postgres/pg_hba.conf');
    const trusted = readFileSync(rules, 'utf8');
    writeFileSync(rules, `local all throughline trust\nlocal all all scram-sha-256\n${trusted}`);
    await superuser.query('select pg_reload_conf()');
    await superuser.query("create role app_owner login createrole password 'first'");
    await superuser.query('create database app owner app_owner');
  });
  after(async () => {
    await superuser.end();
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  const urlOf = (user: string, password: string, database = 'app') => {
    const { host, port } = postgres.connection;
    return `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  };
  const migrateAs = (url: string, applicationUrl?: string) =>
    migrate({ connectionString: url }, [], () => {}, { applicationUrl: applicationUrl ?? null });
  async function whoLogsIn(connection: ConnectionSettings): Promise<string> {
    const client = new pg.Client(connection);
    await client.connect();
    const { rows } = await client.query(
      'select session_user as role from leads right join (values (1)) as one on true',
    );
    await client.end();
    return rows[0].role;
  }

  it('needs only one URL: the password of the role is derived from the owner’s', async () => {
    const connection = await migrateAs(urlOf('app_owner', 'first'));
    assert.equal(await whoLogsIn(connection), APPLICATION_ROLE);
    assert.doesNotMatch(connection.connectionString ?? 'first', /app_owner|first/);
    assert.deepEqual(await migrateAs(urlOf('app_owner', 'first')), connection);
  });

  it('accepts a new password of the owner at the next start', async () => {
    await superuser.query("alter role app_owner password 'second'");
    const connection = await migrateAs(urlOf('app_owner', 'second'));
    assert.equal(await whoLogsIn(connection), APPLICATION_ROLE);
  });

  it('says what to do when the owner cannot create roles, and works once that is done', async () => {
    await superuser.query("create role poor_owner login password 'third'");
    await superuser.query('create database poor owner poor_owner');
    const url = urlOf('poor_owner', 'third', 'poor');
    await assert.rejects(
      migrateAs(url),
      /no permission to set a password for the role throughline_app.*set THROUGHLINE_APP_DATABASE_URL/,
    );
    await superuser.query(`alter role ${APPLICATION_ROLE} password 'given'`);
    const applicationUrl = urlOf(APPLICATION_ROLE, 'given', 'poor');
    assert.equal(await whoLogsIn(await migrateAs(url, applicationUrl)), APPLICATION_ROLE);
  });

  it('refuses a role that has more privileges than allowed', async () => {
    const url = urlOf('app_owner', 'second');
    await migrateAs(url);
    await superuser.query(`alter role ${APPLICATION_ROLE} bypassrls`);
    await assert.rejects(migrateAs(url), /could read every organization/);
    await superuser.query(`alter role ${APPLICATION_ROLE} nobypassrls`);
    await superuser.query(`grant pg_read_all_data to ${APPLICATION_ROLE}`);
    await assert.rejects(migrateAs(url), /could read every organization/);
    await superuser.query(`revoke pg_read_all_data from ${APPLICATION_ROLE}`);
    await superuser.query(`grant pg_read_all_data to ${OWN_ROLE}`);
    await assert.rejects(migrateAs(url), /could read every organization/);
    await superuser.query(`revoke pg_read_all_data from ${OWN_ROLE}`);
    await migrateAs(url);
  });

  it('refuses to start if the service would have the policies of the role for own work all the time', async () => {
    const url = urlOf('app_owner', 'second');
    await superuser.query(`grant ${OWN_ROLE} to ${APPLICATION_ROLE} with inherit true`);
    await assert.rejects(migrateAs(url), /inherits the role throughline_own/);
    await superuser.query(`revoke ${OWN_ROLE} from ${APPLICATION_ROLE}`);
    await migrateAs(url);
  });

  it('says what to do when the owner cannot grant the role for own work, and works once that is done', async () => {
    const url = urlOf('poor_owner', 'third', 'poor');
    await superuser.query(`alter role ${APPLICATION_ROLE} password 'given'`);
    const applicationUrl = urlOf(APPLICATION_ROLE, 'given', 'poor');
    await superuser.query(`revoke ${OWN_ROLE} from ${APPLICATION_ROLE} granted by app_owner`);
    await assert.rejects(
      migrateAs(url, applicationUrl),
      /has no permission to run.*grant throughline_own to throughline_app/,
    );
    await superuser.query(`grant ${OWN_ROLE} to ${APPLICATION_ROLE}`);
    assert.equal(await whoLogsIn(await migrateAs(url, applicationUrl)), APPLICATION_ROLE);
  });
});
