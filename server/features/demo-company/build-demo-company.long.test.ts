import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import type { ApiClient } from '../../testing/api-client.ts';
import { eventually } from '../../testing/eventually.ts';
import { freshLead } from '../../testing/leads.ts';
import { readAll } from '../../testing/read-all.ts';
import {
  cleanUp,
  newDataDirectory,
  runningDatabase,
  type ServerProcess,
  startServer,
} from '../../testing/server-process.ts';
import { runBuilder } from './run-builder.ts';

const PATH = '/v1/demo-company';
const JOB_STATES =
  'contracted scheduled in_progress on_hold completed in_warranty closed canceled'.split(' ');
const INVOICE_STATES = 'draft sent partially_paid paid void'.split(' ');
const ESTIMATE_STATES = 'draft sent viewed accepted declined superseded'.split(' ');
/** Half a minute, on a machine that does nothing else. */
const BUILD_MS = 600_000;

/** A service that is killed while it builds the demo company, on the embedded database. */
describe('a service that builds the demo company', () => {
  let directory: string;
  let server: ServerProcess;
  let token: string;
  /** With the bootstrap token. */
  let operator: ApiClient;
  /** Of the company, when it is ready. */
  let owner: ApiClient;

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
  const count = async (path: string) => (await readAll(owner, path)).length;
  const companies = () => query('select name from organizations where is_demo');

  it('leaves nothing if it is killed, and builds it after the next start', async () => {
    assert.equal((await operator.post(PATH)).status, 202);
    await until(10);
    assert.equal(left().length, 1);
    await server.crash();
    // The program that builds it ends with the service, and removes its database.
    await eventually(async () => left().length === 0, 60_000);
    await start();
    assert.deepEqual(await companies(), []);
    assert.equal((await stateOf()).status, 'building');
    await until(10);
  });

  it('responds to requests meanwhile, and stops at once when it is told to', async () => {
    for (let count = 0; count < 50; count += 1) {
      assert.equal((await operator.get('/v1/organization')).status, 200);
    }
    // A service that does the work itself would respond to none of them before it is done.
    assert.equal((await stateOf()).status, 'building');
    assert.equal((await server.stop()).code, 0);
    assert.deepEqual(left(), []);
    await start();
    // If it had been given the time of a task that may finish, it would have been given up, and say so.
    const [task] = await query(
      `select output->>'message' as message from pgboss.job where name = 'build-demo-company'`,
    );
    assert.equal(task?.message, 'The worker is stopping.');
  });

  it('says so if the program that builds it is killed, and removes what it left', async () => {
    await until(8);
    const [name = ''] = left();
    process.kill(Number(name.split('-')[2]), 'SIGKILL');
    await eventually(async () => (await stateOf()).status === 'failed', 120_000);
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
    const [found] = await query(
      `select count(*)::integer as leads, count(distinct leads.created_at::date)::integer as days
       from leads join organizations using (organization_id) where is_demo`,
    );
    assert(Number(found?.leads) > 150 && Number(found?.days) >= 28, JSON.stringify(found));
    const { organization_id } = await stateOf();
    const { body } = await operator.post(`/v1/organizations/${organization_id}/tokens`, {});
    owner = server.api(body.token);
  });

  it('creates jobs, estimates and invoices in every status', async () => {
    for (const status of ESTIMATE_STATES) {
      assert(await count(`/v1/estimates?status=${status}`), `no estimate is ${status}`);
    }
    for (const status of JOB_STATES) {
      assert(await count(`/v1/jobs?status=${status}`), `no job is ${status}`);
    }
    for (const status of INVOICE_STATES) {
      assert(await count(`/v1/invoices?status=${status}`), `no invoice is ${status}`);
    }
  });

  it('captures leads from several sources over a month, and finds duplicates among them', async () => {
    const leads = await readAll(owner, '/v1/leads?include_deleted=true');
    assert(leads.length >= 200, String(leads.length));
    for (const source of ['web_form', 'phone', 'google_ads', 'referral', 'angi', 'chat']) {
      assert(
        leads.some((lead) => lead.source === source),
        source,
      );
    }
    assert(leads.filter((lead) => lead.duplicate_match !== null).length >= 5);
    assert(leads.some((lead) => lead.merged_into !== null));
    assert(leads.some((lead) => lead.status === 'unqualified'));
    const days = new Set(leads.map((lead) => lead.created_at.slice(0, 10)));
    assert(days.size >= 25, [...days].join(' '));
  });

  it('offers services with prices, areas, a limit and a page to book on, and takes leads of a partner', async () => {
    const services = await readAll(owner, '/v1/services');
    assert(services.length >= 7);
    assert(services.every(({ price_hint, questions }) => price_hint && questions.length > 0));
    for (const list of ['areas', 'capacity-rules', 'price-items', 'sources', 'spend']) {
      assert(await count(`/v1/${list}`), `no ${list}`);
    }
    const [page] = await readAll(owner, '/v1/booking-pages');
    const { status } = await fetch(new URL(new URL(page.url).pathname, server.url));
    assert.equal(status, 200);
    assert(await count('/v1/leads?source=partner'));
    assert.equal(await count('/v1/quarantine'), 2);
  });

  it('has contracts from estimates with a deposit, homes with machines, crews and reviews', async () => {
    const accepted = await readAll(owner, '/v1/estimates?status=accepted');
    const { job_id, invoice_id } = accepted[0].acceptance;
    const { body: job } = await owner.get(`/v1/jobs/${job_id}`);
    assert.equal(job.contract.estimate_id, accepted[0].estimate_id);
    assert.equal((await owner.get(`/v1/invoices/${invoice_id}`)).status, 200);
    assert(await count('/v1/properties'));
    assert(await count('/v1/equipment'));
    const visits = await readAll(owner, '/v1/appointments');
    assert(visits.some(({ crew }) => crew.length > 0));
    assert(await count('/v1/appointments?reviewed=true'));
  });

  it('has customers who come back, lost leads, moved visits, confirmations by reply, and two languages', async () => {
    const leads = await readAll(owner, '/v1/leads');
    const returning = leads.filter((lead) => lead.relation === 'returning');
    assert(returning.length >= 3, `${returning.length} returning`);
    assert(leads.some((lead) => lead.outcome === 'lost' && lead.lost_reason));
    assert(leads.some((lead) => lead.outcome === 'won'));
    const spanish = leads.filter((lead) => lead.language === 'es');
    assert(
      spanish.length >= 3 && spanish.length < leads.length / 2,
      `${spanish.length} in Spanish`,
    );
    assert(await count('/v1/events?type=appointment.rescheduled'));
    const replies = (await readAll(owner, '/v1/communications?direction=inbound')).filter(
      ({ body }) => ['C', 'YES'].includes(body),
    );
    assert(replies.length > 0);
    const confirmed = await readAll(owner, '/v1/events?type=appointment.confirmed');
    const numbers = new Set(confirmed.map((event) => event.lifecycle_number));
    assert(replies.some((reply) => numbers.has(reply.lifecycle_number)));
    const texts = await readAll(owner, '/v1/communications?direction=outbound&channel=sms');
    for (const start of ['Hi ', 'Hola ']) {
      assert(
        texts.some(({ body }) => body?.startsWith(start)),
        start,
      );
    }
  });

  it('has playbook runs that are completed, waiting, stopped and failed', async () => {
    for (const status of ['completed', 'waiting', 'stopped', 'failed']) {
      assert(await count(`/v1/playbook-runs?status=${status}`), `no run is ${status}`);
    }
    assert.equal((await owner.get('/v1/automation/health')).status, 200);
  });

  it('has one event log from the first day on, in order of time', async () => {
    const times: string[] = [];
    for (let seq = 0; ; ) {
      const { body } = await owner.get(`/v1/events?limit=200&after=${seq}`);
      times.push(...body.data.map((event: { timestamp: string }) => event.timestamp));
      if (body.data.length === 0) break;
      seq = body.data.at(-1).seq;
    }
    assert.deepEqual(times, times.toSorted());
  });

  it('follows only the clock of the story: the worker of the service was not involved', async () => {
    const runs = await readAll(owner, '/v1/playbook-runs');
    const days = new Set(runs.map((one) => one.created_at.slice(0, 10)));
    assert(days.size >= 15, [...days].join(' '));
    assert(runs.every((one) => one.late_at === null));
    const [job] = await readAll(owner, '/v1/jobs?status=in_warranty');
    const lifecycle = await owner.get(`/v1/lifecycles/${job.lifecycle_number}`);
    assert.equal(lifecycle.status, 200);
    assert(lifecycle.body.timeline.length >= 5, JSON.stringify(lifecycle.body));
    const today = await owner.get(`/v1/dispatch?date=${new Date().toISOString().slice(0, 10)}`);
    assert.equal(today.status, 200);
    assert(today.body.lanes.length >= 12, JSON.stringify(today.body));
  });

  it('goes on: the service continues to work with it', async () => {
    const lead = { source: 'web_form', phone: '+12065554821', service_needed: 'furnace_repair' };
    const { status, body } = await owner.post('/v1/leads', { ...lead, name: 'Ask again' });
    assert.equal(status, 201, JSON.stringify(body));
    await eventually(async () => {
      const { body: events } = await owner.get(
        `/v1/events?lifecycle_number=${body.lifecycle_number}`,
      );
      return events.data.some(({ type }: { type: string }) => type.startsWith('playbook_run.'));
    });
  });

  it('sends nothing to anyone, also when new leads come in', async () => {
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

describe('the program that builds it', () => {
  it('says why it cannot', async () => {
    const environment = { ...process.env, PORT: 'none' };
    const { signal } = new AbortController();
    const building = runBuilder({ environment, attempt: 1, signal, onProgress() {} });
    await assert.rejects(building, /PORT must be a whole number/);
  });
});
