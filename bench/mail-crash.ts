import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../server/platform/database/embedded-postgres.ts';
import { startMailServer } from '../server/testing/mail-server.ts';
import type { Print, Row } from './lib/bench.ts';
import { OPERATOR_TOKEN, spawnServer, startServer } from './lib/test-bed.ts';

const MAILS = 500;
/** The worker is killed each time this many emails have arrived. */
const KILL_AT = [60, 180, 300, 420];
/** The mail server is slow, so that a kill happens in the middle of an email. */
const SERVER_MS = 20;
const TIMEOUT_MS = 180_000;

/**
 * kill -9 of the worker in the middle of a burst of emails, several times. Then a user resends those with the status
 * unknown, and every email must have arrived; only one that was unknown may arrive twice.
 */
export async function mailCrash(print: Print): Promise<Row[]> {
  const directory = mkdtempSync(join(tmpdir(), 'throughline-bench-'));
  await using end = new AsyncDisposableStack();
  end.defer(() => rmSync(directory, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres({ dataDirectory: directory, log: () => {} });
  end.defer(() => postgres.stop());
  const arrivals = new Map<string, number>();
  const mailServer = await startSlowMailServer(arrivals);
  end.defer(() => mailServer.stop());
  const { host, port, user, database } = postgres.connection;
  const environment = {
    DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    THROUGHLINE_BOOTSTRAP_TOKEN: OPERATOR_TOKEN,
    THROUGHLINE_RATE_LIMIT: '1000000',
    THROUGHLINE_WEBHOOK_ALLOW_PRIVATE: 'true',
    LOG_LEVEL: 'fatal',
  };
  const api = await startServer({ ...environment, THROUGHLINE_ROLE: 'api' });
  const sql = new pg.Client(postgres.connection);
  await sql.connect();
  let worker: ChildProcess | null = null;
  end.defer(() => sql.end());
  end.defer(() => {
    for (const child of [worker, api.process]) child?.kill('SIGKILL');
  });
  const ids = await queueEmails(api.url, mailServer.port);
  print(`${ids.length} emails queued`);
  const startWorker = () => {
    worker = spawnServer({ ...environment, THROUGHLINE_ROLE: 'worker' }).process;
  };
  startWorker();
  for (const count of KILL_AT) {
    await until(() => arrivedIn(arrivals) >= count);
    worker!.kill('SIGKILL');
    print(`killed the worker after ${arrivedIn(arrivals)} emails`);
    startWorker();
  }
  await until(async () => (await countWaiting(sql)) === 0);
  const unknown = await idsIn(sql, 'unknown');
  const doubledBefore = [...arrivals.values()].filter((count) => count > 1).length;
  print(`${unknown.size} are unknown, of which ${among(unknown, arrivals)} had arrived`);
  for (const id of unknown) await post(api.url, `/v1/communications/${id}/retry`);
  await until(async () => (await countWaiting(sql)) === 0);

  const sent = await idsIn(sql, 'sent');
  const lost = ids.filter((id) => !arrivals.has(id)).length;
  const notSent = ids.filter((id) => !sent.has(id)).length;
  const doubled = [...arrivals].filter(([id, n]) => n > 1 && !unknown.has(id)).length;
  const wrong = lost + notSent + doubled + doubledBefore;
  return [
    {
      name: `kill -9 of the worker ${KILL_AT.length} times during ${MAILS} emails`,
      measured: `${ids.length - lost} arrived`,
      against: `${ids.length} queued, ${unknown.size} with status unknown`,
      ratio: (ids.length - wrong) / ids.length,
      target: '= 1',
      passed: wrong === 0 && ids.length === MAILS,
      details: { lost, not_sent: notSent, doubled, doubled_by_itself: doubledBefore },
    },
  ];
}

/** Counts the emails that it accepted, by id. */
function startSlowMailServer(arrivals: Map<string, number>) {
  return startMailServer({
    onData: async (stream, _session, done) => {
      const mail = await textOf(stream).catch(() => null);
      // It was interrupted when its worker was killed: it was never accepted.
      if (mail === null) return;
      const id = /^Message-ID: <(comm_\w+)@/im.exec(mail)![1]!;
      arrivals.set(id, (arrivals.get(id) ?? 0) + 1);
      await sleep(SERVER_MS);
      done();
    },
  });
}

function arrivedIn(arrivals: ReadonlyMap<string, number>): number {
  return [...arrivals.values()].reduce((sum, count) => sum + count, 0);
}

async function queueEmails(url: string, port: number): Promise<string[]> {
  const settings = { host: '127.0.0.1', port, from_address: 'office@example.com' };
  await post(url, '/v1/channels', { kind: 'smtp', settings });
  const lead = { email: 'dana@example.com', service_needed: 'drain_cleaning' };
  const { lead_id } = await post(url, '/v1/leads', lead);
  const ids: string[] = [];
  for (let n = 0; n < MAILS; n += 1) {
    const mail = {
      lead_id,
      channel: 'email',
      subject: `${n}`,
      body: 'Hello',
    };
    ids.push((await post(url, '/v1/messages', mail)).communication_id!);
  }
  return ids;
}

async function post(url: string, path: string, body?: object): Promise<Record<string, string>> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${OPERATOR_TOKEN}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, string>;
}

async function countWaiting(sql: pg.Client): Promise<number> {
  const { rows } = await sql.query(
    `select count(*)::int as n from communications where status in ('queued', 'sending')`,
  );
  return rows[0].n;
}

/** By their public ids, which are in the event log. */
async function idsIn(sql: pg.Client, status: string): Promise<Set<string>> {
  const { rows } = await sql.query(
    `select distinct on (data->>'communication_id') data->>'communication_id' as id, data->>'status' as status
     from events where type like 'communication.%' order by data->>'communication_id', seq desc`,
  );
  return new Set(rows.filter((row) => row.status === status).map((row) => row.id as string));
}

function among(ids: ReadonlySet<string>, arrivals: ReadonlyMap<string, number>): number {
  return [...ids].filter((id) => arrivals.has(id)).length;
}

async function until(isDone: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (!(await isDone())) {
    if (Date.now() > deadline) throw new Error('Timed out');
    await sleep(20);
  }
}
