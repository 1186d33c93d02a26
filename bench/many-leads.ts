import type pg from 'pg';
import { generateLeads } from '../server/domain/dedup/testing/generated-leads.ts';
import { readSearch } from '../server/domain/search.ts';
import { prepare, probe as probeLeads } from '../server/features/leads/duplicates.ts';
import { type LeadFilters, listLeadRows } from '../server/features/leads/list-leads-query.ts';
import { LEAD_COLUMNS, type LeadRow } from '../server/features/leads/queries.ts';
import { APPLICATION_ROLE, Database } from '../server/platform/database/database.ts';
import { type Statement, statement } from '../server/platform/database/statement.ts';
import type { Tx } from '../server/platform/database/transaction.ts';
import { median, type Print, type Row } from './lib/bench.ts';
import { loadLeads, userId } from './lib/many-leads.ts';
import { startTestBed, type TestBed } from './lib/test-bed.ts';

const MANY = Number(process.env.THROUGHLINE_BENCH_LEADS ?? 1_000_000);
const FEW = 10_000;
const LARGE = '00000000-0000-7000-8000-00000000aaaa';
const SMALL = '00000000-0000-7000-8000-00000000bbbb';
const NOW = new Date('2027-03-01T15:00:00Z');
const PROBES = 400;
const ROUNDS = 41;
const PAGE = 51;
const ACTOR = { type: 'system', id: null, name: 'bench' } as const;

/** Speed with a million leads: the search for duplicates, and every filter of the list. */
export async function manyLeads(print: Print): Promise<Row[]> {
  await using testBed = await startTestBed({ THROUGHLINE_ROLE: 'api' });
  const database = new Database(
    { ...testBed.postgres.connection, user: APPLICATION_ROLE },
    { now: () => NOW },
  );
  await using end = new AsyncDisposableStack();
  end.defer(() => database.close());
  print(`loading ${MANY.toLocaleString('en')} leads of one organization, ${FEW} of another`);
  await loadLeads(testBed, { organizationId: SMALL, count: FEW, seed: 5, now: NOW }, () => {});
  await loadLeads(testBed, { organizationId: LARGE, count: MANY, seed: 77, now: NOW }, print);
  await testBed.sql.query('vacuum analyze leads');
  await testBed.sql.query('vacuum analyze contact_keys');
  return [
    ...(await measureProbe(testBed, database, print)),
    ...(await measureFilters(testBed, database, print)),
  ];
}

async function measureProbe(testBed: TestBed, database: Database, print: Print): Promise<Row[]> {
  const arriving = generateLeads(PROBES, 991).slice(0, PROBES);
  const probe = async (organizationId: string) => {
    const times: number[] = [];
    let found = 0;
    for (const { contact } of arriving) {
      const startedAt = performance.now();
      const { duplicate } = await database.read({ organizationId, actor: ACTOR }, (tx) =>
        probeLeads(tx, prepare(contact), [], false),
      );
      times.push(performance.now() - startedAt);
      if (duplicate) found += 1;
    }
    return { ms: median(times), found };
  };
  await probe(LARGE);
  await probe(SMALL);
  const small = await probe(SMALL);
  const large = await probe(LARGE);
  print(`probe: ${small.ms.toFixed(2)} ms at ${FEW}, ${large.ms.toFixed(2)} ms at ${MANY}`);

  const trigram = await measureTrigram(testBed, arriving.slice(0, 40), print);
  return [
    {
      name: `dedup probe at ${MANY.toLocaleString('en')} leads, p50`,
      measured: `${large.ms.toFixed(2)} ms`,
      against: `${small.ms.toFixed(2)} ms at ${FEW.toLocaleString('en')}`,
      ratio: large.ms / small.ms,
      target: '≤ 2',
      passed: large.ms <= 2 * small.ms,
      details: { small, large },
    },
    {
      name: 'the same with a trigram index on phone and email, p50',
      measured: `${trigram.toFixed(1)} ms`,
      against: `${large.ms.toFixed(2)} ms by keys`,
      ratio: trigram / large.ms,
      target: '≥ 20',
      passed: trigram >= 20 * large.ms,
    },
  ];
}

/** The common solution without keys: similar phone or email address, by index, best first. */
async function measureTrigram(
  { sql }: TestBed,
  arriving: readonly { contact: { phone: string | null; email: string | null } }[],
  print: Print,
): Promise<number> {
  print('building a trigram index on the same rows');
  await sql.query('create extension if not exists pg_trgm');
  await sql.query(
    'create table by_trigram as select lead_id, phone, email from leads where organization_id = $1',
    [LARGE],
  );
  await sql.query("set maintenance_work_mem = '512MB'");
  await sql.query('create index on by_trigram using gin (phone gin_trgm_ops, email gin_trgm_ops)');
  await sql.query('vacuum analyze by_trigram');
  await sql.query('set pg_trgm.similarity_threshold = 0.5');
  const times: number[] = [];
  for (const { contact } of arriving) {
    const startedAt = performance.now();
    await sql.query({
      name: 'by_trigram',
      text: `select lead_id, greatest(similarity(phone, $1), similarity(email, $2)) as score
             from by_trigram where phone % $1 or email % $2 order by score desc limit 20`,
      values: [contact.phone, contact.email],
    });
    times.push(performance.now() - startedAt);
  }
  return median(times);
}

