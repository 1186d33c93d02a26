import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toUuid } from '../../platform/ids.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';

const LEAD = {
  name: 'Dana Whitfield',
  address: '1418 Alder St',
  source: 'web_form',
  service_needed: 'water_heater_repair',
};

describe('convertLead', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());

  const capture = async (body: Record<string, unknown> = {}) =>
    (await organization.api.post('/v1/leads', freshLead(body))).body;
  const convert = (lead: { lead_id: string }) =>
    organization.api.post(`/v1/leads/${lead.lead_id}/convert`);

  it('creates a customer with the lead’s number and contact details, and keeps the lead', async () => {
    const lead = await capture(LEAD);
    service.clock.advance(60_000);
    const { status, body: customer } = await convert(lead);
    assert.equal(status, 201);
    assert.match(customer.customer_id, /^customer_/);
    assert.equal(customer.lifecycle_number, lead.lifecycle_number);
    assert.equal(customer.lead_id, lead.lead_id);
    for (const field of ['name', 'address'] as const) {
      assert.equal(customer[field], LEAD[field]);
    }
    assert.equal(customer.phone, lead.phone);
    const after = (await organization.api.get(`/v1/leads/${lead.lead_id}`)).body;
    assert.equal(after.status, 'converted');
    assert.equal(after.customer_id, customer.customer_id);
    assert.equal(after.converted_at, customer.created_at);
    assert.equal(after.deleted_at, null);
  });

  it('creates one customer and one lead.converted when twenty requests arrive at the same time', async () => {
    const lead = await capture();
    const responses = await Promise.all(Array.from({ length: 20 }, () => convert(lead)));
    assert.equal(responses.filter(({ status }) => status === 201).length, 1);
    assert.equal(responses.filter(({ status }) => status === 200).length, 19);
    const [first] = responses;
    for (const { body } of responses) assert.deepEqual(body, first!.body);
    const { body } = await organization.api.get(
      `/v1/events?lifecycle_number=${lead.lifecycle_number}&type=lead.converted,customer.created`,
    );
    assert.deepEqual(
      body.data.map((event: { type: string }) => event.type),
      ['lead.converted', 'customer.created'],
    );
  });

  it('refuses a lead that is not qualified, and a deleted lead', async () => {
    const unqualified = await capture();
    await organization.api.post(`/v1/leads/${unqualified.lead_id}/disqualify`, {
      reason: 'Renter',
    });
    const refused = await convert(unqualified);
    assert.equal(refused.status, 409);
    assert.equal(refused.body.code, 'lead_not_qualified');

    const deleted = await capture();
    await organization.api.delete(`/v1/leads/${deleted.lead_id}`);
    assert.equal((await convert(deleted)).body.code, 'lead_deleted');
    await organization.api.post(`/v1/leads/${deleted.lead_id}/restore`);
    assert.equal((await convert(deleted)).status, 201);
  });

  it('makes the qualification final', async () => {
    const lead = await capture();
    await convert(lead);
    const path = `/v1/leads/${lead.lead_id}`;
    assert.equal((await organization.api.post(`${path}/qualify`)).body.code, 'lead_converted');
    const denied = await organization.api.post(`${path}/disqualify`, { reason: 'x' });
    assert.equal(denied.body.code, 'lead_converted');
  });

  it('allows one customer per lead and per number, even with direct SQL', async () => {
    const lead = await capture();
    await convert(lead);
    await assert.rejects(
      service.owner.query(
        `insert into customers select again.* from customers c,
           jsonb_populate_record(c, jsonb_build_object('customer_id', gen_random_uuid())) as again
         where c.lead_id = $1`,
        [toUuid('lead', lead.lead_id)],
      ),
      { code: '23505' },
    );
    await assert.rejects(service.owner.query(`update customers set lifecycle_number = '1-1'`), {
      code: '23001',
    });
    await assert.rejects(service.owner.query('delete from customers'), { code: '23001' });
  });
});
