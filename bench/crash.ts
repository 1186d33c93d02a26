import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../server/platform/database/embedded-postgres.ts';
import type { Print, Row } from './lib/bench.ts';
import { freePort, keepRunning, postmasterOf } from './lib/keep-running.ts';
import { OPERATOR_TOKEN } from './lib/test-bed.ts';

const SECONDS = 60;
const KILL_EVERY_MS = 2_000;
const WRITERS = 16;

/**
 * kill -9 every 2 s for a minute under load: of the server, of PostgreSQL, of both, in turn. Then compares the
 * acknowledged leads with those in the database.
 */
export async function crash(print: Print): Promise<Row[]> {
  const directory = mkdtempSync(join(tmpdir(), 'throughline-bench-'));
  const environment = {
    THROUGHLINE_DATA_DIR: directory,
    THROUGHLINE_BOOTSTRAP_TOKEN: OPERATOR_TOKEN,
    THROUGHLINE_RATE_LIMIT: '1000000',
    LOG_LEVEL: 'fatal',
  };
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const acknowledged = new Map<string, string>();
  const stopAt = Date.now() + SECONDS * 1000;
  const keeper = keepRunning({ ...environment, PORT: String(port) });
  await keeper.firstReady;

  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let n = 0; Date.now() < stopAt; n += 1) {
      const key = `${writer}-${n}`;
      // Sent again with its key until there is a response, as a careful client does.
      while (!acknowledged.has(key) && Date.now() < stopAt + 20_000) {
        const leadId = await capture(url, key);
        if (leadId) acknowledged.set(key, leadId);
        else await sleep(20);
      }
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
  await keeper.stop();
  print(`${kills} kills, ${acknowledged.size} leads acknowledged`);

  const found = await count(directory, [...acknowledged.values()]);
  rmSync(directory, { recursive: true, force: true });
  const wrong = found.lost + found.without_event + found.doubled + found.gaps;
  return [
    {
      name: `kill -9 every 2 s for ${SECONDS} s under load`,
      measured: `${acknowledged.size - found.lost} leads found`,
      against: `${acknowledged.size} acknowledged, ${kills} kills`,
      ratio: (acknowledged.size - wrong) / acknowledged.size,
      target: '= 1',
      passed: wrong === 0 && kills > 20,
      details: found,
    },
  ];
}

async function capture(url: string, key: string): Promise<string | null> {
  try {
    const response = await fetch(`${url}/v1/leads`, {
      method: 'POST',
      signal: AbortSignal.timeout(5_000),
      headers: {
        authorization: `Bearer ${OPERATOR_TOKEN}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ name: key, phone: '+15550100200', service_needed: 'drain_cleaning' }),
    });
    const body = (await response.json()) as { lead_id?: string };
    return response.status === 201 ? body.lead_id! : null;
  } catch {
    return null;
  }
}

/** Counted in the database itself, after everything has stopped. */
async function count(directory: string, leadIds: string[]) {
  const postgres = await startEmbeddedPostgres({ dataDirectory: directory, log: () => {} });
  const sql = new pg.Client(postgres.connection);
  await sql.connect();
  const { rows } = await sql.query(
    `select
       (select count(*)::int from unnest($1::text[]) as a (lead_id)
         where not exists (select from events where data->>'lead_id' = a.lead_id)) as lost,
       (select count(*)::int from leads l
         where 1 <> (select count(*) from events e where e.organization_id = l.organization_id
           and e.lifecycle_number = l.lifecycle_number and e.type = 'lead.created')) as without_event,
       (select count(*)::int from (select name from leads group by name having count(*) > 1) as d) as doubled,
       (select coalesce(sum(last - number), 0)::int from
         (select max(seq) as last, count(*) as number from events group by organization_id) as g) as gaps`,
    [leadIds],
  );
  await sql.end();
  await postgres.stop();
  return rows[0] as { lost: number; without_event: number; doubled: number; gaps: number };
}
