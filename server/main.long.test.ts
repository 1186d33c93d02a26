import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { eventually } from './testing/eventually.ts';
import { assertRefused, openConnection } from './testing/process-checks.ts';
import {
  assertStopped,
  cleanUp,
  newDataDirectory,
  run,
  runToExit,
  startServer,
} from './testing/server-process.ts';

const LEAD = { name: 'Dana Whitfield', phone: '+14155550187', service_needed: 'roof_repair' };
const IS_ROOT = process.getuid?.() === 0;
const NOBODY = { uid: 65534, gid: 65534 };

after(cleanUp);

it('a start that is stopped before it is ready ends early, leaves nothing running, and the next one goes on', async () => {
  const dataDirectory = newDataDirectory();
  const starting = run(['server/main.ts'], { THROUGHLINE_DATA_DIR: dataDirectory });
  await eventually(async () => starting.stdout.includes('Initializing'), 30_000);
  const from = Date.now();
  starting.child.kill('SIGTERM');
  assertStopped(await starting.exit, from, dataDirectory);
  assert.doesNotMatch(starting.stdout, /is ready at/);
  const next = await startServer({ THROUGHLINE_DATA_DIR: dataDirectory });
  const stoppedAt = Date.now();
  assertStopped(await next.stop(), stoppedAt, dataDirectory);
});

it('a client that never finishes its request is disconnected, and the server still stops within 10 s', async () => {
  const dataDirectory = newDataDirectory();
  const server = await startServer({ THROUGHLINE_DATA_DIR: dataDirectory });
  const slow = await openConnection(
    server.url,
    `POST /v1/leads HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${server.token}\r\n` +
      'content-type: application/json\r\ncontent-length: 1000\r\nexpect: 100-continue\r\n\r\n',
  );
  await once(slow, 'data');
  slow.write('{"name":');
  const from = Date.now();
  assertStopped(await server.stop(), from, dataDirectory);
});

// If the tests run as an ordinary user anyway, every other test of this file proves the same.
if (IS_ROOT && spawnSync('test', ['-r', process.execPath], NOBODY).status === 0) {
  it('works for an ordinary user, and PostgreSQL then runs as that user', async () => {
    const dataDirectory = newDataDirectory();
    chownSync(dataDirectory, NOBODY.uid, NOBODY.gid);
    const server = await startServer({ THROUGHLINE_DATA_DIR: dataDirectory }, NOBODY);
    assert.equal((await server.api().post('/v1/leads', LEAD)).status, 201);
    assert.equal(statSync(join(dataDirectory, 'postgres')).uid, NOBODY.uid);
    const from = Date.now();
    assertStopped(await server.stop(), from, dataDirectory);
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
