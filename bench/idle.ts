import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { freshLead } from '../server/testing/leads.ts';
import type { BenchOptions, Print, Row } from './lib/bench.ts';
import { callerOf } from './lib/call.ts';
import { cpuOf, cpuOfPostgres, postmasterOf } from './lib/processor-time.ts';
import { startTestBed, type TestBed } from './lib/test-bed.ts';

const ORGANIZATIONS = 32;
const LEADS_EACH = 20;
/**
 * What the leads have caused ends: deliveries, playbook runs, the autovacuum of PostgreSQL, and the collection of garbage in
 * Node. The queue checks its indexes once a day, first five minutes after the start.
 */
const SETTLE_MS = 330_000;
/** The queue looks for lost tasks and PostgreSQL writes a checkpoint every five minutes. */
const DEFAULT_MINUTES = 5;
const MAX_SHARE = 0.005;
const MAX_BYTES = 160e6;

/** What a service costs that has nothing to do. Reads /proc, so it needs Linux. */
export async function idle(print: Print, options: BenchOptions): Promise<Row[]> {
  // The first start after an installation compiles everything, and keeps what it needs for that in memory.
  await (await startTestBed({ LOG_LEVEL: 'fatal' }))[Symbol.asyncDispose]();
  await using testBed = await startTestBed({ LOG_LEVEL: 'fatal' });
  print(`${ORGANIZATIONS} organizations with ${LEADS_EACH} leads each`);
  await fill(testBed);
  await sleep(SETTLE_MS);
  const minutes = options.minutes ?? DEFAULT_MINUTES;
  print(`watching for ${minutes} min`);
  const postmaster = await postmasterOf(testBed.sql);
  const before = await snapshot(testBed, postmaster);
  await sleep(minutes * 60_000);
  const after = await snapshot(testBed, postmaster);
  const seconds = after.at - before.at;
  const statements = (after.transactions - before.transactions) / seconds;
  print(`${statements.toFixed(1)} transactions per second`);
  const details = { seconds, statements };
  return [
    share('Node, idle', (after.node - before.node) / seconds, details),
    share('PostgreSQL, idle', (after.postgres - before.postgres) / seconds, details),
    {
      name: 'resident memory of Node, idle',
      measured: `${Math.round(after.bytes / 1e6)} MB`,
      against: `${MAX_BYTES / 1e6} MB`,
      ratio: after.bytes / MAX_BYTES,
      target: '≤ 1',
      passed: after.bytes <= MAX_BYTES,
    },
  ];
}

function share(name: string, cores: number, details: Record<string, unknown>): Row {
  return {
    name,
    measured: `${(cores * 100).toFixed(2)} % of a core`,
    against: `${MAX_SHARE * 100} %`,
    ratio: cores / MAX_SHARE,
    target: '≤ 1',
    passed: cores <= MAX_SHARE,
    details,
  };
}

async function fill(testBed: TestBed): Promise<void> {
  for (const token of await testBed.createOrganizations(ORGANIZATIONS)) {
    const call = callerOf(testBed, token);
    for (let n = 0; n < LEADS_EACH; n += 1) await call('POST', '/v1/leads', freshLead());
  }
}

async function snapshot({ serverPid, sql }: TestBed, postmaster: number) {
  const { rows } = await sql.query(
    'select sum(xact_commit + xact_rollback)::float8 as transactions from pg_stat_database',
  );
  return {
    at: performance.now() / 1000,
    node: cpuOf(serverPid),
    postgres: cpuOfPostgres(postmaster),
    transactions: rows[0].transactions,
    bytes: residentOf(serverPid),
  };
}

function residentOf(pid: number): number {
  const [, kilobytes = '0'] =
    /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
