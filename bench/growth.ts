import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { generateLeads } from '../server/domain/dedup/testing/generated-leads.ts';
import { toPublicId } from '../server/domain/ids.ts';
import { prepare, probe as probeLeads } from '../server/features/leads/duplicates.ts';
import { APPLICATION_ROLE, Database } from '../server/platform/database/database.ts';
import type { Call } from '../server/testing/booking-walk.ts';
import { median, type Print, type Row } from './lib/bench.ts';
import { callerOf } from './lib/call.ts';
import { COPY, Installation, LARGE } from './lib/installation.ts';
import { USERS, userId } from './lib/many-leads.ts';
import { OPERATOR_TOKEN, startTestBed, type TestBed } from './lib/test-bed.ts';

const LEADS = Number(process.env.THROUGHLINE_BENCH_LEADS ?? 5_000_000);
const BYTES_PER_LEAD = 5_500;
const TARGET = 1.5;
const WARM_UP = 10;
const ROUNDS = 60;
const DAY_MS = 86_400_000;
const ACTOR = { type: 'system', id: null, name: 'bench' } as const;

/**
 * What an office asks for all day, in an installation of 1,000 organizations: with many leads, and with 100,000 in another
 * database. Both are asked in turn, so that other load on the machine affects them equally.
 */
export async function growth(print: Print): Promise<Row[]> {
  assertRoom();
  await using end = new AsyncDisposableStack();
  const few = await build(end, COPY, print);
  const many = await build(end, LEADS, print);
  const [before, after] = await measure(few, many);
  return Object.keys(few).map((name) => compare(name, before!.get(name)!, after!.get(name)!));
}

async function build(end: AsyncDisposableStack, leads: number, print: Print): Promise<Requests> {
  print(`building ${leads.toLocaleString('en')} leads`);
  const startedAt = performance.now();
  const testBed = end.use(await startTestBed({ THROUGHLINE_ROLE: 'api' }));
  const connection = { ...testBed.postgres.connection, user: APPLICATION_ROLE };
  const database = new Database(connection, { now: () => new Date() });
  end.defer(() => database.close());
  const installation = await Installation.create(testBed, new Date());
  if (leads > COPY) await installation.growTo(leads, print);
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  print(`${minutes} minutes, ${await sizeOf(testBed)}`);
  return prepareRequests(testBed, database, nextMonday());
}

function assertRoom(): void {
  const { bavail, bsize } = statfsSync(tmpdir());
  const [free, needed] = [bavail * bsize, LEADS * BYTES_PER_LEAD];
  if (free > 1.2 * needed) return;
  const gigabytes = (bytes: number) => `${Math.ceil(bytes / 1e9)} GB`;
  throw new Error(
    `${LEADS.toLocaleString('en')} leads need about ${gigabytes(1.2 * needed)} in ${tmpdir()}, which has ${gigabytes(free)}. Set TMPDIR, or THROUGHLINE_BENCH_LEADS to fewer.`,
  );
}

type Requests = Record<string, (round: number) => Promise<unknown>>;

