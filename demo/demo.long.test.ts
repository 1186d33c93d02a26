import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ApiClient } from '../server/testing/api-client.ts';
import {
  cleanUp,
  type Exit,
  newDataDirectory,
  run,
  type ServerProcess,
  startServer,
} from '../server/testing/server-process.ts';

const JOB_STATES =
  'contracted scheduled in_progress on_hold completed in_warranty closed canceled'.split(' ');
const INVOICE_STATES = 'draft sent partially_paid paid void'.split(' ');

async function demo(dataDirectory: string): Promise<Exit> {
  const exit = await run(['demo/main.ts'], { THROUGHLINE_DATA_DIR: dataDirectory }).exit;
  assert.equal(exit.code, 0, exit.stdout + exit.stderr);
  return exit;
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

  it('leaves jobs in each of the eight states, and invoices in each of theirs', async () => {
    for (const status of JOB_STATES) {
      assert(await count(api, `/v1/jobs?status=${status}`), `no job is ${status}`);
    }
    for (const status of INVOICE_STATES) {
      assert(await count(api, `/v1/invoices?status=${status}`), `no invoice is ${status}`);
    }
  });

  it('captures leads of several sources over a month, and finds duplicates among them', async () => {
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

  it('has runs of playbooks that are completed, waiting, stopped and failed', async () => {
    for (const status of ['completed', 'waiting', 'stopped', 'failed']) {
      assert(await count(api, `/v1/playbook-runs?status=${status}`), `no run is ${status}`);
    }
    assert.equal((await api.get('/v1/automation/health')).status, 200);
  });

  it('tells one log from the first day on, in the order of its times', async () => {
    const times: string[] = [];
    for (let seq = 0; ; ) {
      const { body } = await api.get(`/v1/events?limit=200&after=${seq}`);
      times.push(...body.data.map((event: { timestamp: string }) => event.timestamp));
      if (body.data.length === 0) break;
      seq = body.data.at(-1).seq;
    }
    assert.deepEqual(times, times.toSorted());
  });

  it('makes another organization beside a service that runs, and leaves the first as it was', async () => {
    const before = await all(api, '/v1/leads');
    const token = tokenIn(await demo(directory));
    const other = server.api(token);
    assert(await count(other, '/v1/leads'));
    assert.deepEqual(await all(api, '/v1/leads'), before);
    // By the clock of the story alone: the service's own worker has kept away from it.
    const runs = await all(other, '/v1/playbook-runs');
    const days = new Set(runs.map((one) => one.created_at.slice(0, 10)));
    assert(days.size >= 15, [...days].join(' '));
    assert(runs.every((one) => one.overdue_at === null));
  });
});
