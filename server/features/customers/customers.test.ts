import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventTypes } from '../../routes.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';

const LEAD = {
  name: 'Dana Whitfield',
  source: 'web_form',
  service_needed: 'water_heater_repair',
};

interface Entry {
  seq: number;
  type: string;
  summary: string;
  ids: Record<string, string>;
}

describe('customers', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());

  async function createCustomer() {
    const lead = (await organization.api.post('/v1/leads', freshLead(LEAD))).body;
    const customer = (await organization.api.post(`/v1/leads/${lead.lead_id}/convert`)).body;
    return { lead, customer };
  }

  it('returns a customer with its full history, oldest first, with one summary line per event', async () => {
    const { lead, customer } = await createCustomer();
    const { status, body } = await organization.api.get(`/v1/customers/${customer.customer_id}`);
    assert.equal(status, 200);
    const { jobs, appointments, estimates, invoices, ...others } = body;
    const { follow_ups, history, missing_scopes, ...rest } = others;
    const { has_more, next_cursor, ...fields } = rest;
    assert.deepEqual(missing_scopes, []);
    assert.deepEqual(
      [fields, jobs, appointments, estimates, invoices, follow_ups],
      [customer, [], [], [], [], []],
    );
    assert.deepEqual(
      history.map((entry: Entry) => [entry.type, entry.summary]),
      [
        ['lead.created', 'Lead captured from web_form: water_heater_repair'],
        ['lead.qualified', 'Lead qualified'],
        ['lead.converted', 'Lead converted to a customer'],
        ['customer.created', 'Customer created'],
      ],
    );
    assert.deepEqual(history[0].ids, { lead_id: lead.lead_id });
    assert.deepEqual(history[3].ids, {
      customer_id: customer.customer_id,
      lead_id: lead.lead_id,
    });
    assert.equal(history[0].actor.name, 'First token');
    assert.equal(has_more, false);
    assert.equal(next_cursor, null);
  });

  it('pages through the history without gaps', async () => {
    const { customer } = await createCustomer();
    const path = `/v1/customers/${customer.customer_id}`;
    for (let n = 0; n < 5; n += 1) await organization.api.patch(path, { name: `Dana ${n}` });
    const seen: string[] = [];
    let cursor = '';
    for (let pages = 0; pages < 20; pages += 1) {
      const { body } = await organization.api.get(`${path}?limit=2${cursor}`);
      seen.push(...body.history.map((entry: Entry) => entry.type));
      if (!body.has_more) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    assert.deepEqual(seen, [
      'lead.created',
      'lead.qualified',
      'lead.converted',
      'customer.created',
      ...Array.from({ length: 5 }, () => 'customer.updated'),
    ]);
  });

  it('changes only the fields that are sent, and neither the number nor the lead', async () => {
    const { lead, customer } = await createCustomer();
    service.clock.advance(60_000);
    const path = `/v1/customers/${customer.customer_id}`;
    const { body } = await organization.api.patch(path, { phone: '(415) 555-0134', name: null });
    assert.equal(body.phone, '+14155550134');
    assert.equal(body.name, null);
    assert.equal(body.lifecycle_number, customer.lifecycle_number);
    assert.equal((await organization.api.get(`/v1/leads/${lead.lead_id}`)).body.phone, lead.phone);
    assert.deepEqual((await organization.api.patch(path, { name: null })).body, body);
    const invalid = await organization.api.patch(path, { phone: 'x', lifecycle_number: '1' });
    assert.equal(invalid.status, 422);
    assert.equal(invalid.body.errors.length, 2);
    const { body: events } = await organization.api.get(
      `/v1/events?lifecycle_number=${lead.lifecycle_number}&type=customer.updated`,
    );
    assert.equal(events.data.length, 1);
    assert.deepEqual(events.data[0].previous, {
      name: customer.name,
      phone: customer.phone,
      contact_points: customer.contact_points,
      updated_at: customer.updated_at,
    });
  });

  it('lists customers newest first', async () => {
    const own = await service.newOrganization();
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const lead = (await own.api.post('/v1/leads', freshLead(LEAD))).body;
      ids.push((await own.api.post(`/v1/leads/${lead.lead_id}/convert`)).body.customer_id);
    }
    const { body } = await own.api.get('/v1/customers?limit=2');
    const rest = await own.api.get(`/v1/customers?limit=2&cursor=${body.next_cursor}`);
    assert.deepEqual(
      [...body.data, ...rest.body.data].map((customer) => customer.customer_id),
      ids.toReversed(),
    );
  });

  it('returns lead, customer and timeline for a lifecycle number', async () => {
    const { lead, customer } = await createCustomer();
    const { body } = await organization.api.get(`/v1/lifecycles/${lead.lifecycle_number}`);
    assert.equal(body.lifecycle_number, lead.lifecycle_number);
    assert.equal(body.lead.lead_id, lead.lead_id);
    assert.equal(body.lead.status, 'converted');
    assert.deepEqual(body.customer, customer);
    assert.equal(body.timeline.length, 4);

    const newLead = (await organization.api.post('/v1/leads', freshLead(LEAD))).body;
    const unconverted = await organization.api.get(`/v1/lifecycles/${newLead.lifecycle_number}`);
    assert.equal(unconverted.body.customer, null);
    for (const unknown of ['999999-0', 'x', '100001', lead.lead_id]) {
      assert.equal((await organization.api.get(`/v1/lifecycles/${unknown}`)).status, 404, unknown);
    }
  });

  it('has a summary line for every event type', () => {
    for (const type of eventTypes) assert.equal(typeof type.summarize, 'function', type.type);
  });
});
