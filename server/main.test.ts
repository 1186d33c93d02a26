import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { firstOf } from './testing/first-of.ts';
import {
  CHECKOUT,
  cleanUp,
  embeddedDatabase,
  newDataDirectory,
  type ServerProcess,
  startServer,
} from './testing/server-process.ts';

after(cleanUp);

/** What the README promises. How a server starts again, and how it ends, is in main.long.test.ts. */
describe('a first start', () => {
  const dataDirectory = newDataDirectory();
  let server: ServerProcess;
  before(async () => {
    server = await startServer({ THROUGHLINE_DATA_DIR: dataDirectory });
  });

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
    const tokenFile = join(dataDirectory, 'bootstrap-token');
    assert.match(server.token ?? '', /^tl_/);
    assert.equal(readFileSync(tokenFile, 'utf8'), `${server.token}\n`);
    assert.equal(statSync(tokenFile).mode & 0o777, 0o600);
    const shown = server.output.split('\n').filter((line) => line.includes(server.token ?? ''));
    assert.deepEqual(
      shown.map((line) => line.trim()),
      [`Console         ${server.url}/setup#${server.token}`, `Bootstrap token ${server.token}`],
    );
  });

  it('stops on SIGTERM, including PostgreSQL', async () => {
    const { code, stderr } = await server.stop();
    assert.deepEqual([code, stderr], [0, '']);
    assert.equal(embeddedDatabase(dataDirectory), null);
  });
});

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
  const hasCurl = spawnSync('curl', ['--version']).status === 0;
  for (const line of lines) {
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
