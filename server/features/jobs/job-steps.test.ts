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

/** The shortest way to a status from where a job begins, by the table. */
function wayTo(status: Status): Step[] {
  const ways: { at: Status; steps: Step[] }[] = [{ at: 'contracted', steps: [] }];
  for (const { at, steps } of ways) {
    if (at === status) return steps;
    for (const step of allowedSteps(at)) {
      const { to } = STEPS[step];
      if (to !== null) ways.push({ at: to, steps: [...steps, step] });
    }
  }
  throw new Error(`Nothing leads to ${status}`);
}

describe('the steps of a job', () => {
  const service = sharedService();
  const shop = shared(() => Shop.open(service));

  for (const status of STATUSES) {
    it(`from ${status} lead where the table says, and nowhere else`, async () => {
      for (const step of STEP_NAMES) {
        const was = await shop.soldAnd(wayTo(status));
        assert.equal(was.status, status);
        const told = (await shop.events(was)).length;
        service.clock.advance(1_000);
        const { status: answered, body } = await shop.take(was.job_id, step);
        const events = (await shop.events(was)).slice(told);
        const pair = `${status}, ${step}`;
        if (isDone(step, was)) {
          assert.deepEqual([answered, body, events], [200, was, []], pair);
        } else if (isAllowed(step, status)) {
          const to = STEPS[step].to ?? 'contracted';
          assert.deepEqual([answered, body.status], [200, to], pair);
          assert.deepEqual(body, await shop.read(was.job_id));
          assert.equal(body.updated_at, service.clock.now().toISOString());
          const { type, data, previous } = firstOf(events);
          assert.deepEqual([events.length, type, data], [1, EVENTS[step], body], pair);
          assert.equal(previous.status, status, pair);
        } else {
          assert.deepEqual([answered, body.code], [409, 'transition_not_allowed'], pair);
          assert.deepEqual([body.allowed, body.status_now], [allowedSteps(status), status], pair);
          assert.deepEqual([await shop.read(was.job_id), events], [was, []], pair);
        }
      }
    });
  }

  it('are each stamped with their time', async () => {
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
    it(`are each taken once by twenty at once, and told of once: ${step}`, async () => {
      const job = await shop.soldAnd(wayTo(STEPS[step].from[0]));
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => shop.take(job.job_id, step)),
      );
      assert(answers.every(({ status }) => status === 200));
      assert.equal(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 1);
      const kinds = await shop.kinds(job);
      assert.equal(kinds.filter((kind) => kind === EVENTS[step]).length, 1);
    });
  }

  it('are safe to repeat when the job has moved on by itself meanwhile', async () => {
    const job = await shop.soldAnd(['start', 'complete']);
    for (const [next, repeated] of [
      ['enroll-warranty', ['complete']],
      ['close', ['complete', 'enroll-warranty']],
    ] as const) {
      const { body: moved } = await shop.take(job.job_id, next);
      const told = await shop.kinds(job);
      for (const step of repeated) {
        const { status, body } = await shop.take(job.job_id, step);
        assert.deepEqual([status, body], [200, moved], `${step} after ${next}`);
      }
      assert.deepEqual(await shop.kinds(job), told);
    }
  });

  it('are not taken for done where they never were', async () => {
    const unpaused = await shop.sold();
    assert.equal((await shop.take(unpaused.job_id, 'resume')).status, 409);
    const unenrolled = await shop.soldAnd(['start', 'complete', 'close']);
    assert.equal((await shop.take(unenrolled.job_id, 'enroll-warranty')).status, 409);
  });

  it('go by what somebody else has made of the job meanwhile', async () => {
    const job = await shop.soldAnd(['start']);
    const complete = () => shop.take(job.job_id, 'complete');
    const sql = `update jobs set status = 'completed', completed_at = now() where job_id = $1`;
    const values = [toUuid('job', job.job_id)];
    const { status, body } = await overtaken(service, { sql, values }, complete);
    assert.deepEqual([status, body.status], [200, 'completed']);
    assert(!(await shop.kinds(job)).includes('job.completed'), 'it was completed again');
  });

  it('take a job from hold to where it was, with the reason for as long as it lasts', async () => {
    for (const way of [[], ['schedule'], ['start']]) {
      const before = await shop.soldAnd(way);
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

  it('keep the first reason why a job was canceled, from hold too', async () => {
    const { job_id } = await shop.soldAnd(['pause']);
    const { body } = await shop.take(job_id, 'cancel', { reason: 'House sold' });
    assert.deepEqual([body.status, body.cancel_reason], ['canceled', 'House sold']);
    const again = await shop.take(job_id, 'cancel', { reason: 'Another' });
    assert.deepEqual([again.status, again.body], [200, body]);
  });

  it('take no other body', async () => {
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
