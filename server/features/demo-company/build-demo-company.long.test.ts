import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import type { ApiClient } from '../../testing/api-client.ts';
import { eventually } from '../../testing/eventually.ts';
import { freshLead } from '../../testing/leads.ts';
import {
  cleanUp,
  newDataDirectory,
  runningDatabase,
  type ServerProcess,
  startServer,
} from '../../testing/server-process.ts';

const PATH = '/v1/demo-company';
/** Half a minute, on a machine that does nothing else. */
const BUILD_MS = 600_000;

/** A service that is killed while it builds the demo company, on the embedded database. */
describe('a service that builds the demo company', () => {
  let directory: string;
  let server: ServerProcess;
  let token: string;
  /** With the bootstrap token. */
  let operator: ApiClient;

  before(async () => {
    directory = newDataDirectory();
    mkdirSync(temporary());
    await start();
    token = server.token ?? assert.fail('the banner has no token');
    operator = server.api(token);
  });
  after(cleanUp);

  // Its temporary files are below the data directory, so that the test sees which are left.
  const temporary = () => join(directory, 'tmp');
  async function start(): Promise<void> {
    server = await startServer({ THROUGHLINE_DATA_DIR: directory, TMPDIR: temporary() });
    operator = server.api(token);
  }
  const stateOf = async () => (await operator.get(PATH)).body;
  const left = () =>
    readdirSync(temporary()).filter((name) => name.startsWith('throughline-demo-'));
  /** Of a program that is running: until it begins, the progress is that of the one before. */
  const until = (progress: number) =>
    eventually(async () => left().length > 0 && (await stateOf()).progress >= progress, BUILD_MS);

  async function query(sql: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client(runningDatabase(directory).connection);
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }
  const companies = () => query('select name from organizations where is_demo');

  it('leaves nothing if it is killed, and builds it after the next start', async () => {
    assert.equal((await operator.post(PATH)).status, 202);
    await until(10);
    assert.equal(left().length, 1);
    await server.crash();
    // The program that builds it ends with the service, and removes its database.
    await eventually(async () => left().length === 0);
    await start();
    assert.deepEqual(await companies(), []);
    assert.equal((await stateOf()).status, 'building');
    await until(10);
  });

  it('responds to requests meanwhile, and stops at once when it is told to', async () => {
    const startedAt = Date.now();
    for (let count = 0; count < 50; count += 1) {
      assert.equal((await operator.get('/v1/organization')).status, 200);
    }
    // Not a measurement: a service that does the work itself would respond to none of them.
    assert((await stateOf()).status === 'building' && Date.now() - startedAt < 30_000);
    const stoppedAt = Date.now();
    assert.equal((await server.stop()).code, 0);
    assert(Date.now() - stoppedAt < 6_000, 'it was given the time of a task that may finish');
    assert.deepEqual(left(), []);
    await start();
  });

  it('says so if the program that builds it is killed, and removes what it left', async () => {
    await until(8);
    const [name = ''] = left();
    process.kill(Number(name.split('-')[2]), 'SIGKILL');
    await eventually(async () => (await stateOf()).status === 'failed', 30_000);
    assert.deepEqual(await companies(), []);
    assert.deepEqual(left(), [name]);
    assert.equal((await operator.post(PATH)).body.status, 'building');
    await until(5);
    assert(!left().includes(name));
  });

  it('has one complete company at the end, with a month of work', async () => {
    await operator.post(PATH);
    await eventually(async () => (await stateOf()).status === 'ready', BUILD_MS);
    assert.deepEqual(await companies(), [{ name: 'Alder Heating & Air' }]);
    assert.deepEqual(left(), []);
    const again = await operator.post(PATH);
    assert.equal(again.body.status, 'ready');
    const [count] = await query(
      `select count(*)::integer as leads, count(distinct leads.created_at::date)::integer as days
       from leads join organizations using (organization_id) where is_demo`,
    );
    assert(Number(count?.leads) > 150 && Number(count?.days) >= 28, JSON.stringify(count));
  });

  it('sends nothing to anyone, also when new leads come in', async () => {
    const { organization_id } = await stateOf();
    const { body } = await operator.post(`/v1/organizations/${organization_id}/tokens`, {});
    const owner = server.api(body.token);
    const { data: channels } = (await owner.get('/v1/channels')).body;
    assert.equal(channels.length, 2);
    for (const { channel_id, active } of channels) {
      assert.equal(active, false);
      const { status, body: refused } = await owner.patch(`/v1/channels/${channel_id}`, {
        active: true,
      });
      assert.deepEqual([status, refused.code], [409, 'demo_sends_nothing']);
    }
    const lead = await owner.post('/v1/leads', freshLead());
    assert.equal(lead.status, 201, JSON.stringify(lead.body));
    const text = { lead_id: lead.body.lead_id, channel: 'sms', body: 'Hello' };
    const { body: message } = await owner.post('/v1/messages', text);
    assert.deepEqual([message.status, message.status_reason], ['not_sent', 'no_channel']);
  });

  it('is opened as its owner', async () => {
    const { body } = await operator.post(`${PATH}/sign-in-links`);
    const key = new URL(body.url).hash.slice(1);
    const used = await server.api('').post('/v1/sign-in-links/use', { key });
    assert.equal(used.status, 201, JSON.stringify(used.body));
    const cookie = used.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const { body: me } = await server.api('').get('/v1/me', { headers: { cookie } });
    assert.deepEqual([me.user.name, me.role], ['Marguerite Alder', 'owner']);
  });
});
