import assert from 'node:assert/strict';
import { APPLICATION_ROLE } from '../platform/database/database.ts';
import type { Statement } from '../platform/database/statement.ts';
import type { Tx } from '../platform/database/transaction.ts';
import { firstOf } from './first-of.ts';
import type { TestOrganization, TestService } from './harness.ts';
import { uuidFrom } from './uuid-from.ts';

/** An unknown id: a generic plan does not depend on values. */
export const SOME_UUID = '01900000-0000-7000-8000-000000000000';

/**
 * The generic plan, which a connection may use after it has sent a statement a few times. Planned as the application
 * role, because row-level security prevents some plans that the owner could use. If it is run, it also shows what was
 * executed.
 */
export async function genericPlan(
  { owner }: TestService,
  { organizationId }: Pick<TestOrganization, 'organizationId'>,
  send: (tx: Tx) => unknown,
  { isRun = false }: { isRun?: boolean } = {},
): Promise<string> {
  const id = uuidFrom('organization', organizationId);
  const [{ text }, values] = sentBy(id, send);
  await owner.query('begin');
  try {
    await owner.query(`set local role ${APPLICATION_ROLE}`);
    await owner.query('set local plan_cache_mode = force_generic_plan');
    await owner.query("select set_config('app.organization_id', $1, true)", [id]);
    await owner.query(`prepare planned as ${text}`);
    const literals = values.map((value) => (value === null ? 'null' : literal(value)));
    const explain = isRun ? 'explain (analyze, timing off, summary off)' : 'explain';
    const { rows } = await owner.query(`${explain} execute planned (${literals.join(', ')})`);
    await owner.query('deallocate planned');
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await owner.query('rollback');
  }
}

/** Records the statements without sending them. */
function sentBy(
  organizationId: string,
  send: (tx: Tx) => unknown,
): [Statement, readonly unknown[]] {
  const sent: [Statement, readonly unknown[]][] = [];
  const tx: Tx = {
    organizationId,
    ownerId: null,
    now: new Date(),
    attempt: 1,
    actor: { type: 'system', id: null, name: 'tests' },
    secrets: null,
    query(statement, values) {
      sent.push([statement, values]);
      return Promise.resolve([]);
    },
    queryWithEvents(statement, values) {
      return tx.query(statement, values);
    },
    readAhead(statement, values) {
      return tx.query(statement, values);
    },
    writeWhole(statement, values) {
      return tx.query(statement, values);
    },
    emit() {},
    afterEvents() {},
    as: () => tx,
    inOrganization: (_organizationId, work) => work(tx),
    wake() {},
    wroteEvents() {},
    endLimitToOwn() {},
  };
  send(tx);
  return firstOf(sent);
}

function literal(value: unknown): string {
  if (value instanceof Date) return `'${value.toISOString()}'`;
  const text = Array.isArray(value) ? `{${value.map(inArray).join(',')}}` : String(value);
  return typeof value === 'number' ? text : `'${text}'`;
}

function inArray(value: unknown): string {
  return value instanceof Date ? `"${value.toISOString()}"` : String(value);
}

/**
 * 20,000 copies of a row, so that the planner chooses realistically: each with the columns that `columns` sets from
 * its number `n`, as arguments of jsonb_build_object. The row itself is `r`. Referenced rows need not exist.
 */
export async function multiplyRow(
  { owner }: TestService,
  { table, key, id }: { table: string; key: string; id: string },
  columns: string,
): Promise<void> {
  await owner.query('set session_replication_role = replica');
  await owner.query(
    `insert into ${table} select made.* from ${table} r, generate_series(1, 20000) as n,
       jsonb_populate_record(null::${table}, to_jsonb(r) || jsonb_build_object(
         '${key}', gen_random_uuid(), ${columns})) as made
     where r.${key} = $1`,
    [id],
  );
  await owner.query('reset session_replication_role');
  await owner.query(`analyze ${table}`);
}

/** The generic plan reads the table by this index, and not as a whole. */
export async function assertReadBy(
  service: TestService,
  organization: Pick<TestOrganization, 'organizationId'>,
  { table, index }: { table: string; index: string },
  send: (tx: Tx) => unknown,
): Promise<void> {
  const plan = await genericPlan(service, organization, send);
  assert.match(plan, new RegExp(`using ${index} on ${table}|on ${index}\\b`), plan);
  assert.doesNotMatch(plan, new RegExp(`Seq Scan on ${table}\\b`), plan);
}
