import assert from 'node:assert/strict';
import type { TestService } from './harness.ts';

/** Does the work, and fails if any row of any table was written, or a sequence was used. */
export async function withoutTrace<T>(service: TestService, work: () => Promise<T>): Promise<T> {
  const before = await traces(service);
  const result = await work();
  const after = await traces(service);
  const changed = [...after].filter(([name, state]) => before.get(name) !== state);
  assert.deepEqual(changed, [], 'something was stored');
  return result;
}

type Traces = Map<string, string>;

/** Of each table: how many rows it has, and the newest transaction that wrote one of them. */
async function traces({ owner }: TestService): Promise<Traces> {
  const { rows: now } = await owner.query<{ name: string; state: string }>(NOW);
  const transactions = now[0]?.state ?? '';
  const last = lastSeen.get(owner);
  const tables = last?.transactions === transactions ? last.tables : await readTables(owner);
  lastSeen.set(owner, { transactions, tables });
  return new Map([...tables, ...now.slice(1).map(({ name, state }) => [name, state] as const)]);
}

/** The next transaction, and all sequences, which are used without one. */
const NOW = `
  select 'transactions' as name, pg_snapshot_xmax(pg_current_snapshot())::text as state
  union all select sequencename, last_value::text from pg_sequences`;

/** The tables are read again only after a transaction that could have written to them. */
const lastSeen = new WeakMap<TestService['owner'], { transactions: string; tables: Traces }>();

async function readTables(owner: TestService['owner']): Promise<Traces> {
  const text = queries.get(owner) ?? (await queryOfAllTables(owner));
  queries.set(owner, text);
  const { rows } = await owner.query<{ name: string; state: string }>({ name: 'traces', text });
  return new Map(rows.map(({ name, state }) => [name, state]));
}

/** Planning it takes longer than running it, so each connection prepares it once. */
const queries = new WeakMap<TestService['owner'], string>();

async function queryOfAllTables(owner: TestService['owner']): Promise<string> {
  // To start parallel workers takes thirty times as long as the query.
  await owner.query('set max_parallel_workers_per_gather = 0');
  const { rows } = await owner.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)`,
  );
  const counts = rows.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) as state from ${name}`,
  );
  return counts.join(' union all ');
}
