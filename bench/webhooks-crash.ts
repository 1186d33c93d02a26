import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../server/platform/database/embedded-postgres.ts';
import { toPublicId } from '../server/platform/ids.ts';
import type { Print, Row } from './lib/bench.ts';
import { freePort, keepRunning, postmasterOf } from './lib/keep-running.ts';
import type { Arrival } from './lib/receiver-process.ts';
import { OPERATOR_TOKEN } from './lib/test-bed.ts';
import { startReceiver, until, WEBHOOK_ENVIRONMENT } from './lib/webhooks.ts';

const SECONDS = 60;
const KILL_EVERY_MS = 2_000;
const WRITERS = 8;
/** The longest case: a task interrupted by a kill waits 13 s for its heartbeat, a second failure 5 min. */
const SETTLE_MS = 600_000;

/**
 * kill -9 of one of two workers, and sometimes of the API or of PostgreSQL, every 2 s for a minute, under load, with
 * a receiver that fails one in ten. Then every event of the log must have been delivered, and an event that arrived
 * twice must have the same id.
 */
export async function webhooksCrash(print: Print): Promise<Row[]> {
  const directory = mkdtempSync(join(tmpdir(), 'throughline-bench-'));
  await using end = new AsyncDisposableStack();
  end.defer(() => rmSync(directory, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres({ dataDirectory: directory, log: () => {} });
  const { host, port: pgPort, user, database } = postgres.connection;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  end.defer(() => postgres.stop());
  const receiver = end.use(await startReceiver());
  const environment = {
    ...WEBHOOK_ENVIRONMENT,
    DATABASE_URL: `postgres://${user}@localhost:${pgPort}/${database}?host=${encodeURIComponent(host)}`,
    THROUGHLINE_BOOTSTRAP_TOKEN: OPERATOR_TOKEN,
    THROUGHLINE_RATE_LIMIT: '1000000',
    // Compiling takes half of the start-up time.
    NODE_COMPILE_CACHE: join(directory, 'compiled'),
  };
  const api = keepRunning({ ...environment, THROUGHLINE_ROLE: 'api', PORT: String(port) });
  await api.firstReady;
  const asWorker = { ...environment, THROUGHLINE_ROLE: 'worker' };
  const workers = [keepRunning(asWorker), keepRunning(asWorker)] as const;
  end.defer(async () => {
    await Promise.all([api, ...workers].map((server) => server.stop()));
  });
  await Promise.all(workers.map(({ firstReady }) => firstReady));
  const endpoint = { url: `${receiver.url}/shaky`, event_types: ['lead.*'] };
  if (!(await post(url, '/v1/webhook-endpoints', endpoint))) throw new Error('No endpoint');
  const stopAt = Date.now() + SECONDS * 1000;
  const writers = Array.from({ length: WRITERS }, (_, writer) => write(url, writer, stopAt));
  const victims = [
    () => workers[0].pid,
    () => workers[1].pid,
    () => api.pid,
    () => workers[0].pid,
    () => workers[1].pid,
    () => postmasterOf(directory),
  ];
  let kills = 0;
  while (Date.now() < stopAt) {
    await sleep(KILL_EVERY_MS);
    const pid = victims[kills % victims.length]!();
    if (pid) process.kill(pid, 'SIGKILL');
    kills += 1;
  }
  await Promise.all(writers);
  print(`${kills} kills; waiting until nothing is pending`);
  const look = () => isAllSettled(postgres.connection);
  await until(look, { withinMs: SETTLE_MS, everyMs: 1_000 });
  const logged = await readLog(postgres.connection);
  const found = compare(logged, await receiver.take());
  return [
    {
      name: `webhooks: kill -9 every 2 s for ${SECONDS} s`,
      measured: `${logged.length - found.lost} events delivered`,
      against: `${logged.length} in the log, ${kills} kills`,
      ratio: (logged.length - found.lost - found.renamed) / logged.length,
      target: '= 1',
      passed: found.lost === 0 && found.renamed === 0 && logged.length > 0 && kills > 20,
      details: found,
    },
  ];
}

async function write(url: string, writer: number, stopAt: number): Promise<void> {
  for (let n = 0; Date.now() < stopAt; n += 1) {
    const lead = { phone: '+15550100200', service_needed: 'roof_repair' };
    await post(url, '/v1/leads', { ...lead, name: `${writer}-${n}` });
    await sleep(50);
  }
}

function compare(logged: readonly string[], arrivals: readonly Arrival[]) {
  const accepted = new Set(arrivals.filter((one) => one.isAccepted).map(({ id }) => id));
  const ids = new Map<string, Set<string>>();
  for (const { lead, type, id } of arrivals) {
    const key = `${type} ${lead}`;
    ids.set(key, (ids.get(key) ?? new Set()).add(id));
  }
  return {
    lost: logged.filter((id) => !accepted.has(id)).length,
    // Each event type occurs once per lead here, so type and lead identify an event.
    renamed: [...ids.values()].filter((ofEvent) => ofEvent.size > 1).length,
    repeated: arrivals.filter((one) => one.isAccepted).length - accepted.size,
  };
}

/** Null if there was no response, because the server was killed. */
async function post(url: string, path: string, body: object): Promise<object | null> {
  try {
    const response = await fetch(url + path, {
      method: 'POST',
      signal: AbortSignal.timeout(5_000),
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return response.status === 201 ? ((await response.json()) as object) : null;
  } catch {
    return null;
  }
}

async function ask(connection: pg.ClientConfig, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

/** Everything in the log has been fanned out and settled. */
async function isAllSettled(connection: pg.ClientConfig): Promise<boolean> {
  const sql = `select (select count(*) from webhook_deliveries where status = 'pending')
      + (select count(*) from event_cursors c join organization_counters o using (organization_id)
         where c.follower = 'webhooks' and c.last_seq < o.event_seq) as open`;
  const rows = await ask(connection, sql).catch(() => null);
  return rows !== null && Number(rows[0]!.open) === 0;
}

/** The ids of the events that match the endpoint's patterns. */
async function readLog(connection: pg.ClientConfig): Promise<string[]> {
  const rows = await ask(connection, `select event_id from events where type like 'lead.%'`);
  return rows.map((row) => toPublicId('event', row.event_id as string));
}
