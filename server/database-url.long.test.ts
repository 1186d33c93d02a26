import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ApiClient } from './testing/api-client.ts';
import { eventually } from './testing/eventually.ts';
import { assertRefused, openConnection } from './testing/process-checks.ts';
import {
  cleanUp,
  databaseUrl,
  newDataDirectory,
  runToExit,
  type ServerProcess,
  startServer,
} from './testing/server-process.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-server.ts';

const LEAD = { name: 'Dana Whitfield', phone: '+14155550187', service_needed: 'roof_repair' };

after(cleanUp);

describe('a start with DATABASE_URL', () => {
  const dataDirectory = newDataDirectory();
  const first = 'first-token-of-the-setting';
  const second = 'second-token-of-the-setting';
  let testDatabase: TestDatabase;
  let server: ServerProcess;
  const start = (environment: Record<string, string>) =>
    startServer({
      THROUGHLINE_DATA_DIR: dataDirectory,
      DATABASE_URL: databaseUrl(testDatabase.connection),
      ...environment,
    });
  before(async () => {
    testDatabase = await createTestDatabase();
  });
  after(async () => {
    await cleanUp();
    await testDatabase.drop();
  });

  const FORGET = "process.on('SIGUSR2', () => { Promise.reject(new Error('Forgotten')); });";

  it('uses that database and creates no embedded one', async () => {
    server = await start({
      THROUGHLINE_BOOTSTRAP_TOKEN: first,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(FORGET)}`,
    });
    assert.equal((await server.api(first).post('/v1/leads', LEAD)).status, 201);
    const { rows } = await testDatabase.owner.query('select name from leads');
    assert.deepEqual(rows, [{ name: 'Dana Whitfield' }]);
    assert(!existsSync(join(dataDirectory, 'postgres')));
  });

  it('neither prints nor stores a token when THROUGHLINE_BOOTSTRAP_TOKEN is set', () => {
    assert.equal(server.token, null);
    assert(!server.output.includes(first));
    assert(!existsSync(join(dataDirectory, 'bootstrap-token')));
    assert.equal(server.output.match(/Bearer \$THROUGHLINE_BOOTSTRAP_TOKEN/g)?.length, 3);
  });

  it('logs a failed promise that no code waits for, and goes on', async () => {
    server.kill('SIGUSR2');
    await eventually(() => /"message":"Forgotten".*a failure that no code/.test(server.output));
    assert.equal((await server.api(first).get('/v1/leads')).status, 200);
  });

  it('keeps only connections of the role that owns nothing', async () => {
    const { rows } = await testDatabase.owner.query(
      `select distinct usename as role from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    assert.deepEqual(rows, [{ role: 'throughline_app' }]);
  });

  it('refuses to run as another role', async () => {
    const exit = await runToExit({
      THROUGHLINE_DATA_DIR: dataDirectory,
      DATABASE_URL: databaseUrl(testDatabase.connection),
      THROUGHLINE_APP_DATABASE_URL: databaseUrl(testDatabase.connection),
    });
    assertRefused(
      exit,
      /must log in as throughline_app, but THROUGHLINE_APP_DATABASE_URL uses the role throughline\./,
    );
  });

  it('runs as the same role even when the URL asks for another one', async () => {
    const url = `${databaseUrl(testDatabase.connection)}&options=-c%20role%3Dthroughline`;
    const other = await start({ DATABASE_URL: url, THROUGHLINE_BOOTSTRAP_TOKEN: first });
    assert.equal((await other.api(first).get('/v1/leads')).body.data.length, 1);
    assert.equal((await other.stop()).code, 0);
  });

  it('makes the token from the setting valid at every start, and the previous one invalid', async () => {
    assert.equal((await server.stop()).code, 0);
    server = await start({ THROUGHLINE_BOOTSTRAP_TOKEN: second });
    assert.equal((await server.api(second).get('/v1/leads')).body.data.length, 1);
    assert.equal((await server.api(first).get('/v1/leads')).status, 401);
    assert.equal((await server.stop()).code, 0);
  });
});

it('no token is printed after the banner, whatever is logged', async (t) => {
  const testDatabase = await createTestDatabase();
  t.after(() => testDatabase.drop());
  const server = await startServer({
    THROUGHLINE_DATA_DIR: newDataDirectory(),
    DATABASE_URL: databaseUrl(testDatabase.connection),
    LOG_LEVEL: 'trace',
  });
  const wrong = 'tl_somebodys-mistyped-token';
  const created = await server
    .api()
    .post(
      '/v1/tokens',
      { name: 'Form', scopes: ['leads:capture'] },
      { headers: { 'idempotency-key': 'once' } },
    );
  assert.equal(created.status, 201);
  assert.equal((await server.api(created.body.token).post('/v1/leads', LEAD)).status, 201);
  assert.equal((await server.api(created.body.token).get('/v1/leads')).status, 403);
  assert.equal((await server.api(wrong).get('/v1/leads')).status, 401);
  // A token in the wrong place, a failure, and a request that is not even HTTP.
  await server.api().get(`/v1/leads?access_token=${created.body.token}`);
  await new ApiClient(server.url, null).get(`/v1/leads/${created.body.token}`);
  await openConnection(server.url, `NONSENSE ${created.body.token}\r\n\r\n`);
  await testDatabase.owner.query('alter table leads rename to mislaid');
  assert.equal((await server.api().post('/v1/leads', LEAD)).status, 500);

  const { stdout, stderr } = await server.stop();
  assert.match(stdout, /"status":500/);
  const printed = stdout + stderr;
  const withToken = printed.split('\n').filter((line) => line.includes(server.token ?? ''));
  assert.deepEqual(
    withToken.map((line) => line.trim()),
    [`Console         ${server.url}/setup#${server.token}`, `Bootstrap token ${server.token}`],
  );
  assert(!printed.includes(created.body.token));
  assert(!printed.includes(wrong));
  assert(!printed.includes(LEAD.phone));
});
