import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { created } from '../../testing/created.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';

describe('lookupContact', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  const lookup = async (query: Record<string, string>) => {
    const path = `/v1/contacts/lookup?${new URLSearchParams(query)}`;
    const { status, body } = await organization.api.get(path);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const post = (path: string, body?: object) => organization.api.post(path, body);

  it('returns the customer, the open leads, the next visit, the last job and the balance', async () => {
    const contact = { name: 'Ana Petrov', email: 'ana.p77@example.com' };
    const first = await created(post('/v1/leads', freshLead(contact)));
    const { phone } = first;
    const job = await created(post('/v1/jobs', { lead_id: first.lead_id, title: 'New boiler' }));
    const line = { description: 'Boiler', quantity: 1, unit_amount: 90_000 };
    const invoice = await created(
      post('/v1/invoices', { job_id: job.job_id, currency: 'USD', lines: [line] }),
    );
    await post(`/v1/invoices/${invoice.invoice_id}/send`);
    await post(`/v1/invoices/${invoice.invoice_id}/payments`, { amount: 40_000, method: 'card' });
    const second = await created(post('/v1/leads', { ...freshLead(contact), phone }));
    const lost = await created(post('/v1/leads', { ...freshLead(contact), phone }));
    await post(`/v1/leads/${lost.lead_id}/lose`, { reason: 'Too far' });
    const booked = { lead_id: second.lead_id, starts_at: '2027-03-09T10:00:00-08:00' };
    const later = { lead_id: second.lead_id, starts_at: '2027-03-19T10:00:00-08:00' };
    await created(post('/v1/appointments', later));
    const visit = await created(post('/v1/appointments', booked));

    for (const query of [{ phone }, { email: 'ANA.P77@example.com' }]) {
      const found = await lookup(query);
      assert.equal(found.known, true);
      assert.equal(found.customer.customer_id, job.customer_id);
      assert.deepEqual(
        found.leads.map((lead: { lead_id: string }) => lead.lead_id),
        [second.lead_id],
      );
      assert.equal(found.next_visit.appointment_id, visit.appointment_id);
      assert.equal(found.last_job.job_id, job.job_id);
      assert.deepEqual(found.balance, [{ currency: invoice.currency, amount: 50_000 }]);
      assert.deepEqual(found.missing_scopes, []);
    }
  });

  it('finds a person by an earlier number, and the person who has the number now before', async () => {
    const first = await created(post('/v1/leads', freshLead({ name: 'Bruno Diaz' })));
    service.clock.advance(1_000);
    const moved = { phone: freshLead().phone };
    await organization.api.patch(`/v1/leads/${first.lead_id}`, moved);
    const [before] = (await lookup({ phone: first.phone })).leads;
    assert.equal(before.lead_id, first.lead_id);
    const { customer_id } = (await post(`/v1/leads/${first.lead_id}/convert`)).body;
    await organization.api.patch(`/v1/customers/${customer_id}`, { phone: freshLead().phone });
    for (const phone of [first.phone, String(moved.phone)]) {
      assert.equal((await lookup({ phone })).customer?.customer_id, customer_id, phone);
    }
    const next = await created(
      post('/v1/leads', { ...freshLead({ name: 'Carla Voss' }), phone: first.phone }),
    );
    const found = await lookup({ phone: first.phone });
    assert.equal(found.customer, null);
    assert.equal(found.leads[0].lead_id, next.lead_id);
  });

  it('reads the number as it is dialed in the country, and answers for an unknown one', async () => {
    const lead = await created(post('/v1/leads', freshLead()));
    const dialed = lead.phone.replace(/^\+1(\d{3})(\d{3})/, '($1) $2-');
    assert.equal((await lookup({ phone: dialed })).leads[0].lead_id, lead.lead_id);
    const unknown = await lookup({ phone: '+14159990000' });
    assert.deepEqual([unknown.known, unknown.customer, unknown.leads], [false, null, []]);
  });

  it('refuses neither, both and malformed', async () => {
    for (const query of ['', '?phone=%2B14155550134&email=a@example.com', '?phone=x', '?email=x']) {
      const { status, body } = await organization.api.get(`/v1/contacts/lookup${query}`);
      assert.equal(status, 422, query);
      assert(body.errors.length > 0);
    }
  });

  it('shows each part only with its scope', async () => {
    const lead = await created(post('/v1/leads', freshLead()));
    await created(post('/v1/jobs', { lead_id: lead.lead_id, title: 'Repair' }));
    const { token } = await created(post('/v1/tokens', { name: 'Voice', scopes: ['leads:read'] }));
    const path = `/v1/contacts/lookup?${new URLSearchParams({ phone: lead.phone })}`;
    const { body } = await service.as(token).get(path);
    assert.deepEqual([body.known, body.customer, body.last_job], [true, null, null]);
    assert(body.missing_scopes.includes('jobs:read'));
  });

  it('does not find people of another organization', async () => {
    const lead = await created(post('/v1/leads', freshLead()));
    const { api } = await service.newOrganization();
    const path = `/v1/contacts/lookup?${new URLSearchParams({ phone: lead.phone })}`;
    assert.equal((await api.get(path)).body.known, false);
  });
});
