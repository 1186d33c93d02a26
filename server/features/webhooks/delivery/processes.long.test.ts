import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { eventually } from '../../../testing/eventually.ts';
import { freshLead } from '../../../testing/leads.ts';
import { randomFor } from '../../../testing/seed.ts';
import {
  cleanUp,
  databaseUrl,
  newDataDirectory,
  type ServerProcess,
  startServer,
} from '../../../testing/server-process.ts';
import { takes } from '../../../testing/takes.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-server.ts';
import {
  startWebhookReceiver,
  status,
  type WebhookReceiver,
} from '../../../testing/webhook-receiver.ts';

const TOKEN = 'token-of-the-webhook-processes';
const random = randomFor('webhooks with many processes');
const KEY = Buffer.alloc(32, 7).toString('base64');

describe('webhooks with many processes', () => {
  let testDatabase: TestDatabase;
  let receiver: WebhookReceiver;
  let api: ServerProcess;
  let workers: ServerProcess[];
  const organizations: string[] = [];
  const start = (role: string) =>
    startServer({
      THROUGHLINE_DATA_DIR: newDataDirectory(),
      DATABASE_URL: databaseUrl(testDatabase.connection),
      THROUGHLINE_BOOTSTRAP_TOKEN: TOKEN,
      THROUGHLINE_SECRET_KEY: KEY,
      THROUGHLINE_WEBHOOK_ALLOW_PRIVATE: 'true',
      THROUGHLINE_ROLE: role,
    });
  before(async () => {
    testDatabase = await createTestDatabase();
    receiver = await startWebhookReceiver();
    api = await start('api');
    workers = await Promise.all([start('worker'), start('worker')]);
    for (let n = 0; n < 12; n += 1) {
      const body = { name: `Company ${n}`, time_zone: 'UTC', country: 'US' };
      const { token } = (await api.api(TOKEN).post('/v1/organizations', body)).body;
      const endpoint = { url: receiver.url, event_types: ['lead.created'] };
      assert.equal((await api.api(token).post('/v1/webhook-endpoints', endpoint)).status, 201);
      organizations.push(token);
    }
  });
  after(async () => {
    await cleanUp();
    await receiver.stop();
    await testDatabase.drop();
  });

  /** Number of shards that each process owns, fewest first. */
  const shares = async () => {
    const { rows } = await testDatabase.owner.query(
      `select count(*)::int as shards from pg_locks l join pg_stat_activity a using (pid)
       where a.application_name = 'throughline organizations' and l.locktype = 'advisory' and l.objid < 64
       group by pid order by 1`,
    );
    return rows.map(({ shards }) => shards as number);
  };
  const captureOneEach = async () => {
    const leads = await Promise.all(
      organizations.map((token) => api.api(token).post('/v1/leads', freshLead())),
    );
    return leads.map(({ body }) => body.lead_id as string);
  };
  const arrived = (leadIds: readonly string[], withinMs = 120_000) =>
    eventually(async () => {
      const seen = new Set(receiver.requests.map(({ body }) => body.data.lead_id));
      return leadIds.every((id) => seen.has(id));
    }, withinMs);

  it('two workers share the organizations, and all of them get their events', async () => {
    await eventually(async () => (await shares()).join() === '32,32');
    await arrived(await captureOneEach());
    const ids = receiver.requests.map(({ headers }) => headers['webhook-id']);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('when a worker is killed, the other takes over everything', async () => {
    await workers[0]!.crash();
    const captured = await captureOneEach();
    await eventually(async () => (await shares()).join() === '64');
    await arrived(captured);
  });

  it('repeated kill -9 loses no event, and an event that arrives twice has the same id', async () => {
    // One in ten fails at first; the others take a while, so that a kill hits requests in flight.
    // Each fails only once: the third attempt would be five minutes later.
    const refused = new Set<string>();
    receiver.always = (response, { body: { id } }) => {
      const code = !refused.has(id) && random.chance(0.1) ? 500 : 200;
      if (code === 500) refused.add(id);
      void takes(20).then(() => status(code)(response));
    };
    const captured: string[] = [];
    let worker = workers[1]!;
    for (let kill = 0; kill < 2; kill += 1) {
      const seen = receiver.requests.length;
      for (let n = 0; n < 3; n += 1) captured.push(...(await captureOneEach()));
      await eventually(() => receiver.requests.length > seen + 12);
      await worker.crash();
      worker = await start('worker');
    }
    receiver.always = null;
    await arrived(captured, 120_000);
    const ids = new Map<unknown, Set<unknown>>();
    for (const { body, headers } of receiver.requests) {
      const ofLead = ids.get(body.data.lead_id) ?? new Set();
      ids.set(body.data.lead_id, ofLead.add(headers['webhook-id']));
    }
    for (const [leadId, ofLead] of ids) assert.equal(ofLead.size, 1, String(leadId));
    const { rows } = await eventually(async () => {
      const found = await testDatabase.owner.query(
        `select status, count(*)::int as count from webhook_deliveries group by status`,
      );
      return found.rows.every((row) => row.status === 'delivered') && found;
    }, 120_000);
    assert.equal(rows[0].count, captured.length + 24);
  });
});
