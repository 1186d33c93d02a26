import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { Shop } from '../../testing/sold.ts';

describe('updateJob', () => {
  const service = sharedService();
  const shop = shared(() => Shop.open(service));

  const update = (jobId: string, body: object) => shop.api.patch(`/v1/jobs/${jobId}`, body);

  it('changes only the fields that are sent, and emits their previous values', async () => {
    const job = await shop.sold({ service: 'ac_repair', contract: { terms: 'Old' } });
    service.clock.advance(60_000);
    const changes = {
      title: 'Replace the furnace',
      contract: { amount: 1, currency: 'EUR' },
      warranty_months: 0,
    };
    const { status, body } = await update(job.job_id, changes);
    assert.equal(status, 200);
    const unsigned = { estimate_id: null, document_hash: null };
    const contract = { signed_at: null, amount: 1, currency: 'EUR', terms: null, ...unsigned };
    const updated_at = service.clock.now().toISOString();
    assert.deepEqual(body, { ...job, ...changes, contract, updated_at });
    const event = await shop.lastEvent(job);
    assert.deepEqual([event.type, event.data], ['job.updated', body]);
    assert.deepEqual(event.previous, {
      title: job.title,
      contract: job.contract,
      warranty_months: 12,
      updated_at: job.updated_at,
    });
    const cleared = await update(job.job_id, { service: null, contract: null });
    assert.deepEqual([cleared.body.service, cleared.body.contract], [null, null]);
  });

  it('emits job.assigned for a new assignee, and no event without a change', async () => {
    const job = await shop.sold();
    const assigned_to = await shop.newUser();
    const { body } = await update(job.job_id, { assigned_to });
    assert.equal(body.assigned_to, assigned_to);
    assert.deepEqual((await update(job.job_id, { assigned_to, title: job.title })).body, body);
    await update(job.job_id, { assigned_to: null, title: 'Another' });
    assert.deepEqual((await shop.kinds(job)).slice(-4), [
      'job.created',
      'job.assigned',
      'job.updated',
      'job.assigned',
    ]);
  });

  it('refuses to change the length of an enrolled warranty', async () => {
    const job = await shop.soldAnd(['start', 'complete', 'enroll-warranty']);
    const { status, body } = await update(job.job_id, { warranty_months: 24 });
    assert.deepEqual([status, body.code], [409, 'warranty_enrolled']);
    const same = await update(job.job_id, { warranty_months: 12, title: 'Boiler' });
    assert.deepEqual([same.status, same.body.title], [200, 'Boiler']);
  });

  it('refuses invalid fields', async () => {
    const { job_id } = await shop.sold();
    for (const body of [
      { title: '' },
      { title: null },
      { warranty_months: null },
      { contract: { currency: 'USD' } },
      { assigned_to: 'x' },
      { status: 'closed' },
      { customer_id: 'customer_01h455vb4pex5vsknk084sn02q' },
      { service: 'Not a code' },
    ]) {
      assert.equal((await update(job_id, body)).status, 422, JSON.stringify(body));
    }
  });
});