async function prepareRequests(
  testBed: TestBed,
  database: Database,
  monday: string,
): Promise<Requests> {
  const call = callerOf(testBed, await createToken(testBed));
  await addVisits(testBed, monday);
  const members = Array.from({ length: USERS }, (_, n) => toPublicId('user', userId(n)));
  const team = await call('POST', '/v1/teams', { name: 'Everybody', members });
  const to = new Date(Date.parse(monday) + 13 * DAY_MS).toISOString().slice(0, 10);
  const { rows } = await testBed.sql.query<{ phone: string; lifecycle_number: string }>(
    `select phone, lifecycle_number from leads
     where organization_id = $1 and phone is not null and deleted_at is null order by lead_id limit $2`,
    [LARGE, ROUNDS + WARM_UP],
  );
  const arriving = generateLeads(ROUNDS + WARM_UP, 991);
  const get = (path: (round: number) => string) => async (round: number) => ok(call, path(round));
  return {
    'probe for duplicates': (round) =>
      database.read({ organizationId: LARGE, actor: ACTOR }, (tx) =>
        probeLeads(tx, prepare(arriving[round]!.contact), [], false),
      ),
    'list of leads': get(() => '/v1/leads?limit=50'),
    'list of new leads': get(() => '/v1/leads?limit=50&status=new'),
    'list of leads by activity': get(() => '/v1/leads?limit=50&sort=last_activity_at'),
    'search for smith': get(() => '/v1/leads?limit=50&q=smith'),
    'lookup by phone': get(
      (round) => `/v1/contacts/lookup?${new URLSearchParams({ phone: rows[round]!.phone })}`,
    ),
    'lifecycle with its events': get((round) => `/v1/lifecycles/${rows[round]!.lifecycle_number}`),
    'events after a seq': get((round) => `/v1/events?limit=50&after=${19_000 - round}`),
    availability: get(
      () => `/v1/availability?team_id=${team.body.team_id}&from=${monday}&to=${to}`,
    ),
    board: get(() => `/v1/dispatch?date=${monday}`),
  };
}

async function ok(call: Call, path: string): Promise<void> {
  const { status, body } = await call('GET', path);
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
}

/** Medians in milliseconds, of each. */
async function measure(...both: readonly Requests[]): Promise<Map<string, number>[]> {
  const times = both.map(
    (requests) => new Map(Object.keys(requests).map((name) => [name, [] as number[]])),
  );
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    for (const [index, requests] of both.entries()) {
      for (const [name, send] of Object.entries(requests)) {
        const startedAt = performance.now();
        await send(round);
        if (round >= WARM_UP) times[index]!.get(name)!.push(performance.now() - startedAt);
      }
    }
  }
  return times.map((one) => new Map([...one].map(([name, all]) => [name, median(all)])));
}

function compare(name: string, few: number, many: number): Row {
  return {
    name: `${name} at ${LEADS.toLocaleString('en')} leads, p50`,
    measured: `${many.toFixed(2)} ms`,
    against: `${few.toFixed(2)} ms at ${COPY.toLocaleString('en')}`,
    ratio: many / few,
    target: `≤ ${TARGET}`,
    passed: many <= TARGET * few,
  };
}

/** Four a day for every user, on ten weekdays. */
async function addVisits({ sql }: TestBed, monday: string): Promise<void> {
  await sql.query(
    `insert into appointments (organization_id, appointment_id, lifecycle_number, lead_id, assigned_to, type, status,
       starts_at, ends_at, blocked_until, created_at, updated_at)
     select l.organization_id, gen_random_uuid(), l.lifecycle_number, l.lead_id, u.user_id, 'estimate', 'booked', at,
       at + interval '1 hour', at + interval '1 hour', now(), now()
     from (select * from leads where organization_id = $1 order by lead_id limit 1) as l
     join users u on u.organization_id = l.organization_id
     cross join generate_series(0, 9) as day
     cross join generate_series(0, 3) as n
     cross join lateral (
       select ($2::timestamp + interval '1 day' * (day + day / 5 * 2) + interval '8 hours'
               + interval '90 minutes' * n) at time zone 'UTC' as at
     ) as times`,
    [LARGE, monday],
  );
}

function nextMonday(): string {
  const now = new Date();
  const days = (8 - now.getUTCDay()) % 7 || 7;
  return new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
}

async function sizeOf({ sql }: TestBed): Promise<string> {
  const { rows } = await sql.query<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  );
  return rows[0]?.size ?? '';
}

async function createToken(testBed: TestBed): Promise<string> {
  const call = callerOf(testBed, OPERATOR_TOKEN);
  const path = `/v1/organizations/${toPublicId('organization', LARGE)}/tokens`;
  const { status, body } = await call('POST', path, { name: 'bench' });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return String(body.token);
}
