import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { APPLICATION_ROLE, type ConnectionSettings } from './database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';
import { OWN_ROLE } from './transaction.ts';

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
