import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import { eventually } from './testing/eventually.ts';
import { firstOf } from './testing/first-of.ts';
import { assertRefused, openConnection } from './testing/process-checks.ts';
import {
  assertStopped,
  CHECKOUT,
  cleanUp,
  newDataDirectory,
  runningDatabase,
  runToExit,
  type ServerProcess,
  startServer,
} from './testing/server-process.ts';

const LEAD = { name: 'Dana Whitfield', phone: '+14155550187', service_needed: 'roof_repair' };

after(cleanUp);

describe('a first start', () => {
  const dataDirectory = newDataDirectory();
  const tokenFile = join(dataDirectory, 'bootstrap-token');
  let server: ServerProcess;
  const start = async () => {
    server = await startServer({ THROUGHLINE_DATA_DIR: dataDirectory });
  };
  before(start);

  it('prints its address, and is ready there', async () => {
    assert.match(server.url, /^http:\/\/127\.0\.0\.1:\d+$/);
    const ready = await server.api().get('/readyz');
    assert.equal(ready.status, 200);
    assert.deepEqual(ready.body.checks, { database: 'ok', migrations: 'ok', worker: 'ok' });
  });

  it('prints three working commands that capture a lead, list it and book an appointment', async () => {
    const [captured, listed, booked, ...others] = await runPrintedLines(server.output);
    assert(captured && listed && booked && others.length === 0);
    assert.match(captured.lead_id, /^lead_/);
    assert.equal(listed.data[0]?.lead_id, captured.lead_id);
    assert.equal(booked.lead_id, captured.lead_id);
    assert.equal(booked.status, 'booked');
  });

  it('shows the token and the address of the set-up, and stores the token where only its owner can read it', () => {
    assert.match(server.token ?? '', /^tl_/);
    assert.equal(readFileSync(tokenFile, 'utf8'), `${server.token}\n`);
    assert.equal(statSync(tokenFile).mode & 0o777, 0o600);
    const shown = server.output.split('\n').filter((line) => line.includes(server.token ?? ''));
    assert.deepEqual(
      shown.map((line) => line.trim()),
      [`Console         ${server.url}/setup#${server.token}`, `Bootstrap token ${server.token}`],
    );
  });

  it('runs PostgreSQL as a user other than root', () => {
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

  it('also stops on SIGINT, without waiting for idle connections', async () => {
    const idle = await openConnection(server.url, 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
    await once(idle, 'data');
    const from = Date.now();
    server.kill('SIGINT');
    const exit = await server.waitForExit();
    assertStopped(exit, from, dataDirectory);
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

/** The fields of the three responses that the tests use. */
interface Printed {
  lead_id: string;
  status: string;
  data: { lead_id: string; name: string }[];
}

/** Runs the curl commands of the banner in a shell; without curl, sends the same requests. */
async function runPrintedLines(output: string): Promise<Printed[]> {
  const lines = output.match(/^ {2}curl .*$/gm) ?? [];
  const responses: Printed[] = [];
  for (const line of lines) {
    const hasCurl = spawnSync('curl', ['--version']).status === 0;
    responses.push(JSON.parse(await (hasCurl ? runInShell(line) : sendAsCurlWould(line))));
  }
  return responses;
}

async function runInShell(script: string): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-c', script], { cwd: CHECKOUT });
  return stdout;
}

async function sendAsCurlWould(line: string): Promise<string> {
  const printed = await runInShell(`curl() { printf '%s\\0' "$@"; }; ${line}`);
  const words = printed.split('\0');
  const valuesOf = (option: string) => words.filter((_, index) => words[index - 1] === option);
  const url = firstOf(words.filter((word) => word.startsWith('http://')));
  const response = await fetch(url, {
    method: valuesOf('-sX')[0] ?? 'GET',
    headers: valuesOf('-H').map((header): [string, string] => {
      const [name = '', value = ''] = header.split(/: (.*)/s, 2);
      return [name, value];
    }),
    body: valuesOf('-d')[0] ?? null,
  });
  return response.text();
}
