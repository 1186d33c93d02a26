import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../server/platform/database/embedded-postgres.ts';
import { toPublicId } from '../server/platform/ids.ts';
import type { Bench } from './lib/bench.ts';
import { freePort, keepRunning, postmasterOf } from './lib/keep-running.ts';
import type { Arrival } from './lib/receiver-process.ts';
import { OPERATOR_TOKEN } from './lib/stand.ts';
import { startReceiver, until, WEBHOOK_ENVIRONMENT } from './lib/webhooks.ts';

const SECONDS = 60;
const KILL_EVERY_MS = 2_000;
const WRITERS = 8;
/** The longest way: a task that a kill caught waits 13 s for its heartbeat, a failure 5 s, or 5 min. */
const SETTLE_MS = 600_000;

/**
 * kill -9 of the server (API and worker), of PostgreSQL, of both, in turn, every 2 s for a minute, under load, with
 * a receiver that fails one in ten. Then every event of the log must have been taken, and whatever came
 * twice must have come under one id.
 */
export const webhooksCrash: Bench = {
  name: 'webhooks-crash',
  async run(say) {
    const directory = mkdtempSync(join(tmpdir(), 'throughline-bench-'));
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const receiver = await startReceiver();
    const keeper = keepRunning({
      ...WEBHOOK_ENVIRONMENT,
      THROUGHLINE_DATA_DIR: directory,
      THROUGHLINE_BOOTSTRAP_TOKEN: OPERATOR_TOKEN,
      THROUGHLINE_RATE_LIMIT: '1000000',
      PORT: String(port),
    });
    try {
      await keeper.firstReady;
      const endpoint = { url: `${receiver.url}/shaky`, event_types: ['lead.*'] };
      if (!(await post(url, '/v1/webhook-endpoints', endpoint))) throw new Error('No endpoint');
      const stopAt = Date.now() + SECONDS * 1000;
      const writers = Array.from({ length: WRITERS }, async (_, writer) => {
        for (let n = 0; Date.now() < stopAt; n += 1) {
          const lead = {
            name: `${writer}-${n}`,
            phone: '+15550100200',
            service_needed: 'roof_repair',
          };
          await post(url, '/v1/leads', lead);
          await sleep(20);
        }
      });
      let kills = 0;
      while (Date.now() < stopAt) {
        await sleep(KILL_EVERY_MS);
        const postmaster = postmasterOf(directory);
        const victims = [[keeper.pid], [postmaster], [keeper.pid, postmaster]][kills % 3]!;
        for (const pid of victims) if (pid) process.kill(pid, 'SIGKILL');
        kills += 1;
      }
      await Promise.all(writers);
      say(`${kills} kills; waiting until nothing is pending`);
      await until(async () => (await pendingAt(url)) === 0, {
        withinMs: SETTLE_MS,
        everyMs: 1_000,
      });
      const arrivals = await receiver.take();
      await keeper.stop();
      const logged = await loggedIn(directory);
      const found = compare(logged, arrivals);
      return [
        {
          name: `webhooks: kill -9 every 2 s for ${SECONDS} s`,
          measured: `${logged.length - found.lost} events taken`,
          against: `${logged.length} in the log, ${kills} kills`,
          ratio: (logged.length - found.lost - found.renamed) / logged.length,
          bar: '= 1',
          holds: found.lost === 0 && found.renamed === 0 && logged.length > 0 && kills > 20,
          details: found,
        },
      ];
    } finally {
      await keeper.stop();
      receiver.stop();
      rmSync(directory, { recursive: true, force: true });
    }
  },
};

interface Logged {
  id: string;
  key: string;
}

function compare(logged: readonly Logged[], arrivals: readonly Arrival[]) {
  const taken = new Set(arrivals.filter((one) => one.taken).map(({ id }) => id));
  const ids = new Map<string, Set<string>>();
  for (const { lead, type, id } of arrivals) {
    const key = `${type} ${lead}`;
    ids.set(key, (ids.get(key) ?? new Set()).add(id));
  }
  return {
    lost: logged.filter(({ id }) => !taken.has(id)).length,
    // What happens to a lead happens once here, so its kind and its lead name an event.
    renamed: [...ids.values()].filter((ofEvent) => ofEvent.size > 1).length,
    repeated: arrivals.filter((one) => one.taken).length - taken.size,
  };
}

/** Null if it was not answered, as of a server that is being killed. */
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

/** What the log still has for the endpoint, by the metrics of the server and its own queue. */
async function pendingAt(url: string): Promise<number> {
  try {
    const text = await (
      await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(5_000) })
    ).text();
    const waiting = /^throughline_webhook_deliveries_pending (\d+)/m.exec(text)?.[1];
    const queued = [...text.matchAll(/^throughline_tasks\{task="hand-on-events",[^}]*\} (\d+)/gm)];
    if (waiting === undefined || queued.length === 0) return Infinity;
    return Number(waiting) + queued.reduce((sum, [, count]) => sum + Number(count), 0);
  } catch {
    return Infinity;
  }
}

/** Looked up in the database itself, after everything has ended. */
async function loggedIn(directory: string): Promise<Logged[]> {
  const postgres = await startEmbeddedPostgres({ dataDirectory: directory, log: () => {} });
  const sql = new pg.Client(postgres.connection);
  await sql.connect();
  const { rows } = await sql.query(
    `select event_id, type || ' ' || (data->>'lead_id') as key from events where type like 'lead.%'`,
  );
  await sql.end();
  await postgres.stop();
  return rows.map(({ event_id, key }) => ({ id: toPublicId('evt', event_id), key }));
}
