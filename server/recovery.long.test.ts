import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { startEmbeddedPostgres } from './platform/database/embedded-postgres.ts';
import type { ApiClient } from './testing/api-client.ts';
import { eventually } from './testing/eventually.ts';
import { readAll } from './testing/read-all.ts';
import {
  cleanUp,
  databaseUrl,
  embeddedDatabase,
  newDataDirectory,
  runningDatabase,
  type ServerProcess,
  startServer,
} from './testing/server-process.ts';
import { takes } from './testing/takes.ts';

const TOKEN = 'token-of-the-recovery-tests';

after(cleanUp);

describe('kill -9', () => {
  const dataDirectory = newDataDirectory();
  const start = () =>
    startServer({ THROUGHLINE_DATA_DIR: dataDirectory, THROUGHLINE_BOOTSTRAP_TOKEN: TOKEN });
  let server: ServerProcess;
  let captured = 0;
  before(async () => {
    server = await start();
  });

  const capture = (headers: Record<string, string> = {}) =>
    server.api(TOKEN).post('/v1/leads', newLead(), { headers });
  const captureOne = async () => {
    assert.equal((await capture()).status, 201);
    captured += 1;
  };
  const assertNothingLost = async () =>
    assert.equal((await readAll(server.api(TOKEN), '/v1/leads')).length, captured);

  it('of the server: the next start takes over its PostgreSQL', async () => {
    await captureOne();
    const orphan = embeddedDatabase(dataDirectory);
    assert(orphan);
    await server.crash();
    assert.equal(embeddedDatabase(dataDirectory)?.pid, orphan.pid);

    server = await start();
    assert.equal(embeddedDatabase(dataDirectory)?.pid, orphan.pid);
    await assertNothingLost();
    await captureOne();
  });

  it('of PostgreSQL: responses are 503 with Retry-After, then everything recovers automatically', async () => {
    await captureOne();
    // A task that is running during the crash waits for its heartbeat; see processes.long.test.ts.
    await assertTasksFinish(runningDatabase(dataDirectory).connection);
    const killed = runningDatabase(dataDirectory).pid;
    process.kill(killed, 'SIGKILL');
    const responses: Awaited<ReturnType<typeof capture>>[] = [];
    await eventually(async () => {
      const response = await capture();
      responses.push(response);
      if (response.status === 201) captured += 1;
      return response.status === 201 && responses.some(({ status }) => status === 503);
    }, 120_000);
    for (const { status, body, headers } of responses) {
      if (status === 201) continue;
      assert.equal(status, 503);
      assert.equal(body.code, 'database_unavailable');
      assert.equal(headers.get('retry-after'), '1');
    }
    assert.notEqual(embeddedDatabase(dataDirectory)?.pid, killed);
    await assertNothingLost();
    await eventually(async () => (await server.api().get('/readyz')).status === 200, 120_000);
    await assertTasksFinish(runningDatabase(dataDirectory).connection);
  });

  it('of both: the next start recovers what was committed', async () => {
    await captureOne();
    process.kill(runningDatabase(dataDirectory).pid, 'SIGKILL');
    await server.crash();
    server = await start();
    await assertNothingLost();
    await captureOne();
  });

  it('between commit and response: the same Idempotency-Key returns the lost response', async () => {
    const owner = await connect(dataDirectory);
    // While this lock is held, the key cannot be stored, so the server waits with its commit already sent.
    await owner.query('begin');
    await owner.query('lock table idempotency_keys in exclusive mode');
    const lead = newLead();
    const options = { headers: { 'idempotency-key': 'one-caller-one-lead' } };
    const lost = server
      .api(TOKEN)
      .post('/v1/leads', lead, options)
      .then(({ body }) => assert.fail(`It got a response: ${JSON.stringify(body)}`));
    const failure = lost.catch((error: Error) => error.message);
    const blocked = eventually(
      async () => (await owner.query('select from pg_locks where not granted')).rowCount,
    );
    await Promise.race([lost, blocked]);
    server.kill('SIGSTOP');
    await owner.query('commit');
    const { rows } = await eventually(async () => {
      const kept = await owner.query('select response from idempotency_keys');
      return kept.rowCount === 1 ? kept : null;
    });
    captured += 1;
    await server.crash();
    assert.equal(await failure, 'fetch failed');
    await owner.end();

    server = await start();
    const again = await server.api(TOKEN).post('/v1/leads', lead, options);
    assert.equal(again.status, 201);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.deepEqual(again.body, rows[0].response);
    await assertNothingLost();
  });

  it('three times under load: every acknowledged lead exists, with one event, without gaps', async () => {
    const load = startLoad(() => server.api(TOKEN));
    try {
      await load.until(50);
      await server.crash();
      server = await start();

      await load.until(100);
      process.kill(runningDatabase(dataDirectory).pid, 'SIGKILL');

      await load.until(150);
      assert.doesNotMatch(server.output, /a failure that no code handled/);
      process.kill(runningDatabase(dataDirectory).pid, 'SIGKILL');
      await server.crash();
      server = await start();

      await load.until(200);
    } catch (error) {
      throw new Error(`The server printed:\n${server.output.slice(-5_000)}`, { cause: error });
    } finally {
      await load.stop();
    }

    const leads = new Set(
      (await readAll(server.api(TOKEN), '/v1/leads')).map((lead) => lead.lead_id),
    );
    const events = await readAll(server.api(TOKEN), '/v1/events');
    const created = events
      .filter((event) => event.type === 'lead.created')
      .map((event) => event.data.lead_id);
    for (const leadId of load.acknowledged) assert(leads.has(leadId), `${leadId} is lost`);
    assert.equal(created.length, leads.size);
    assert.deepEqual(new Set(created), leads);
    assert.deepEqual(
      events.map((event) => event.seq),
      events.map((_, index) => index + 1),
    );
    await assertTasksFinish(runningDatabase(dataDirectory).connection);
    assert.equal((await server.api(TOKEN).get('/v1/failed-tasks')).body.data.length, 0);
    assert.equal((await server.stop()).code, 0);
  });
});

