import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import type { ApiClient } from '../testing/api-client.ts';
import { eventually } from '../testing/eventually.ts';
import {
  cleanUp,
  type Exit,
  embeddedDatabase,
  newDataDirectory,
  run,
  type ServerProcess,
  startServer,
} from '../testing/server-process.ts';

const JOB_STATES =
  'contracted scheduled in_progress on_hold completed in_warranty closed canceled'.split(' ');
const INVOICE_STATES = 'draft sent partially_paid paid void'.split(' ');
const ESTIMATE_STATES = 'draft sent viewed accepted declined superseded'.split(' ');

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

async function all(api: ApiClient, path: string): Promise<ApiAnswerBody[]> {
  const found: ApiAnswerBody[] = [];
  for (let cursor = ''; ; ) {
    const separator = path.includes('?') ? '&' : '?';
    const { status, body } = await api.get(`${path}${separator}limit=200${cursor}`);
    assert.equal(status, 200, JSON.stringify(body));
    found.push(...body.data);
    if (!body.has_more) return found;
    cursor = `&cursor=${body.next_cursor}`;
  }
}
type ApiAnswerBody = Awaited<ReturnType<ApiClient['get']>>['body'];

async function count(api: ApiClient, path: string): Promise<number> {
  return (await all(api, path)).length;
}

