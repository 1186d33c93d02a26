import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { enqueue } from '../../platform/tasks/enqueue.ts';
import { eventually } from '../../testing/eventually.ts';
import { fresh, shared, sharedService } from '../../testing/fixtures.ts';
import { Shop } from '../../testing/sold.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';
import { expireWarranties, expireWarranty } from './expire-warranty.task.ts';

const ACTOR = { type: 'system', id: null, name: 'test' } as const;

describe('the warranty of a job', () => {
  const service = sharedService();
  const shop = fresh(() => Shop.open(service));

  async function completedAt(time: string, job: Record<string, unknown> = {}) {
    service.clock.set(time);
    return shop.soldAnd(['start', 'complete'], job);
  }
  const enroll = (jobId: string) => shop.take(jobId, 'enroll-warranty');
  const endings = async (job: { lifecycle_number: string }) =>
    (await shop.events(job)).filter(({ type }) => /expired|closed/.test(type));
  const tasksOf = async (jobId: string) => {
    const { rows } = await service.owner.query<{ start_after: Date }>(
      `select start_after from pgboss.job where name = 'expire-warranty' and data->>'job_id' = $1`,
      [uuidFrom('job', jobId)],
    );
    return rows.map((row) => row.start_after.toISOString());
  };
  const organizationId = async () =>
    uuidFrom('organization', (await shop.api.get('/v1/organization')).body.organization_id);
  /** Runs the task directly, because the worker uses the clock of the database and not that of the service. */
  async function run(task: typeof expireWarranty | typeof expireWarranties, jobId?: string) {
    const data = {
      organization_id: await organizationId(),
      job_id: jobId === undefined ? '' : uuidFrom('job', jobId),
    };
    const { signal } = new AbortController();
    const queued = [{ id: 'x', data, queuedAt: service.clock.now(), signal }];
    await task.handle(service.taskContext, queued);
  }

  it('starts on the day of completion in the organization’s time zone, not on the day of enrollment', async () => {
    const job = await completedAt('2027-09-01T06:30:00Z', { warranty_months: 6 });
    service.clock.set('2027-09-20T12:00:00Z');
    const { status, body } = await enroll(job.job_id);
    assert.deepEqual(
      [status, body.status, body.warranty_starts_on, body.warranty_ends_on],
      [200, 'in_warranty', '2027-08-31', '2028-02-29'],
    );
    assert.equal(body.enrolled_at, '2027-09-20T12:00:00.000Z');
    assert.deepEqual(await tasksOf(job.job_id), ['2028-03-01T08:00:10.000Z']);
    assert.deepEqual((await enroll(job.job_id)).body, body);
    assert.equal((await tasksOf(job.job_id)).length, 1);
  });

  it('is refused for a job without a warranty, until warranty_months is set', async () => {
    const job = await completedAt('2027-03-01T20:00:00Z', { warranty_months: 0 });
    const { status, body } = await enroll(job.job_id);
    assert.deepEqual([status, body.code], [409, 'no_warranty']);
    assert.equal((await shop.read(job.job_id)).status, 'completed');
    await shop.api.patch(`/v1/jobs/${job.job_id}`, { warranty_months: 1 });
    assert.equal((await enroll(job.job_id)).body.warranty_ends_on, '2027-04-01');
  });

  it('keeps the appointment of an open claim when it expires', async () => {
    const job = await completedAt('2027-03-01T20:00:00Z', { warranty_months: 1 });
    await enroll(job.job_id);
    service.clock.set('2027-04-01T20:00:00Z');
    const claim = { description: 'It drips.', starts_at: '2027-04-05T17:00:00Z' };
    const { body } = await shop.api.post(`/v1/jobs/${job.job_id}/warranty-claims`, claim);
    service.clock.set('2027-04-02T20:00:00Z');
    await run(expireWarranties);
    const closed = await shop.read(job.job_id);
    assert.deepEqual([closed.status, closed.open_claims_count], ['closed', 1]);
    const { body: visit } = await shop.api.get(`/v1/appointments/${body.appointment_id}`);
    assert.equal(visit.status, 'booked');
  });

  it('is enrolled once by ten simultaneous requests', async () => {
    const job = await completedAt('2027-03-01T20:00:00Z');
    const responses = await Promise.all(Array.from({ length: 10 }, () => enroll(job.job_id)));
    assert(responses.every(({ status }) => status === 200));
    assert.equal((await tasksOf(job.job_id)).length, 1);
    const types = await shop.kinds(job);
    assert.equal(types.filter((type) => type === 'job.warranty_enrolled').length, 1);
  });

  it('expires automatically right after its last day, exactly once', async () => {
    for (const task of [expireWarranty, expireWarranties]) {
      const job = await completedAt('2027-03-01T20:00:00Z');
      await enroll(job.job_id);
      service.clock.set('2028-03-02T07:59:59.999Z');
      await run(task, job.job_id);
      assert.equal((await shop.read(job.job_id)).status, 'in_warranty', task.name);
      service.clock.set('2028-03-02T08:00:00.000Z');
      await Promise.all([1, 2, 3].map(() => run(task, job.job_id)));
      await run(task, job.job_id);
      const closed = await shop.read(job.job_id);
      assert.deepEqual(
        [closed.status, closed.closed_at],
        ['closed', '2028-03-02T08:00:00.000Z'],
        task.name,
      );
      const events = await endings(job);
      assert.deepEqual(
        events.map(({ type }) => type),
        ['job.warranty_expired', 'job.closed'],
      );
      for (const { data, previous } of events) {
        assert.deepEqual(data, closed);
        assert.equal(previous.status, 'in_warranty');
      }
    }
  });

  it('expires by the current time zone of the organization', async () => {
    const job = await completedAt('2027-03-01T20:00:00Z', { warranty_months: 1 });
    await enroll(job.job_id);
    await shop.api.patch('/v1/organization', { time_zone: 'Pacific/Honolulu' });
    service.clock.set('2027-04-02T09:59:59Z');
    await run(expireWarranty, job.job_id);
    await run(expireWarranties);
    assert.equal((await shop.read(job.job_id)).status, 'in_warranty');
    service.clock.set('2027-04-02T10:00:00Z');
    await run(expireWarranties);
    assert.equal((await shop.read(job.job_id)).status, 'closed');
  });

  it('does not expire after a user closed the job', async () => {
    const job = await completedAt('2027-03-01T20:00:00Z');
    await enroll(job.job_id);
    const { body: closed } = await shop.take(job.job_id, 'close');
    service.clock.set('2029-01-01T00:00:00Z');
    await run(expireWarranty, job.job_id);
    await run(expireWarranties);
    assert.deepEqual(await shop.read(job.job_id), closed);
    assert.equal((await endings(job)).length, 1);
  });
});