it('a database whose owner is not a superuser works too', async () => {
  const postgres = await startEmbeddedPostgres({
    dataDirectory: newDataDirectory(),
    log: () => {},
  });
  const superuser = new pg.Client(postgres.connection);
  await superuser.connect();
  await superuser.query('create role app_owner login createrole');
  await superuser.query('create database app owner app_owner');
  await superuser.end();
  const connection = { ...postgres.connection, user: 'app_owner', database: 'app' };
  const server = await startServer({
    THROUGHLINE_DATA_DIR: newDataDirectory(),
    DATABASE_URL: databaseUrl(connection),
  });
  assert.equal((await server.api().post('/v1/leads', newLead())).status, 201);
  assert.equal((await server.api().get('/v1/leads')).body.data.length, 1);
  await assertTasksFinish(connection);
  assert.equal((await server.api().get('/v1/failed-tasks')).body.data.length, 0);
  assert.equal((await server.stop()).code, 0);
  await postgres.stop();
});

it('the server needs no restart when the database becomes unavailable and comes back', async () => {
  const dataDirectory = newDataDirectory();
  const database = () => startEmbeddedPostgres({ dataDirectory, log: () => {} });
  let postgres = await database();
  const server = await startServer({
    THROUGHLINE_DATA_DIR: newDataDirectory(),
    THROUGHLINE_BOOTSTRAP_TOKEN: TOKEN,
    DATABASE_URL: databaseUrl(postgres.connection),
    LOG_LEVEL: 'silent',
  });
  const api = server.api(TOKEN);
  assert.equal((await api.post('/v1/leads', newLead())).status, 201);
  await assertTasksFinish(postgres.connection);

  await postgres.stop();
  for (const response of [
    await api.post('/v1/leads', newLead()),
    await api.get('/v1/leads'),
    await api.get('/readyz'),
  ]) {
    assert.equal(response.status, 503);
    assert.equal(response.headers.get('retry-after'), '1');
  }
  assert.equal((await api.get('/healthz')).status, 200);
  assert.equal((await api.get('/metrics')).status, 200);

  postgres = await database();
  await eventually(async () => (await api.post('/v1/leads', newLead())).status === 201, 120_000);
  await eventually(async () => (await api.get('/readyz')).status === 200, 120_000);
  await assertTasksFinish(postgres.connection);
  assert.equal((await readAll(api, '/v1/leads')).length, 2);

  // It also stops cleanly while the database is unavailable.
  await postgres.stop();
  // A server that needs 10 s for it ends with another code.
  assert.equal((await server.stop()).code, 0);
});

let leads = 0;

function newLead() {
  leads += 1;
  return { name: `Lead ${leads}`, email: `lead-${leads}@example.com`, service_needed: 'repair' };
}

/** Clients that keep capturing leads, whatever happens to the server. */
function startLoad(api: () => ApiClient) {
  const acknowledged: string[] = [];
  let running = true;
  const caller = async () => {
    while (running) {
      try {
        const { status, body } = await api().post('/v1/leads', newLead());
        if (status === 201) acknowledged.push(body.lead_id);
        else assert.equal(status, 503);
      } catch (error) {
        // The connection broke and the response is lost: whether the lead exists is unknown.
        if (!(error instanceof TypeError)) throw error;
      }
      await takes(10);
    }
  };
  const callers = Promise.all(Array.from({ length: 8 }, caller));
  return {
    acknowledged,
    /** Resolves once this many leads are acknowledged, while further requests are running. */
    until: (count: number) =>
      Promise.race([callers, eventually(async () => acknowledged.length >= count, 120_000)]),
    async stop() {
      running = false;
      await callers;
    },
  };
}

async function connect(dataDirectory: string): Promise<pg.Client> {
  const client = new pg.Client(runningDatabase(dataDirectory).connection);
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** The worker has recovered too: all events reach their followers. */
async function assertTasksFinish(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await eventually(async () => {
    const behind = `select from event_cursors f join organization_counters c using (organization_id)
      where f.last_seq < c.event_seq`;
    return (await client.query(behind)).rowCount === 0;
  }, 120_000);
  await client.end();
}
