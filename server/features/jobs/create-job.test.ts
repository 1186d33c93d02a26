import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toUuid } from '../../platform/ids.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { Shop } from '../../testing/sold.ts';

const CONTRACT = {
  signed_at: '2027-02-27T17:30:00.000Z',
  amount: 245_000,
  currency: 'USD',
  terms: ' Half in advance.\n',
};
const UNKNOWN = '01h455vb4pex5vsknk084sn02q';

describe('createJob', () => {
  const service = sharedService();
  const shop = shared(() => Shop.open(service));

  it('creates a job for a customer, with its lifecycle number', async () => {
    const customer = await shop.newCustomer({ name: 'Dana Whitfield' });
    const assigned_to = await shop.newUser();
    const { status, body: job } = await shop.sell({
      customer_id: customer.customer_id,
      title: '  Replace the water heater ',
      service: 'water_heater_replacement',
      contract: { ...CONTRACT, signed_at: '2027-02-27T12:30:00-05:00' },
      warranty_months: 24,
      assigned_to,
    });
    assert.equal(status, 201);
    assert.match(job.job_id, /^job_/);
    const now = '2027-03-01T15:00:00.000Z';
    assert.deepEqual(job, {
      job_id: job.job_id,
      lifecycle_number: customer.lifecycle_number,
      customer_id: customer.customer_id,
      customer_name: 'Dana Whitfield',
      lead_id: customer.lead_id,
      title: 'Replace the water heater',
      service: 'water_heater_replacement',
      status: 'contracted',
      contract: { ...CONTRACT, estimate_id: null, document_hash: null },
      warranty_months: 24,
      warranty_starts_on: null,
      warranty_ends_on: null,
      assigned_to,
      property_id: null,
      equipment_id: null,
      pause_reason: null,
      cancel_reason: null,
      checklist: [],
      notes_count: 0,
      attachments_count: 0,
      open_claims_count: 0,
      scheduled_at: null,
      started_at: null,
      paused_at: null,
      resumed_at: null,
      completed_at: null,
      enrolled_at: null,
      closed_at: null,
      canceled_at: null,
      created_at: now,
      updated_at: now,
    });
    assert.deepEqual(await shop.read(job.job_id), job);
    const created = await shop.lastEvent(customer);
    assert.deepEqual([created.type, created.data], ['job.created', job]);
  });

  it('requires only a customer or lead and a title', async () => {
    const job = await shop.sold();
    assert.deepEqual(
      [job.contract, job.warranty_months, job.service, job.assigned_to],
      [null, 12, null, null],
    );
    const withEmptyContract = await shop.sold({ contract: {} });
    assert.equal(withEmptyContract.contract, null);
    const withTermsOnly = await shop.sold({ contract: { terms: 'As discussed' } });
    assert.deepEqual(withTermsOnly.contract, {
      signed_at: null,
      amount: null,
      currency: null,
      terms: 'As discussed',
      estimate_id: null,
      document_hash: null,
    });
  });

  it('converts a qualified lead', async () => {
    const lead = await shop.newLead({ name: 'Sam' });
    const job = await shop.sold({ lead_id: lead.lead_id });
    assert.equal(job.lifecycle_number, lead.lifecycle_number);
    const { body: converted } = await shop.api.get(`/v1/leads/${lead.lead_id}`);
    assert.deepEqual([converted.status, converted.customer_id], ['converted', job.customer_id]);
    assert.deepEqual((await shop.kinds(lead)).slice(-4), [
      'lead.converted',
      'customer.created',
      'lead.won',
      'job.created',
    ]);
  });

  it('creates one customer and ten jobs from ten simultaneous requests for one lead', async () => {
    const { lead_id, lifecycle_number } = await shop.newLead();
    const responses = await Promise.all(Array.from({ length: 10 }, () => shop.sell({ lead_id })));
    assert(responses.every(({ status }) => status === 201));
    assert.equal(new Set(responses.map(({ body }) => body.job_id)).size, 10);
    assert.equal(new Set(responses.map(({ body }) => body.customer_id)).size, 1);
    const types = await shop.kinds({ lifecycle_number });
    const count = (type: string) => types.filter((one) => one === type).length;
    assert.deepEqual(['lead.converted', 'customer.created', 'job.created'].map(count), [1, 1, 10]);
  });

  it('refuses an unqualified, deleted or merged lead, and converts nothing', async () => {
    const [unqualified, deleted, merged, into] = await Promise.all(
      [1, 2, 3, 4].map(() => shop.newLead()),
    );
    await shop.api.post(`/v1/leads/${unqualified.lead_id}/disqualify`, { reason: 'Renter' });
    await shop.api.delete(`/v1/leads/${deleted.lead_id}`);
    await shop.api.post(`/v1/leads/${merged.lead_id}/merge`, { into: into.lead_id });
    for (const [{ lead_id }, code] of [
      [unqualified, 'lead_not_qualified'],
      [deleted, 'lead_deleted'],
      [merged, 'lead_merged'],
    ] as const) {
      const { status, body } = await shop.sell({ lead_id });
      assert.deepEqual([status, body.code], [409, code]);
      assert.equal((await shop.api.get(`/v1/leads/${lead_id}`)).body.customer_id, null);
    }
  });

  it('leaves the lead unchanged when the job is refused', async () => {
    const { lead_id, lifecycle_number } = await shop.newLead();
    const { status } = await shop.sell({ lead_id, assigned_to: `user_${UNKNOWN}` });
    assert.equal(status, 422);
    assert.deepEqual(await shop.kinds({ lifecycle_number }), ['lead.created', 'lead.qualified']);
  });

  it('returns 404 for unknown ids and for ids of another organization', async () => {
    const other = await Shop.open(service);
    const foreign = await other.newCustomer();
    for (const to of [
      { customer_id: foreign.customer_id },
      { lead_id: foreign.lead_id },
      { customer_id: `customer_${UNKNOWN}` },
      { lead_id: `lead_${UNKNOWN}` },
      { customer_id: 'x' },
      { lead_id: '' },
    ]) {
      assert.equal((await shop.sell(to)).status, 404, JSON.stringify(to));
    }
    const inactive = await shop.newUser();
    await shop.api.patch(`/v1/users/${inactive}`, { active: false });
    for (const assigned_to of [await other.newUser(), inactive, 'x']) {
      const { status, body } = await shop.sell({ assigned_to });
      assert.deepEqual([status, body.errors[0].code], [422, 'unknown_user']);
    }
  });

  it('reports all errors at once', async () => {
    const { status, body } = await shop.api.post('/v1/jobs', {
      customer_id: 'a',
      lead_id: 'b',
      title: ' ',
      service: 'No Code',
      contract: { signed_at: '2027-03-01', amount: -1, currency: 'usd', price: 1 },
      warranty_months: 1201,
      status: 'closed',
    });
    assert.equal(status, 422);
    assert.deepEqual(body.errors.map(({ pointer }: { pointer: string }) => pointer).sort(), [
      '/contract/amount',
      '/contract/currency',
      '/contract/price',
      '/contract/signed_at',
      '/customer_id',
      '/service',
      '/status',
      '/title',
      '/warranty_months',
    ]);
  });

  it('refuses each invalid field', async () => {
    const wrong: [body: Record<string, unknown>, pointer: string][] = [
      [{ title: undefined }, '/title'],
      [{ title: 'x'.repeat(201) }, '/title'],
      [{ title: null }, '/title'],
      [{ warranty_months: -1 }, '/warranty_months'],
      [{ warranty_months: 1.5 }, '/warranty_months'],
      [{ contract: { currency: 'USD' } }, '/contract/amount'],
      [{ contract: { amount: 1.5, currency: 'USD' } }, '/contract/amount'],
      [{ contract: { amount: 100, currency: 'US' } }, '/contract/currency'],
      [{ contract: { amount: 100, currency: 'ZZZ' } }, '/contract/currency'],
      [{ contract: { amount: 2 ** 60, currency: 'USD' } }, '/contract/amount'],
      [{ contract: { signed_at: '1969-01-01T00:00:00Z' } }, '/contract/signed_at'],
      [{ contract: 'signed' }, '/contract'],
      [{ lead_id: undefined }, '/customer_id'],
    ];
    for (const [body, pointer] of wrong) {
      const response = await shop.sell(body);
      assert.equal(response.status, 422, JSON.stringify(body));
      assert.deepEqual(
        response.body.errors.map((error: { pointer: string }) => error.pointer),
        [pointer],
        JSON.stringify(body),
      );
    }
  });

  it('is protected by the database: a job is never deleted and its lifecycle number never changes', async () => {
    const job = await shop.sold();
    const id = toUuid('job', job.job_id);
    const refused = { code: '23001' };
    await assert.rejects(service.owner.query('delete from jobs where job_id = $1', [id]), refused);
    await assert.rejects(
      service.owner.query(`update jobs set lifecycle_number = '1-1' where job_id = $1`, [id]),
      refused,
    );
  });
});
