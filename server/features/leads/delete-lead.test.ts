import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shared, sharedService } from '../../testing/fixtures.ts';

describe('deleteLead', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());

  async function capture() {
    const { body } = await organization.api.post('/v1/leads', {
      name: 'Dana Whitfield',
      phone: '+15550100200',
      email: 'dana@example.com',
      service_needed: 'water_heater_repair',
      notes: 'Leaking since Sunday.',
    });
    return body;
  }
  async function eventsOf(lifecycleNumber: string) {
    const { body } = await organization.api.get(
      `/v1/events?type=lead.deleted&lifecycle_number=${lifecycleNumber}`,
    );
    return body.data;
  }

  it('sets deleted_at and updated_at, and nothing else', async () => {
    const lead = await capture();
    service.clock.advance(60_000);
    const now = service.clock.now().toISOString();
    const { status, body } = await organization.api.delete(`/v1/leads/${lead.lead_id}`);
    assert.equal(status, 200);
    assert.deepEqual(body, { ...lead, deleted_at: now, updated_at: now });
  });

  it('still returns the lead by id, and leaves it out of the list', async () => {
    const lead = await capture();
    const { body: deleted } = await organization.api.delete(`/v1/leads/${lead.lead_id}`);
    const read = await organization.api.get(`/v1/leads/${lead.lead_id}`);
    assert.equal(read.status, 200);
    assert.deepEqual(read.body, deleted);
    const list = await organization.api.get('/v1/leads');
    const listed = list.body.data.map((one: Record<string, string>) => one.lead_id);
    assert(!listed.includes(lead.lead_id));
    const all = await organization.api.get('/v1/leads?include_deleted=true');
    assert.deepEqual(all.body.data[0], { ...deleted, next_visit: null, balance: [] });
  });

  it('returns the same deleted_at the second time, and writes no second event', async () => {
    const lead = await capture();
    const first = await organization.api.delete(`/v1/leads/${lead.lead_id}`);
    service.clock.advance(60_000);
    const second = await organization.api.delete(`/v1/leads/${lead.lead_id}`);
    assert.equal(second.status, 200);
    assert.deepEqual(second.body, first.body);
    assert.equal((await eventsOf(lead.lifecycle_number)).length, 1);
  });

  it('writes the deleted lead and the previous values into the event', async () => {
    const lead = await capture();
    service.clock.advance(60_000);
    const { body: deleted } = await organization.api.delete(`/v1/leads/${lead.lead_id}`);
    const [event] = await eventsOf(lead.lifecycle_number);
    assert.deepEqual(event.data, deleted);
    assert.deepEqual(event.previous, { deleted_at: null, updated_at: lead.updated_at });
    assert.equal(event.timestamp, deleted.deleted_at);
    assert.equal(event.actor.name, 'First token');
  });

  it('deletes once when ten requests arrive at the same time', async () => {
    const lead = await capture();
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => organization.api.delete(`/v1/leads/${lead.lead_id}`)),
    );
    for (const { status, body } of responses) {
      assert.equal(status, 200);
      assert.deepEqual(body, responses[0]!.body);
    }
    assert.equal((await eventsOf(lead.lifecycle_number)).length, 1);
  });

  it('allows a new lead with the same phone number and email address', async () => {
    const lead = await capture();
    await organization.api.delete(`/v1/leads/${lead.lead_id}`);
    const again = await capture();
    assert.notEqual(again.lead_id, lead.lead_id);
    assert.notEqual(again.lifecycle_number, lead.lifecycle_number);
  });
});