describe('the warranty of a job, while the worker runs', () => {
  const service = sharedService({ hasWorker: true });
  const shop = shared(() => Shop.open(service));

  async function enrolledAt(time: string, completed_at: string) {
    service.clock.set(completed_at);
    const job = await shop.soldAnd(['start', 'complete'], { warranty_months: 1 });
    service.clock.set(time);
    assert.equal((await shop.take(job.job_id, 'enroll-warranty')).status, 200);
    return job;
  }
  const isClosed = ({ job_id }: { job_id: string }) =>
    eventually(async () => (await shop.read(job_id)).status === 'closed');

  // In the past, because the queue uses the clock of the database.
  it('expires through its task if that is late, and else through the sweep', async () => {
    const late = await enrolledAt('2020-03-05T12:00:00Z', '2020-01-31T20:00:00Z');
    await isClosed(late);
    // Its task finds that the warranty is not over by the clock of the service.
    const early = await enrolledAt('2020-04-02T20:00:00Z', '2020-04-01T20:00:00Z');
    await eventually(async () => {
      const { rows } = await service.owner.query(
        `select from pgboss.job where name = 'expire-warranty' and state = 'completed'
         and data->>'job_id' = $1`,
        [uuidFrom('job', early.job_id)],
      );
      return rows.length === 1;
    });
    assert.equal((await shop.read(early.job_id)).status, 'in_warranty');
    service.clock.set('2020-05-20T12:00:00Z');
    const { organization_id } = (await shop.api.get('/v1/organization')).body;
    await service.database.transaction(
      { organizationId: uuidFrom('organization', organization_id), actor: ACTOR },
      (tx) => enqueue(tx, expireWarranties, {}),
    );
    await isClosed(early);
    for (const job of [late, early]) {
      assert.deepEqual(
        (await shop.kinds(job)).filter((type) => /expired|closed/.test(type)),
        ['job.warranty_expired', 'job.closed'],
      );
    }
  });
});