const NONE: LeadFilters = {
  statuses: null,
  sources: null,
  assignedTo: null,
  unassigned: null,
  capturedFrom: null,
  capturedBefore: null,
  booked: null,
  outcomes: null,
  relation: null,
  services: null,
  customerId: null,
  campaign: null,
  metadata: null,
  includeDeleted: false,
  search: null,
};
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const DAY_MS = 86_400_000;
const q = (text: string): Partial<LeadFilters> => ({ search: readSearch(text, 'lead') });

const FILTERS: Record<string, Partial<LeadFilters>> = {
  'no filter': {},
  'include_deleted=true': { includeDeleted: true },
  'status=new': { statuses: ['new'] },
  'status=new,qualified': { statuses: ['new', 'qualified'] },
  'source=chat': { sources: ['chat'] },
  'source=chat,phone&status=new': { sources: ['chat', 'phone'], statuses: ['new'] },
  'unassigned=true': { unassigned: true },
  'unassigned=false': { unassigned: false },
  'assigned_to=…': { assignedTo: userId(7) },
  'age=24h': { capturedFrom: ago(DAY_MS) },
  'age=>30d': { capturedBefore: ago(30 * DAY_MS) },
  'q=smith': q('smith'),
  'q=whitf': q('whitf'),
  'q=john smith': q('john smith'),
  'q=0134': q('0134'),
  'q=4155550134': q('4155550134'),
  'q=d.whitfield@gmail.com': q('d.whitfield@gmail.com'),
  'q=500000': q('500000'),
};

/** Compared with reading the same rows by id: a list cannot be faster than that. */
const byIds = statement(
  'bench_leads_by_ids',
  `select ${LEAD_COLUMNS} from leads where organization_id = $1 and lead_id = any ($2)`,
);

async function measureFilters(testBed: TestBed, database: Database, print: Print): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, filter] of Object.entries(FILTERS)) {
    const filters = { ...NONE, ...filter };
    const inTx = <T>(work: (tx: Tx) => Promise<T>) =>
      database.read({ organizationId: LARGE, actor: ACTOR }, work);
    const list = () => inTx((tx) => listLeadRows(tx, filters, null, PAGE));
    const found = await list();
    const ids = found.map((lead) => lead.lead_id);
    const read = () => inTx((tx) => tx.query<LeadRow>(byIds, [LARGE, ids]));
    const [listed, keyed] = await timeInTurn(list, read);
    print(`${name}: ${ids.length} rows, ${listed.toFixed(2)} ms; by id ${keyed.toFixed(2)} ms`);
    for (const line of await planOf(testBed.sql, filters)) print(`    ${line}`);
    rows.push({
      name: `list ${name}, ${ids.length} rows`,
      measured: `${listed.toFixed(2)} ms`,
      against: `${keyed.toFixed(2)} ms by id`,
      ratio: listed / keyed,
      target: '≤ 2',
      passed: listed <= 2 * keyed,
    });
  }
  return rows;
}

/** Alternating, so that other load on the machine affects both equally. */
async function timeInTurn(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, work] of [one, other].entries()) {
      const startedAt = performance.now();
      await work();
      if (round >= 6) times[index]!.push(performance.now() - startedAt);
    }
  }
  return [median(times[0]), median(times[1])];
}

/** The query plan of a list for these values. */
async function planOf(sql: pg.Client, filters: LeadFilters): Promise<string[]> {
  const sent: { text: string; values: unknown[] }[] = [];
  const recorder = {
    organizationId: LARGE,
    query: ({ text }: Statement, values: readonly unknown[]) => {
      sent.push({ text, values: [...values] });
      return Promise.resolve([]);
    },
  };
  await listLeadRows(recorder as unknown as Tx, filters, null, PAGE);
  const plans: Record<string, unknown>[] = [];
  await sql.query('begin');
  await sql.query("select set_config('app.organization_id', $1, true)", [LARGE]);
  for (const { text, values } of sent) {
    const explain = `explain (analyze, costs off, timing off, summary off) ${text}`;
    plans.push(...(await sql.query({ text: explain, values })).rows);
  }
  await sql.query('rollback');
  return plans
    .map((row) => String(row['QUERY PLAN']))
    .filter((line) => /Scan|Sort|Rows Removed/.test(line))
    .map((line) => line.trim());
}
