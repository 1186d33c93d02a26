import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toUuid } from '../../platform/ids.ts';
import { firstOf } from '../../testing/first-of.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { overtaken } from '../../testing/office.ts';
import { Shop } from '../../testing/sold.ts';
import {
  allowedSteps,
  isAllowed,
  isDone,
  STATUSES,
  STEP_NAMES,
  STEPS,
  type Status,
  type Step,
} from './job.ts';

const EVENTS: Record<Step, string> = {
  schedule: 'job.scheduled',
  start: 'job.started',
  pause: 'job.paused',
  resume: 'job.resumed',
  complete: 'job.completed',
  'enroll-warranty': 'job.warranty_enrolled',
  close: 'job.closed',
  cancel: 'job.canceled',
};

/** The shortest list of steps from a new job to a status, by the table. */
function stepsTo(status: Status): Step[] {
  const paths: { at: Status; steps: Step[] }[] = [{ at: 'contracted', steps: [] }];
  for (const { at, steps } of paths) {
    if (at === status) return steps;
    for (const step of allowedSteps(at)) {
      const { to } = STEPS[step];
      if (to !== null) paths.push({ at: to, steps: [...steps, step] });
    }
  }
  throw new Error(`No step leads to ${status}`);
}

describe('the steps of a job', () => {
  const service = sharedService();
  const shop = shared(() => Shop.open(service));

  for (const status of STATUSES) {
    it(`from ${status} are allowed or refused as the table says`, async () => {
      const still = await shop.soldAnd(stepsTo(status));
      assert.equal(still.status, status);
      const eventCount = (await shop.events(still)).length;
      service.clock.advance(1_000);
      const isTaken = (step: Step) => isAllowed(step, status) && !isDone(step, still);
      for (const step of STEP_NAMES.filter((one) => !isTaken(one))) {
        const { status: statusCode, body } = await shop.take(still.job_id, step);
        if (isDone(step, still)) {
          assert.deepEqual([statusCode, body], [200, still], step);
        } else {
          assert.deepEqual([statusCode, body.code], [409, 'transition_not_allowed'], step);
          assert.deepEqual([body.allowed, body.status_now], [allowedSteps(status), status], step);
        }
      }
      assert.deepEqual(await shop.read(still.job_id), still);
      assert.equal((await shop.events(still)).length, eventCount);

      for (const [index, step] of STEP_NAMES.filter(isTaken).entries()) {
        const before = index === 0 ? still : await shop.soldAnd(stepsTo(status));
        const countBefore = (await shop.events(before)).length;
        service.clock.advance(1_000);
        const { status: statusCode, body } = await shop.take(before.job_id, step);
        const to = STEPS[step].to ?? 'contracted';
        assert.deepEqual([statusCode, body.status], [200, to], step);
        assert.deepEqual(body, await shop.read(before.job_id));
        assert.equal(body.updated_at, service.clock.now().toISOString());
        const events = (await shop.events(before)).slice(countBefore);
        const { type, data, previous } = firstOf(events);
        assert.deepEqual([events.length, type, data], [1, EVENTS[step], body], step);
        assert.equal(previous.status, status, step);
      }
    });
  }

  it('each store their time', async () => {
    const { job_id } = await shop.sold();
    const times: Record<string, string> = {};
    for (const [step, stamp] of [
      ['schedule', 'scheduled_at'],
      ['start', 'started_at'],
      ['complete', 'completed_at'],
      ['enroll-warranty', 'enrolled_at'],
      ['close', 'closed_at'],
    ] as const) {
      service.clock.advance(60_000);
      await shop.take(job_id, step);
      times[stamp] = service.clock.now().toISOString();
    }
    const job = await shop.read(job_id);
    for (const [stamp, time] of Object.entries(times)) assert.equal(job[stamp], time, stamp);
  });

  for (const step of STEP_NAMES) {
    it(`are taken once by eight simultaneous requests and emit one event: ${step}`, async () => {
      const job = await shop.soldAnd(stepsTo(STEPS[step].from[0]));
      const responses = await Promise.all(
        Array.from({ length: 8 }, () => shop.take(job.job_id, step)),
      );
      assert(responses.every(({ status }) => status === 200));
      assert.equal(new Set(responses.map(({ body }) => JSON.stringify(body))).size, 1);
      const types = await shop.kinds(job);
      assert.equal(types.filter((type) => type === EVENTS[step]).length, 1);
    });
  }

  it('are safe to repeat after the job advanced automatically', async () => {
    const job = await shop.soldAnd(['start', 'complete']);
    for (const [next, repeated] of [
      ['enroll-warranty', ['complete']],
      ['close', ['complete', 'enroll-warranty']],
    ] as const) {
      const { body: advanced } = await shop.take(job.job_id, next);
      const types = await shop.kinds(job);
      for (const step of repeated) {
        const { status, body } = await shop.take(job.job_id, step);
        assert.deepEqual([status, body], [200, advanced], `${step} after ${next}`);
      }
      assert.deepEqual(await shop.kinds(job), types);
    }
  });

  it('do not count as done if they were never taken', async () => {
    const unpaused = await shop.sold();
    assert.equal((await shop.take(unpaused.job_id, 'resume')).status, 409);
    const unenrolled = await shop.soldAnd(['start', 'complete', 'close']);
    assert.equal((await shop.take(unenrolled.job_id, 'enroll-warranty')).status, 409);
  });

  it('see the change of a transaction that committed first', async () => {
    const job = await shop.soldAnd(['start']);
    const complete = () => shop.take(job.job_id, 'complete');
    const sql = `update jobs set status = 'completed', completed_at = now() where job_id = $1`;
    const values = [toUuid('job', job.job_id)];
    const { status, body } = await overtaken(service, { sql, values }, complete);
    assert.deepEqual([status, body.status], [200, 'completed']);
    assert(!(await shop.kinds(job)).includes('job.completed'), 'it was completed again');
  });

  it('resume a paused job to its previous status and clear the reason', async () => {
    for (const steps of [[], ['schedule'], ['start']]) {
      const before = await shop.soldAnd(steps);
      const paused = await shop.take(before.job_id, 'pause', { reason: ' Waiting for parts ' });
      assert.deepEqual(
        [paused.body.status, paused.body.pause_reason, paused.body.paused_at],
        ['on_hold', 'Waiting for parts', service.clock.now().toISOString()],
      );
      const again = await shop.take(before.job_id, 'pause', { reason: 'Another' });
      assert.deepEqual(again.body, paused.body);
      const { body } = await shop.take(before.job_id, 'resume');
      const now = service.clock.now().toISOString();
      assert.deepEqual(body, { ...before, resumed_at: now, updated_at: now });
      assert.deepEqual((await shop.take(before.job_id, 'resume')).body, body);
    }
  });

  it('keep the first cancel reason, also for a paused job', async () => {
    const { job_id } = await shop.soldAnd(['pause']);
    const { body } = await shop.take(job_id, 'cancel', { reason: 'House sold' });
    assert.deepEqual([body.status, body.cancel_reason], ['canceled', 'House sold']);
    const again = await shop.take(job_id, 'cancel', { reason: 'Another' });
    assert.deepEqual([again.status, again.body], [200, body]);
  });

  it('refuse an invalid body', async () => {
    const { job_id } = await shop.sold();
    for (const [step, body] of [
      ['pause', { reason: 1 }],
      ['pause', { reason: 'x'.repeat(501) }],
      ['cancel', { why: 'x' }],
      ['start', { reason: 'x' }],
      ['complete', { cancel_appointments: 'yes' }],
    ] as const) {
      assert.equal((await shop.take(job_id, step, body)).status, 422, step);
    }
    assert.equal((await shop.read(job_id)).status, 'contracted');
  });
});
