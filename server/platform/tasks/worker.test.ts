import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { eventually } from '../../testing/eventually.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import type { TestOrganization } from '../../testing/harness.ts';
import { toPublicId, toUuid } from '../ids.ts';
import { enqueue } from './enqueue.ts';
import type { Task } from './task.ts';

const ACTOR = { type: 'system', id: null, name: 'test' } as const;
const UNKNOWN = toPublicId('task', '00000000-0000-7000-8000-000000000000');

describe('the worker', () => {
  let isFixed = false;
  const calls: { task: string; by: string; at: number }[] = [];

  function task(name: string, retryLimit: number, work: () => void): Task {
    return {
      name,
      description: 'For the tests of the worker.',
      retryLimit,
      async handle(_context, tasks) {
        for (const { data } of tasks) {
          calls.push({
            task: name,
            by: toPublicId('organization', data.organization_id),
            at: Date.now(),
          });
        }
        work();
      },
    };
  }
  const noted = task('noted', 0, () => {});
  const hopeless = task('hopeless', 0, () => {
    if (!isFixed) throw new Error('The gateway said no.');
  });
  const shaky = task('shaky', 1, () => {
    if (callsOf(shaky).length === 1) throw new Error('Not yet.');
  });

  const late = task('late', 0, () => {});
  const orphaned = task('orphaned', 1, () => {});

  const service = sharedService();
  const one = shared(() => service.newOrganization());
  const other = shared(() => service.newOrganization());
  before(async () => {
    await service.startWorker([noted, hopeless, shaky, late, orphaned]);
  });

  const callsOf = (kind: Task) => calls.filter((call) => call.task === kind.name);
  const queue = (kind: Task, organization: TestOrganization, options = {}) =>
    service.database.transaction(
      { organizationId: toUuid('organization', organization.organizationId)!, actor: ACTOR },
      (tx) => enqueue(tx, kind, {}, options),
    );
  const failedTasks = async (organization: TestOrganization) =>
    (await organization.api.get('/v1/failed-tasks')).body.data;

  it('starts a task when its transaction commits, not at the next poll', async () => {
    const waits: number[] = [];
    // One after the other: a worker that only polled would start each about a second after the last.
    for (let round = 1; round <= 9; round += 1) {
      await queue(noted, one);
      const committedAt = Date.now();
      const call = await eventually(async () => callsOf(noted)[round - 1]);
      waits.push(call.at - committedAt);
    }
    const median = waits.sort((a, b) => a - b)[4]!;
    assert(median < 500, `started after ${waits} ms`);
  });

  it('passes the organization to the task', async () => {
    await queue(noted, other);
    const call = await eventually(async () => callsOf(noted)[9]);
    assert.equal(call.by, other.organizationId);
  });

  it('starts a task at its time, and not before', async () => {
    const startAfter = new Date(Date.now() + 1_500);
    await queue(late, one, { startAfter });
    const call = await eventually(async () => callsOf(late)[0]);
    const lateBy = call.at - startAfter.getTime();
    assert(lateBy >= 0 && lateBy < 5_000, `${lateBy} ms after its time`);
  });

  it('starts the tasks of a worker that was killed again', async () => {
    const startAfter = new Date(Date.now() + 60 * 60_000);
    const id = await queue(orphaned, other, { startAfter });
    // As a worker leaves it that has taken it and does not exist any more.
    await service.owner.query(
      `update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '11 seconds'
       where id = $1`,
      [id],
    );
    const call = await eventually(async () => callsOf(orphaned)[0], 15_000);
    assert.equal(call.by, other.organizationId);
  });

  it('retries a failed task', async () => {
    await queue(shaky, one);
    await eventually(async () => callsOf(shaky).length === 2, 20_000);
    await eventually(async () => {
      const { rows } = await service.owner.query(
        "select state from pgboss.job where name = 'shaky'",
      );
      return rows[0].state === 'completed';
    });
    assert.deepEqual(await failedTasks(one), []);
  });

  it('shows a task that used up its retries only to its own organization', async () => {
    await queue(hopeless, one);
    const [failed] = await eventually(async () => {
      const rows = await failedTasks(one);
      return rows.length > 0 && rows;
    });
    assert.equal(failed.task, 'hopeless');
    assert.equal(failed.attempts, 1);
    assert.equal(failed.error, 'The gateway said no.');
    assert.deepEqual(await failedTasks(other), []);
  });

  it('lets no other organization retry it, and does not reveal that it exists', async () => {
    const [failed] = await failedTasks(one);
    const theirs = await other.api.post(`/v1/failed-tasks/${failed.task_id}/retry`);
    const unknown = await other.api.post(`/v1/failed-tasks/${UNKNOWN}/retry`);
    assert.equal(theirs.status, 404);
    assert.deepEqual({ ...theirs.body, request_id: '' }, { ...unknown.body, request_id: '' });
    assert.equal((await failedTasks(one)).length, 1);
  });

  it('keeps it through a retry that fails again', async () => {
    const [failed] = await failedTasks(one);
    assert.equal((await one.api.post(`/v1/failed-tasks/${failed.task_id}/retry`)).status, 202);
    const [again] = await eventually(async () => {
      const rows = await failedTasks(one);
      return rows.length > 0 && rows;
    });
    assert.notEqual(again.task_id, failed.task_id);
    assert.equal(callsOf(hopeless).length, 2);
  });

  it('runs it again once the cause is fixed, and emits an event', async () => {
    isFixed = true;
    const [failed] = await failedTasks(one);
    const path = `/v1/failed-tasks/${failed.task_id}/retry`;
    const { status, body } = await one.api.post(path);
    assert.equal(status, 202);
    assert.equal(body.retry_of, failed.task_id);
    assert.equal(body.task, 'hopeless');

    await eventually(async () => callsOf(hopeless).length === 3);
    assert.equal(callsOf(hopeless)[2]!.by, one.organizationId);
    assert.deepEqual(await failedTasks(one), []);
    const events = (await one.api.get('/v1/events?type=task.retried')).body.data;
    assert.equal(events.length, 2);
    assert.deepEqual(events[1].data, body);
    assert.equal((await one.api.post(path)).status, 404);
  });

  it('reports when it last polled', async () => {
    const worker = await service.startWorker();
    const polled = await eventually(async () => worker.lastPollAt);
    assert(Math.abs(Date.now() - polled.getTime()) < 60_000);
  });

  it('stops while PostgreSQL ends its connections, as when a machine is shut down', async () => {
    for (let round = 0; round < 10; round += 1) {
      const worker = await service.startWorker();
      await Promise.all([
        worker.stop(),
        service.owner.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and application_name ~ '^throughline (worker|announcements)'`,
        ),
      ]);
    }
    const before = callsOf(noted).length;
    await queue(noted, one);
    await eventually(async () => callsOf(noted).length > before);
  });
});
