import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { eventually } from '../testing/eventually.ts';
import { readAll } from '../testing/read-all.ts';
import {
  cleanUp,
  type Exit,
  embeddedDatabase,
  newDataDirectory,
  run,
  startServer,
} from '../testing/server-process.ts';
import { sized } from '../testing/sized.ts';

/** Its temporary files are below the data directory, so that a test sees which are left. */
function runDemo(dataDirectory: string) {
  const TMPDIR = join(dataDirectory, 'tmp');
  mkdirSync(TMPDIR, { recursive: true });
  return run(['server/demo/main.ts'], { THROUGHLINE_DATA_DIR: dataDirectory, TMPDIR });
}

async function demo(dataDirectory: string): Promise<Exit> {
  const exit = await runDemo(dataDirectory).exit;
  assert.equal(exit.code, 0, exit.stdout + exit.stderr);
  assertNothingLeft(dataDirectory);
  return exit;
}

function assertNothingLeft(dataDirectory: string): void {
  const left = readdirSync(join(dataDirectory, 'tmp'));
  assert.deepEqual(
    left.filter((name) => name.startsWith('throughline-demo-')),
    [],
  );
}

const tokenIn = ({ stdout }: Exit) => /Token +(tl_\w+)/.exec(stdout)![1]!;

describe('npm run demo', () => {
  const directory = newDataDirectory();
  after(cleanUp);

  it('leaves nothing behind if it is interrupted', async () => {
    const running = runDemo(directory);
    await eventually(async () => running.stdout.includes('Simulating a month'), 120_000);
    running.child.kill('SIGTERM');
    const { code, stderr } = await running.exit;
    assert.equal(code, 1);
    assert.match(stderr, /interrupted/);
    assertNothingLeft(directory);
    assert.equal(embeddedDatabase(directory), null);
  });

  // Each takes half a minute. By day, the service builds one itself: see build-demo-company.long.test.ts.
  if (sized({ long: 0, nightly: 1 }) === 1) {
    it('creates a company, and another one while the service is running, which does not change the first', async () => {
      const token = tokenIn(await demo(directory));
      const server = await startServer({ THROUGHLINE_DATA_DIR: directory });
      const first = server.api(token);
      const before = await readAll(first, '/v1/leads');
      assert(before.length >= 150, String(before.length));
      const seq = (await readAll(first, '/v1/events')).at(-1).seq;
      const other = server.api(tokenIn(await demo(directory)));
      const all = await readAll(other, '/v1/leads?include_deleted=true');
      assert(all.length >= 200, String(all.length));
      // The first organization's follow-ups and playbooks go on meanwhile: its log says which leads they changed.
      const after = await readAll(first, '/v1/leads');
      const events = await readAll(first, `/v1/events?after=${seq}`);
      const busy = new Set(events.map((event) => event.lifecycle_number));
      const atRest = (leads: typeof before) =>
        leads.filter((lead) => !busy.has(lead.lifecycle_number));
      assert(atRest(before).length > before.length / 2, `${busy.size} are busy`);
      assert.deepEqual(atRest(after), atRest(before));
      assert.equal(after.length, before.length);
      for (const { actor } of events) {
        assert(actor.type === 'system' && actor.name !== 'demo', JSON.stringify(actor));
      }
      assert.equal(await countOrganizations(directory), 3);
      assert.equal((await server.stop()).code, 0);
    });
  }
});

async function countOrganizations(dataDirectory: string): Promise<number> {
  const client = new pg.Client(embeddedDatabase(dataDirectory)?.connection);
  await client.connect();
  const { rows } = await client.query('select count(*)::integer from organizations');
  await client.end();
  return rows[0].count;
}
