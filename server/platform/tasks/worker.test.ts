import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../testing/eventually.ts';
import { setUp, shared, sharedService } from '../../testing/fixtures.ts';
import type { TestOrganization } from '../../testing/harness.ts';
import { toPublicId, toUuid } from '../ids.ts';
import { enqueue } from './enqueue.ts';
import { createQueues } from './queues.ts';
import type { Task } from './task.ts';
import type { Worker } from './worker.ts';

const ACTOR = { type: 'system', id: null, name: 'test' } as const;
const UNKNOWN = toPublicId('task', '00000000-0000-7000-8000-000000000000');

describe('the worker', () => {
  let isFixed = false;
  const calls: { task: string; by: string }[] = [];

  function task(name: string, retryLimit: number, work: () => void | Promise<void>): Task {
    return {
      name,
      description: 'For the tests of the worker.',
      retryLimit,
      async handle(_context, tasks) {
        for (const { data } of tasks) {
          calls.push({ task: name, by: toPublicId('organization', data.organization_id) });
        }
        await work();
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
  const finish = Promise.withResolvers<void>();
  const slow = task('slow', 0, () => finish.promise);

  const service = sharedService({ ownDatabase: true, because: 'tasks of its own' });
  const one = shared(() => service.newOrganization());
  const other = shared(() => service.newOrganization());
  const callsOf = (kind: Task) => calls.filter((call) => call.task === kind.name);
  const queue = (kind: Task, organization: TestOrganization, options = {}) =>
    service.database.transaction(
      { organizationId: toUuid('organization', organization.organizationId)!, actor: ACTOR },
      (tx) => enqueue(tx, kind, {}, options),
    );
  const failedTasks = async (organization: TestOrganization) =>
    (await organization.api.get('/v1/failed-tasks')).body.data;

  let worker: Worker;
  let firstPollAt: Date;
  let lateId: string | null;
  // What takes a moment begins here, so that the tests wait for it together.
  setUp(async () => {
    const all = [noted, hopeless, shaky, late, orphaned, slow];
    await createQueues(service.ownerConnection, all);
    await leaveOrphan();
    worker = await service.startWorker(all);
    firstPollAt = await eventually(() => worker.lastPollAt);
    await queue(shaky, one);
    lateId = await queue(late, one, { startAfter: new Date(Date.now() + 500) });
  });

  /** As a worker leaves a task that it has taken, and then does not exist any more. */
  async function leaveOrphan(): Promise<void> {
    const id = await queue(orphaned, other, { startAfter: new Date(Date.now() + 60 * 60_000) });
    await service.owner.query(
      `update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '11 seconds'
       where id = $1`,
      [id],
    );
  }

  it('starts a task when its transaction commits, not at the next poll', async () => {
    let withoutPoll = 0;
    for (let round = 1; withoutPoll < 3; round += 1) {
      assert(round <= 20, `${withoutPoll} of 20 were started without a poll`);
      const polled = worker.lastPollAt;
      await queue(noted, one);
      await eventually(() => callsOf(noted).length === round);
      if (worker.lastPollAt === polled) withoutPoll += 1;
    }
  });

  it('passes the organization to the task', async () => {
    await queue(noted, other);
    const call = await eventually(() =>
      callsOf(noted).find(({ by }) => by === other.organizationId),
    );
    assert(call);
  });

  it('counts those that are running, until they have ended', async () => {
    const isActive = async (count: number) => {
      const text = await (await fetch(`${service.url}/metrics`)).text();
      return text.includes(`throughline_tasks{task="slow",state="active"} ${count}\n`);
    };
    await queue(slow, one);
    await eventually(() => isActive(1));
    finish.resolve();
    await eventually(() => isActive(0));
  });

  it('starts a task at its time, and not before', async () => {
    await eventually(() => callsOf(late).length > 0);
    const { rows } = await service.owner.query(
      'select started_on >= start_after as is_in_time from pgboss.job where id = $1',
      [lateId],
    );
    assert.deepEqual(rows, [{ is_in_time: true }]);
  });

  it('starts the tasks of a worker that was killed again', async () => {
    const call = await eventually(() => callsOf(orphaned)[0], 60_000);
    assert.equal(call.by, other.organizationId);
  });

  it('retries a failed task', async () => {
    await eventually(() => callsOf(shaky).length === 2, 60_000);
    await eventually(async () => {
      const { rows } = await service.owner.query(
        "select state from pgboss.job where name = 'shaky'",
      );
      return rows[0].state === 'completed';
    });
    assert.deepEqual(await failedTasks(one), []);
  });

  it('reports when it last polled', () => {
    assert(worker.lastPollAt && worker.lastPollAt > firstPollAt);
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
});
