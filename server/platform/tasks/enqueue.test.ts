import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PgBoss } from 'pg-boss';
import { endHold } from '../../features/calendar/index.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { toUuid } from '../ids.ts';
import { enqueue } from './enqueue.ts';
import { bossConnection } from './queues.ts';

const ACTOR = { type: 'system', id: null, name: 'test' } as const;

/** Any task. */
const task = endHold;

describe('enqueue', () => {
  let organizationId: string;
  let boss: PgBoss;
  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  before(async () => {
    organizationId = toUuid('organization', organization.organizationId)!;
    boss = new PgBoss({ ...bossConnection(service.connection), migrate: false, supervise: false });
    boss.on('error', () => {});
    await boss.start();
  });
  after(async () => {
    await boss.stop({ graceful: false });
  });

  const data = { hold_id: 'x' };
  const enqueueOne = (options?: { startAfter?: Date; singletonKey?: string }) =>
    service.database.transaction({ organizationId, actor: ACTOR }, (tx) =>
      enqueue(tx, task, data, options),
    );
  const sendOne = (options: { startAfter?: Date; singletonKey?: string } = {}) =>
    boss.send(task.name, { ...data, organization_id: organizationId }, options);

  it('writes the row that pg-boss itself would write, column by column', async () => {
    const ours = await readTask(await enqueueOne());
    const theirs = await readTask(await sendOne());
    assert.deepEqual(ours, theirs);
    assert(Object.keys(ours).length > 25, 'the row was not read completely');
  });

  it('does so too for a task that is due later and has its own key', async () => {
    const startAfter = new Date(Date.now() + 3_600_000);
    const ours = await readTask(await enqueueOne({ startAfter, singletonKey: 'ours' }));
    const theirs = await readTask(await sendOne({ startAfter, singletonKey: 'theirs' }));
    assert.equal(ours.singleton_key, 'ours');
    assert.deepEqual({ ...ours, singleton_key: 'theirs' }, theirs);
  });

  it('sets the organization of the task, whatever the caller put into its data', async () => {
    const forged = { ...data, organization_id: '00000000-0000-0000-0000-000000000001' };
    const taskId = await service.database.transaction({ organizationId, actor: ACTOR }, (tx) =>
      enqueue(tx, task, forged),
    );
    assert.deepEqual((await readTask(taskId)).data, { ...data, organization_id: organizationId });
  });

  it('leaves no task behind when the transaction is rolled back', async () => {
    let taskId: string | null = null;
    const failing = service.database.transaction({ organizationId, actor: ACTOR }, async (tx) => {
      taskId = await enqueue(tx, task, data);
      throw new Error('changed my mind');
    });
    await assert.rejects(failing, /changed my mind/);
    assert.notEqual(taskId, null);
    const { rowCount } = await service.owner.query('select from pgboss.job where id = $1', [
      taskId,
    ]);
    assert.equal(rowCount, 0);
  });

  /** All columns, with times converted to durations so that they can be compared. */
  async function readTask(taskId: string | null): Promise<Record<string, unknown>> {
    const { rows } = await service.owner.query(
      `select job.*, extract(epoch from keep_until - start_after)::float8 as kept_seconds,
              extract(epoch from start_after - created_on)::float8 as delay_seconds
       from pgboss.job where id = $1`,
      [taskId],
    );
    assert.equal(rows.length, 1);
    const { id, created_on, start_after, keep_until, delay_seconds, ...rest } = rows[0];
    assert(id && created_on && start_after && keep_until);
    return { ...rest, delay_minutes: Math.round(delay_seconds / 60) };
  }
});
