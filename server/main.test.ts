import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import { ApiClient } from './testing/api-client.ts';
import { eventually } from './testing/harness.ts';
import {
  CHECKOUT,
  cleanUp,
  databaseUrl,
  type Exit,
  embeddedDatabase,
  newDataDirectory,
  run,
  runToExit,
  type ServerProcess,
  startServer,
} from './testing/server-process.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-server.ts';

const LEAD = { name: 'Dana Whitfield', phone: '+14155550187', service_needed: 'roof_repair' };
const IS_ROOT = process.getuid?.() === 0;
const NOBODY = { uid: 65534, gid: 65534 };

after(cleanUp);

describe('a start from nothing', () => {
  const dataDirectory = newDataDirectory();
  const tokenFile = join(dataDirectory, 'bootstrap-token');
  let server: ServerProcess;
  const startTimes: number[] = [];
  const start = async () => {
    const from = Date.now();
    server = await startServer({ THROUGHLINE_DATA_DIR: dataDirectory });
    startTimes.push(Date.now() - from);
  };
  before(start);

  it('says where it is, and is ready there', async () => {
    assert.match(server.url, /^http:\/\/127\.0\.0\.1:\d+$/);
    const ready = await server.api().get('/readyz');
    assert.equal(ready.status, 200);
    assert.deepEqual(ready.body.checks, { database: 'ok', migrations: 'ok', worker: 'ok' });
  });

  it('prints three lines that capture a lead, list it and book it, as they stand', async () => {
    const [captured, listed, booked, ...others] = await runPrintedLines(server.output);
    assert(captured && listed && booked && others.length === 0);
    assert.match(captured.lead_id, /^lead_/);
    assert.equal(listed.data[0]?.lead_id, captured.lead_id);
    assert.equal(booked.lead_id, captured.lead_id);
    assert.equal(booked.status, 'booked');
  });

  it('shows the token once, and keeps it where only its owner can read it', () => {
    assert.match(server.token ?? '', /^tl_/);
    assert.equal(readFileSync(tokenFile, 'utf8'), `${server.token}\n`);
    assert.equal(statSync(tokenFile).mode & 0o777, 0o600);
    assert.equal(server.output.split(server.token!).length, 2);
  });

  it('runs PostgreSQL as somebody who is not root', () => {
    assert.notEqual(statSync(join(dataDirectory, 'postgres')).uid, 0);
  });

  it('refuses a second server on the same data', async () => {
    const exit = await runToExit({ THROUGHLINE_DATA_DIR: dataDirectory });
    assertRefused(
      exit,
      /is in use by another Throughline\. Stop it, or set THROUGHLINE_DATA_DIR\.$/,
    );
  });

  it('finishes the request under way on SIGTERM and ends within 10 s, PostgreSQL too', async () => {
    const owner = await connectAsOwner(dataDirectory);
    await owner.query('begin');
    await owner.query('select from organization_counters for update');
    const asking = server.api().post('/v1/leads', { ...LEAD, name: 'Captured while stopping' });
    await eventually(
      async () => (await owner.query('select from pg_locks where not granted')).rowCount,
    );

    const from = Date.now();
    server.kill('SIGTERM');
    await eventually(async () => server.output.includes('SIGTERM: finishing'));
    await owner.query('rollback');
    assert.equal((await asking).status, 201);

    assertStopped(await server.waitForExit(), from, dataDirectory);
    await owner.end().catch(() => {});
  });

  it('starts again on its data, without showing a token', async () => {
    await start();
    assert.equal(server.token, null);
    assert(!server.output.includes('tl_'));
    const [, listed] = await runPrintedLines(server.output);
    assert.deepEqual(
      listed?.data.map((lead) => lead.name),
      ['Dana Whitfield', 'Captured while stopping', 'Dana Whitfield'],
    );
  });

  it('ends on SIGINT as well, without waiting for connections that nobody uses', async () => {
    const idle = await openConnection(server.url, 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
    await once(idle, 'data');
    const from = Date.now();
    server.kill('SIGINT');
    const exit = await server.waitForExit();
    assertStopped(exit, from, dataDirectory);
    assert.match(exit.stdout, /^SIGINT: finishing what is under way …$/m);
    assert.match(exit.stdout, /^Stopped\.\n$/m);
  });

  it('cuts off a caller who never finishes a request, and still ends within 10 s', async () => {
    await start();
    const token = readFileSync(tokenFile, 'utf8').trim();
    const slow = await openConnection(
      server.url,
      `POST /v1/leads HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
        'content-type: application/json\r\ncontent-length: 1000\r\nexpect: 100-continue\r\n\r\n',
    );
    await once(slow, 'data');
    slow.write('{"name":');
    const from = Date.now();
    server.kill('SIGTERM');
    assertStopped(await server.waitForExit(), from, dataDirectory);
  });

  it('takes less than 10 s for a later start', () => {
    // The promise is 3 s on a quiet machine; here other test files run beside this one, so of two.
    const [, ...later] = startTimes;
    assert(Math.min(...later) < 10_000, `${later} ms`);
  });
});

it('a start that is told to stop before it is ready leaves nothing running', async () => {
  const dataDirectory = newDataDirectory();
  const starting = run(['server/main.ts'], { THROUGHLINE_DATA_DIR: dataDirectory });
  await eventually(async () => starting.stdout.includes('Initialising'), 30_000);
  const from = Date.now();
  starting.child.kill('SIGTERM');
  assertStopped(await starting.exit, from, dataDirectory);
});

// Where the tests run as an ordinary user anyway, every other test of this file says the same.
if (IS_ROOT && spawnSync('test', ['-r', process.execPath], NOBODY).status === 0) {
  it('works for an ordinary user, as whom PostgreSQL then runs', async () => {
    const dataDirectory = newDataDirectory();
    chownSync(dataDirectory, NOBODY.uid, NOBODY.gid);
    const server = await startServer({ THROUGHLINE_DATA_DIR: dataDirectory }, NOBODY);
    assert.equal((await server.api().post('/v1/leads', LEAD)).status, 201);
    assert.equal(statSync(join(dataDirectory, 'postgres')).uid, NOBODY.uid);
    const from = Date.now();
    assertStopped(await server.stop(), from, dataDirectory);
  });
}

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

  it('uses that database and makes none of its own', async () => {
    server = await start({ THROUGHLINE_BOOTSTRAP_TOKEN: first });
    assert.equal((await server.api(first).post('/v1/leads', LEAD)).status, 201);
    const { rows } = await testDatabase.owner.query('select name from leads');
    assert.deepEqual(rows, [{ name: 'Dana Whitfield' }]);
    assert(!existsSync(join(dataDirectory, 'postgres')));
  });

  it('shows and keeps no token where THROUGHLINE_BOOTSTRAP_TOKEN gives it', () => {
    assert.equal(server.token, null);
    assert(!server.output.includes(first));
    assert(!existsSync(join(dataDirectory, 'bootstrap-token')));
    assert.equal(server.output.match(/Bearer \$THROUGHLINE_BOOTSTRAP_TOKEN/g)?.length, 3);
  });

  it('keeps no connection but those of the role that owns nothing', async () => {
    const { rows } = await testDatabase.owner.query(
      `select distinct usename as role from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    assert.deepEqual(rows, [{ role: 'throughline_app' }]);
  });

  it('refuses to work as another role', async () => {
    const exit = await runToExit({
      THROUGHLINE_DATA_DIR: dataDirectory,
      DATABASE_URL: databaseUrl(testDatabase.connection),
      THROUGHLINE_APP_DATABASE_URL: databaseUrl(testDatabase.connection),
    });
    assertRefused(
      exit,
      /must log in as throughline_app, but THROUGHLINE_APP_DATABASE_URL leads to the role throughline\./,
    );
  });

  it('works as the same role when the URL asks for another one', async () => {
    const url = `${databaseUrl(testDatabase.connection)}&options=-c%20role%3Dthroughline`;
    const other = await start({ DATABASE_URL: url, THROUGHLINE_BOOTSTRAP_TOKEN: first });
    assert.equal((await other.api(first).get('/v1/leads')).body.data.length, 1);
    assert.equal((await other.stop()).code, 0);
  });

  it('makes the token of the setting valid at every start, in place of the one before', async () => {
    assert.equal((await server.stop()).code, 0);
    server = await start({ THROUGHLINE_BOOTSTRAP_TOKEN: second });
    assert.equal((await server.api(second).get('/v1/leads')).body.data.length, 1);
    assert.equal((await server.api(first).get('/v1/leads')).status, 401);
  });

  it('makes it valid again even after it was revoked', async () => {
    const { body } = await server.api(second).get('/v1/tokens');
    for (const { token_id } of body.data) {
      await server.api(second).delete(`/v1/tokens/${token_id}`);
    }
    await eventually(async () => (await server.api(second).get('/v1/leads')).status === 401);
    await server.stop();
    server = await start({ THROUGHLINE_BOOTSTRAP_TOKEN: second });
    assert.equal((await server.api(second).get('/v1/leads')).status, 200);
    await server.stop();
  });
});

it('no token is ever printed behind the banner, whatever is logged', async (t) => {
  const testDatabase = await createTestDatabase();
  t.after(() => testDatabase.drop());
  const server = await startServer({
    THROUGHLINE_DATA_DIR: newDataDirectory(),
    DATABASE_URL: databaseUrl(testDatabase.connection),
    LOG_LEVEL: 'trace',
  });
  const wrong = 'tl_somebodys-mistyped-token';
  const made = await server
    .api()
    .post(
      '/v1/tokens',
      { name: 'Form', scopes: ['leads:capture'] },
      { headers: { 'idempotency-key': 'once' } },
    );
  assert.equal(made.status, 201);
  assert.equal((await server.api(made.body.token).post('/v1/leads', LEAD)).status, 201);
  assert.equal((await server.api(made.body.token).get('/v1/leads')).status, 403);
  assert.equal((await server.api(wrong).get('/v1/leads')).status, 401);
  // A token in the wrong place, a failure, and a request that is not even HTTP.
  await server.api().get(`/v1/leads?access_token=${made.body.token}`);
  await new ApiClient(server.url, null).get(`/v1/leads/${made.body.token}`);
  await openConnection(server.url, `NONSENSE ${made.body.token}\r\n\r\n`);
  await testDatabase.owner.query('alter table leads rename to mislaid');
  assert.equal((await server.api().post('/v1/leads', LEAD)).status, 500);

  const { stdout, stderr } = await server.stop();
  assert.match(stdout, /"status":500/);
  const printed = stdout + stderr;
  assert.equal(printed.split(server.token!).length, 2);
  assert(!printed.includes(made.body.token));
  assert(!printed.includes(wrong));
  assert(!printed.includes(LEAD.phone));
});

describe('a start that cannot be', { concurrency: 2 }, () => {
  const settings: [Record<string, string>, RegExp][] = [
    [{ PORT: 'abc' }, /PORT must be a whole number from 0 to 65535, not "abc"/],
    [{ THROUGHLINE_ROLE: 'boss' }, /THROUGHLINE_ROLE must be one of all, api, worker, not "boss"/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL must be one of .*, not "loud"/],
    [{ THROUGHLINE_BOOTSTRAP_TOKEN: 'short' }, /THROUGHLINE_BOOTSTRAP_TOKEN must be 20 to 512/],
    [{ DATABASE_URL: 'mysql://db/x' }, /DATABASE_URL must look like postgres:\/\//],
    [{ PORT: '-1', LOG_LEVEL: 'loud', THROUGHLINE_ROLE: '' }, /PORT must .*; LOG_LEVEL must /],
  ];
  for (const [environment, reason] of settings) {
    it(`is one line for ${JSON.stringify(environment)}`, async () => {
      const dataDirectory = join(newDataDirectory(), 'data');
      assertRefused(
        await runToExit({ THROUGHLINE_DATA_DIR: dataDirectory, ...environment }),
        reason,
      );
      assert(!existsSync(dataDirectory));
    });
  }

  it('is one line for a port that is taken, and makes no database', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const dataDirectory = join(newDataDirectory(), 'data');
    const exit = await runToExit({ PORT: String(port), THROUGHLINE_DATA_DIR: dataDirectory });
    other.close();
    assertRefused(
      exit,
      new RegExp(
        `Port ${port} on 127.0.0.1 is taken by another program. Stop it, or set PORT to a free one.$`,
      ),
    );
    assert(!existsSync(dataDirectory));
  });

  it('is one line for a HOST that is not ours', async () => {
    const exit = await runToExit({ HOST: '192.0.2.1', THROUGHLINE_DATA_DIR: newDataDirectory() });
    assertRefused(exit, /HOST 192\.0\.2\.1 is not an address of this machine\.$/);
  });

  it('is one line for a data directory that cannot be written', async () => {
    const file = join(newDataDirectory(), 'file');
    writeFileSync(file, '');
    const exit = await runToExit({ THROUGHLINE_DATA_DIR: join(file, 'data') });
    assertRefused(
      exit,
      /The data directory .* is not writable \(ENOTDIR\)\. Set THROUGHLINE_DATA_DIR /,
    );
  });

  for (const [what, url] of [
    ['refuses connections', 'postgres://app:hunter2@127.0.0.1:1/throughline'],
    ['has no such socket', 'postgres://app:hunter2@/throughline?host=/nonexistent'],
    ['is asked with a broken URL', 'postgres://app:hunter2%zz@127.0.0.1:1/throughline'],
    ['needs a certificate that is not there', 'postgres://app:hunter2@127.0.0.1/x?sslrootcert=/no'],
  ] as const) {
    it(`is one line for a database that ${what}, without its password`, async () => {
      const exit = await runToExit({ DATABASE_URL: url, THROUGHLINE_DATA_DIR: newDataDirectory() });
      assertRefused(
        exit,
        /Cannot reach the database.*: .*\. Check DATABASE_URL and that PostgreSQL/,
      );
      assert(!exit.stderr.includes('hunter2'));
    });
  }
});

/** One line that a person can act on, and nothing else. */
function assertRefused({ code, stdout, stderr }: Exit, reason: RegExp): void {
  assert.equal(code, 1, stderr);
  assert.equal(stdout, '');
  assert.match(stderr, /^Throughline did not start\. [^\n]+\n$/);
  assert.match(stderr.trimEnd(), reason);
  assert.doesNotMatch(stderr, /\bat .*:\d+:\d+/);
}

function assertStopped({ code, stderr }: Exit, from: number, dataDirectory: string): void {
  const took = Date.now() - from;
  assert.equal(stderr, '');
  assert.equal(code, 0);
  assert(took < 10_000, `it took ${took} ms`);
  assert.equal(embeddedDatabase(dataDirectory), null);
}

async function connectAsOwner(dataDirectory: string): Promise<pg.Client> {
  const client = new pg.Client(embeddedDatabase(dataDirectory)!.connection);
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function openConnection(url: string, sent: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(sent);
  return socket;
}

/** What the three answers have that the tests look at. */
interface Printed {
  lead_id: string;
  status: string;
  data: { lead_id: string; name: string }[];
}

/** Pastes the curl lines of the banner into a shell; without curl, sends what they would send. */
async function runPrintedLines(output: string): Promise<Printed[]> {
  const lines = output.match(/^ {2}curl .*$/gm) ?? [];
  const answers: Printed[] = [];
  for (const line of lines) {
    const hasCurl = spawnSync('curl', ['--version']).status === 0;
    answers.push(JSON.parse(await (hasCurl ? runInShell(line) : sendAsCurlWould(line))));
  }
  return answers;
}

async function runInShell(script: string): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-c', script], { cwd: CHECKOUT });
  return stdout;
}

async function sendAsCurlWould(line: string): Promise<string> {
  const printed = await runInShell(`curl() { printf '%s\\0' "$@"; }; ${line}`);
  const words = printed.split('\0');
  const behind = (option: string) =>
    words.filter((_, index) => words[index - 1] === option) as string[];
  const response = await fetch(words.find((word) => word.startsWith('http://'))!, {
    method: behind('-sX')[0] ?? 'GET',
    headers: behind('-H').map((header) => header.split(/: (.*)/s, 2) as [string, string]),
    body: behind('-d')[0] ?? null,
  });
  return response.text();
}
