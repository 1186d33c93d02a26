import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { eventually } from './testing/eventually.ts';
import { assertRefused, openConnection } from './testing/process-checks.ts';
import {
  assertStopped,
  cleanUp,
  newDataDirectory,
  run,
  runningDatabase,
  runToExit,
  type ServerProcess,
  startServer,
} from './testing/server-process.ts';

const LEAD = { name: 'Dana Whitfield', phone: '+14155550187', service_needed: 'roof_repair' };
const IS_ROOT = process.getuid?.() === 0;
const NOBODY = { uid: 65534, gid: 65534 };

after(cleanUp);

describe('a server on its data directory', () => {
  const dataDirectory = newDataDirectory();
  let server: ServerProcess;
  let token = '';
  const start = async () => {
    server = await startServer({ THROUGHLINE_DATA_DIR: dataDirectory });
  };

  it('ends early if it is stopped before it is ready, and leaves nothing running', async () => {
    const starting = run(['server/main.ts'], { THROUGHLINE_DATA_DIR: dataDirectory });
    await eventually(async () => starting.stdout.includes('Initializing'), 120_000);
    starting.child.kill('SIGTERM');
    assertStopped(await starting.exit, dataDirectory);
    assert.doesNotMatch(starting.stdout, /is ready at/);
  });

  it('goes on at the next start, and runs PostgreSQL as a user other than root', async () => {
    await start();
    assert.notEqual(statSync(join(dataDirectory, 'postgres')).uid, 0);
  });

  it('refuses a second server on the same data directory', async () => {
    const exit = await runToExit({ THROUGHLINE_DATA_DIR: dataDirectory });
    assertRefused(
      exit,
      /is in use by another Throughline server\. Stop it, or set THROUGHLINE_DATA_DIR\.$/,
    );
  });

  it('finishes the running request on SIGTERM and stops within 10 s, including PostgreSQL', async () => {
    const owner = await connectAsOwner(dataDirectory);
    await owner.query('begin');
    await owner.query('select from organization_counters for update');
    const asking = server.api().post('/v1/leads', { ...LEAD, name: 'Captured while stopping' });
    await eventually(
      async () => (await owner.query('select from pg_locks where not granted')).rowCount,
    );

    server.kill('SIGTERM');
    await eventually(async () => server.output.includes('SIGTERM: finishing'));
    await owner.query('rollback');
    assert.equal((await asking).status, 201);

    assertStopped(await server.waitForExit(), dataDirectory);
    await owner.end().catch(() => {});
  });

  it('starts again on its data, without showing a token', async () => {
    token = server.token ?? '';
    await start();
    assert.equal(server.token, null);
    assert(!server.output.includes('tl_'));
    const { body } = await server.api(token).get('/v1/leads');
    assert.deepEqual(
      body.data.map((lead: { name: string }) => lead.name),
      ['Captured while stopping'],
    );
  });

  it('also stops on SIGINT, without waiting for idle connections, nor for a client that never finishes its request', async () => {
    const idle = await openConnection(server.url, 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
    await once(idle, 'data');
    const slow = await openConnection(
      server.url,
      `POST /v1/leads HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
        'content-type: application/json\r\ncontent-length: 1000\r\nexpect: 100-continue\r\n\r\n',
    );
    await once(slow, 'data');
    slow.write('{"name":');
    server.kill('SIGINT');
    const exit = await server.waitForExit();
    assertStopped(exit, dataDirectory);
    assert.match(exit.stdout, /^SIGINT: finishing requests and tasks …$/m);
    assert.match(exit.stdout, /^Stopped\.\n$/m);
  });
});

async function connectAsOwner(dataDirectory: string): Promise<pg.Client> {
  const client = new pg.Client(runningDatabase(dataDirectory).connection);
  client.on('error', () => {});
  await client.connect();
  return client;
}

// If the tests run as an ordinary user anyway, every other test of this file proves the same.
if (IS_ROOT && spawnSync('test', ['-r', process.execPath], NOBODY).status === 0) {
  it('works for an ordinary user, and PostgreSQL then runs as that user', async () => {
    const dataDirectory = newDataDirectory();
    chownSync(dataDirectory, NOBODY.uid, NOBODY.gid);
    const server = await startServer({ THROUGHLINE_DATA_DIR: dataDirectory }, NOBODY);
    assert.equal((await server.api().post('/v1/leads', LEAD)).status, 201);
    assert.equal(statSync(join(dataDirectory, 'postgres')).uid, NOBODY.uid);
    assertStopped(await server.stop(), dataDirectory);
  });
}

// Other reasons why a start fails, with their messages, are in config.test.ts and service.test.ts.
describe('a start that fails', () => {
  it('prints one line for invalid settings', async () => {
    const dataDirectory = join(newDataDirectory(), 'data');
    const wrong = { PORT: '-1', LOG_LEVEL: 'loud', THROUGHLINE_ROLE: '' };
    const exit = await runToExit({ THROUGHLINE_DATA_DIR: dataDirectory, ...wrong });
    assertRefused(exit, /PORT must .*; LOG_LEVEL must /);
    assert(!existsSync(dataDirectory));
  });

  it('prints one line for a database that does not exist', async () => {
    const url = 'postgres://app:hunter2@/throughline?host=/nonexistent';
    const exit = await runToExit({ DATABASE_URL: url, THROUGHLINE_DATA_DIR: newDataDirectory() });
    assertRefused(exit, /Cannot connect to the database/);
  });
});
