import assert from 'node:assert/strict';
import { toUuid } from '../domain/ids.ts';
import { APPLICATION_ROLE } from '../platform/database/database.ts';
import type { Statement } from '../platform/database/statement.ts';
import type { Tx } from '../platform/database/transaction.ts';
import { firstOf } from './first-of.ts';
import type { TestOrganization, TestService } from './harness.ts';

/**
 * The plan that serves any values, which is what a connection may settle for once it has sent a statement a
 * few times. Asked for as the application, because row-level security forbids some of what its owner may do.
 */
export async function genericPlan(
  { owner }: TestService,
  { organizationId }: Pick<TestOrganization, 'organizationId'>,
  send: (tx: Tx) => unknown,
): Promise<string> {
  const id = toUuid('org', organizationId) ?? assert.fail('not the id of an organization');
  const [{ text }, values] = sentBy(id, send);
  await owner.query('begin');
  try {
    await owner.query(`set local role ${APPLICATION_ROLE}`);
    await owner.query('set local plan_cache_mode = force_generic_plan');
    await owner.query("select set_config('app.organization_id', $1, true)", [id]);
    await owner.query(`prepare planned as ${text}`);
    const literals = values.map((value) => (value === null ? 'null' : literal(value)));
    const { rows } = await owner.query(`explain execute planned (${literals.join(', ')})`);
    await owner.query('deallocate planned');
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await owner.query('rollback');
  }
}

/** What is sent, without sending it. */
function sentBy(
  organizationId: string,
  send: (tx: Tx) => unknown,
): [Statement, readonly unknown[]] {
  const sent: [Statement, readonly unknown[]][] = [];
  const tx: Tx = {
    organizationId,
    now: new Date(),
    actor: { type: 'system', id: null, name: 'tests' },
    query(statement, values) {
      sent.push([statement, values]);
      return Promise.resolve([]);
    },
    emit() {},
    afterEvents() {},
    as: () => tx,
    inOrganization() {},
    wake() {},
  };
  send(tx);
  return firstOf(sent);
}

function literal(value: unknown): string {
  if (value instanceof Date) return `'${value.toISOString()}'`;
  const text = Array.isArray(value) ? `{${value.join(',')}}` : String(value);
  return typeof value === 'number' ? text : `'${text}'`;
}
