import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestService, type TestService } from '../../testing/harness.ts';
import { TUESDAY_9 } from '../../testing/office.ts';
import { Shop } from '../../testing/sold.ts';

const IN_WARRANTY = ['start', 'complete', 'enroll-warranty'];
const CLAIM = { description: ' The pilot light goes out.\n' };

describe('warranty claims', () => {
  let service: TestService;
  let shop: Shop;
  before(async () => {
    service = await startTestService();
    shop = await Shop.open(service);
  });
  after(() => service.stop());

  const open = (jobId: string, claim: object = CLAIM) =>
    shop.api.post(`/v1/jobs/${jobId}/warranty-claims`, claim);
  const claimsOf = async (jobId: string) =>
    (await shop.api.get(`/v1/jobs/${jobId}/warranty-claims`)).body.data;
  const close = (claimId: string, body: object = { resolution: 'Thermocouple replaced.' }) =>
    shop.api.post(`/v1/warranty-claims/${claimId}/close`, body);

  it('are opened while the warranty runs, and counted with the job', async () => {
    const job = await shop.soldAnd(IN_WARRANTY);
    const { status, body: claim } = await open(job.job_id);
    assert.equal(status, 201);
    const now = service.clock.now().toISOString();
    assert.deepEqual(claim, {
      claim_id: claim.claim_id,
      job_id: job.job_id,
      lifecycle_number: job.lifecycle_number,
      status: 'open',
      description: CLAIM.description,
      resolution: null,
      appointment_id: null,
      closed_at: null,
      created_at: now,
      updated_at: now,
    });
    assert.match(claim.claim_id, /^claim_/);
    assert.equal((await shop.read(job.job_id)).open_claims_count, 1);
    const told = (await shop.events(job)).at(-1)!;
    assert.deepEqual([told.type, told.data], ['warranty_claim.opened', claim]);
  });

  it('come with an appointment of their own under the job', async () => {
    const job = await shop.soldAnd(IN_WARRANTY);
    const assigned_to = await shop.newUser();
    const { body: claim } = await open(job.job_id, { ...CLAIM, starts_at: TUESDAY_9, assigned_to });
    const { body } = await shop.api.get(`/v1/appointments/${claim.appointment_id}`);
    assert.deepEqual(
      [body.job_id, body.assigned_to, body.type, body.starts_at],
      [job.job_id, assigned_to, 'warranty', '2027-03-02T17:00:00.000Z'],
    );
    assert.deepEqual((await shop.kinds(job)).slice(-2), [
      'appointment.booked',
      'warranty_claim.opened',
    ]);
  });

  it('are not opened where their appointment has no place', async () => {
    const job = await shop.soldAnd(IN_WARRANTY);
    const visit = { ...CLAIM, starts_at: TUESDAY_9, assigned_to: await shop.newUser() };
    assert.equal((await open(job.job_id, visit)).status, 201);
    const { status, body } = await open(job.job_id, visit);
    assert.deepEqual([status, body.code], [409, 'slot_taken']);
    assert.equal((await claimsOf(job.job_id)).length, 1);
  });

  it('are refused before and after the warranty', async () => {
    for (const steps of [[], ['start', 'complete'], [...IN_WARRANTY, 'close'], ['cancel']]) {
      const job = await shop.soldAnd(steps);
      const { status, body } = await open(job.job_id);
      assert.deepEqual([status, body.code], [409, 'not_in_warranty'], job.status);
    }
  });

  it('are closed with how they were settled, once, even when the warranty is over', async () => {
    const job = await shop.soldAnd(IN_WARRANTY);
    const { body: claim } = await open(job.job_id);
    await shop.take(job.job_id, 'close');
    service.clock.advance(60_000);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => close(claim.claim_id, { resolution: `Way ${n}` })),
    );
    const [{ body: closed }] = answers as [(typeof answers)[0]];
    assert.deepEqual(closed, {
      ...claim,
      status: 'closed',
      resolution: closed.resolution,
      closed_at: service.clock.now().toISOString(),
      updated_at: service.clock.now().toISOString(),
    });
    for (const { status, body } of answers) assert.deepEqual([status, body], [200, closed]);
    assert.equal((await shop.read(job.job_id)).open_claims_count, 0);
    const told = (await shop.events(job)).filter(({ type }) => type === 'warranty_claim.closed');
    assert.deepEqual(
      told.map(({ data }) => data),
      [closed],
    );
  });

  it('are listed newest first, page by page', async () => {
    const job = await shop.soldAnd(IN_WARRANTY);
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.push((await open(job.job_id)).body.claim_id);
    const path = `/v1/jobs/${job.job_id}/warranty-claims?limit=2`;
    const { body } = await shop.api.get(path);
    const rest = await shop.api.get(`${path}&cursor=${body.next_cursor}`);
    const seen = [...body.data, ...rest.body.data].map(({ claim_id }) => claim_id);
    assert.deepEqual([seen, rest.body.has_more], [ids.toReversed(), false]);
  });

  it('say what is wrong with them', async () => {
    const job = await shop.soldAnd(IN_WARRANTY);
    for (const [body, pointer] of [
      [{}, '/description'],
      [{ description: ' ' }, '/description'],
      [{ ...CLAIM, assigned_to: 'x' }, '/starts_at'],
      [{ ...CLAIM, starts_at: TUESDAY_9, assigned_to: 'x', team_id: 'y' }, '/team_id'],
      [{ ...CLAIM, status: 'closed' }, '/status'],
    ] as const) {
      const answer = await open(job.job_id, body);
      assert.equal(answer.status, 422, JSON.stringify(body));
      assert.equal(answer.body.errors[0].pointer, pointer);
    }
    const { body: claim } = await open(job.job_id);
    assert.equal((await close(claim.claim_id, {})).status, 422);
    assert.equal((await close(claim.claim_id, { resolution: '' })).status, 422);
    assert.equal((await close('claim_01h455vb4pex5vsknk084sn02q')).status, 404);
  });
});