describe('npm run demo', () => {
  let directory: string;
  let server: ServerProcess;
  let api: ApiClient;

  before(async () => {
    directory = newDataDirectory();
    const exit = await demo(directory);
    server = await startServer({ THROUGHLINE_DATA_DIR: directory });
    api = server.api(tokenIn(exit));
  });
  after(cleanUp);

  it('creates jobs, estimates and invoices in every status', async () => {
    for (const status of ESTIMATE_STATES) {
      assert(await count(api, `/v1/estimates?status=${status}`), `no estimate is ${status}`);
    }
    for (const status of JOB_STATES) {
      assert(await count(api, `/v1/jobs?status=${status}`), `no job is ${status}`);
    }
    for (const status of INVOICE_STATES) {
      assert(await count(api, `/v1/invoices?status=${status}`), `no invoice is ${status}`);
    }
  });

  it('captures leads from several sources over a month, and finds duplicates among them', async () => {
    const leads = await all(api, '/v1/leads?include_deleted=true');
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
    const services = await all(api, '/v1/services');
    assert(services.length >= 7);
    assert(services.every(({ price_hint, questions }) => price_hint && questions.length > 0));
    for (const list of ['areas', 'capacity-rules', 'price-items', 'sources', 'spend']) {
      assert(await count(api, `/v1/${list}`), `no ${list}`);
    }
    const [page] = await all(api, '/v1/booking-pages');
    const { status } = await fetch(new URL(new URL(page.url).pathname, server.url));
    assert.equal(status, 200);
    assert(await count(api, '/v1/leads?source=partner'));
    assert.equal(await count(api, '/v1/quarantine'), 2);
  });

  it('has contracts from estimates with a deposit, homes with machines, crews and reviews', async () => {
    const accepted = await all(api, '/v1/estimates?status=accepted');
    const { job_id, invoice_id } = accepted[0].acceptance;
    const { body: job } = await api.get(`/v1/jobs/${job_id}`);
    assert.equal(job.contract.estimate_id, accepted[0].estimate_id);
    assert.equal((await api.get(`/v1/invoices/${invoice_id}`)).status, 200);
    assert(await count(api, '/v1/properties'));
    assert(await count(api, '/v1/equipment'));
    const visits = await all(api, '/v1/appointments');
    assert(visits.some(({ crew }) => crew.length > 0));
    assert(await count(api, '/v1/appointments?reviewed=true'));
  });

  it('has customers who come back, lost leads, moved visits, confirmations by reply, and two languages', async () => {
    const leads = await all(api, '/v1/leads');
    const returning = leads.filter((lead) => lead.relation === 'returning');
    assert(returning.length >= 3, `${returning.length} returning`);
    assert(leads.some((lead) => lead.outcome === 'lost' && lead.lost_reason));
    assert(leads.some((lead) => lead.outcome === 'won'));
    const spanish = leads.filter((lead) => lead.language === 'es');
    assert(
      spanish.length >= 3 && spanish.length < leads.length / 2,
      `${spanish.length} in Spanish`,
    );
    assert(await count(api, '/v1/events?type=appointment.rescheduled'));
    const replies = (await all(api, '/v1/communications?direction=inbound')).filter(({ body }) =>
      ['C', 'YES'].includes(body),
    );
    assert(replies.length > 0);
    const confirmed = await all(api, '/v1/events?type=appointment.confirmed');
    const numbers = new Set(confirmed.map((event) => event.lifecycle_number));
    assert(replies.some((reply) => numbers.has(reply.lifecycle_number)));
    const texts = await all(api, '/v1/communications?direction=outbound&channel=sms');
    for (const start of ['Hi ', 'Hola ']) {
      assert(
        texts.some(({ body }) => body?.startsWith(start)),
        start,
      );
    }
  });

  it('has playbook runs that are completed, waiting, stopped and failed', async () => {
    for (const status of ['completed', 'waiting', 'stopped', 'failed']) {
      assert(await count(api, `/v1/playbook-runs?status=${status}`), `no run is ${status}`);
    }
    assert.equal((await api.get('/v1/automation/health')).status, 200);
  });

  it('has one event log from the first day on, in order of time', async () => {
    const times: string[] = [];
    for (let seq = 0; ; ) {
      const { body } = await api.get(`/v1/events?limit=200&after=${seq}`);
      times.push(...body.data.map((event: { timestamp: string }) => event.timestamp));
      if (body.data.length === 0) break;
      seq = body.data.at(-1).seq;
    }
    assert.deepEqual(times, times.toSorted());
  });

  it('creates another organization while the service is running, and does not change the first', async () => {
    const before = await all(api, '/v1/leads');
    const seq = (await all(api, '/v1/events')).at(-1).seq;
    const other = server.api(tokenIn(await demo(directory)));
    assert(await count(other, '/v1/leads'));
    // The first organization's follow-ups and playbooks go on meanwhile: its log says which leads they changed.
    const after = await all(api, '/v1/leads');
    const events = await all(api, `/v1/events?after=${seq}`);
    const busy = new Set(events.map((event) => event.lifecycle_number));
    const atRest = (leads: ApiAnswerBody[]) =>
      leads.filter((lead) => !busy.has(lead.lifecycle_number));
    assert(atRest(before).length > before.length / 2, `${busy.size} are busy`);
    assert.deepEqual(atRest(after), atRest(before));
    assert.equal(after.length, before.length);
    for (const { actor } of events) {
      assert(actor.type === 'system' && actor.name !== 'demo', JSON.stringify(actor));
    }
    // Only by the clock of the story: the service's own worker was not involved.
    const runs = await all(other, '/v1/playbook-runs');
    const days = new Set(runs.map((one) => one.created_at.slice(0, 10)));
    assert(days.size >= 15, [...days].join(' '));
    assert(runs.every((one) => one.late_at === null));

    const [job] = await all(other, '/v1/jobs?status=in_warranty');
    const lifecycle = await other.get(`/v1/lifecycles/${job.lifecycle_number}`);
    assert.equal(lifecycle.status, 200);
    assert(lifecycle.body.timeline.length >= 5, JSON.stringify(lifecycle.body));
    const today = await other.get(`/v1/dispatch?date=${new Date().toISOString().slice(0, 10)}`);
    assert.equal(today.status, 200);
    assert(today.body.lanes.length >= 12, JSON.stringify(today.body));
  });

  it('creates a company that the service continues to work with', async () => {
    const lead = { source: 'web_form', phone: '+12065554821', service_needed: 'furnace_repair' };
    const { status, body } = await api.post('/v1/leads', { ...lead, name: 'Ask again' });
    assert.equal(status, 201, JSON.stringify(body));
    await eventually(async () => {
      const { body: events } = await api.get(
        `/v1/events?lifecycle_number=${body.lifecycle_number}`,
      );
      return events.data.some(({ type }: ApiAnswerBody) => type.startsWith('playbook_run.'));
    });
  });

  it('leaves nothing behind if it is interrupted', async () => {
    const before = await countOrganizations(directory);
    const running = runDemo(directory);
    await eventually(async () => running.stdout.includes('Simulating a month'), 120_000);
    running.child.kill('SIGTERM');
    const { code, stderr } = await running.exit;
    assert.equal(code, 1);
    assert.match(stderr, /interrupted/);
    assertNothingLeft(directory);
    assert.equal(await countOrganizations(directory), before);
  });
});

async function countOrganizations(dataDirectory: string): Promise<number> {
  const client = new pg.Client(embeddedDatabase(dataDirectory)?.connection);
  await client.connect();
  const { rows } = await client.query('select count(*)::integer from organizations');
  await client.end();
  return rows[0].count;
}
