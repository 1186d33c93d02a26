import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ApiResponse } from '../../testing/api-client.ts';
import { created } from '../../testing/created.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';

type Body = ApiResponse['body'];

describe('returning customers', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());

  const capture = (fields: object = {}) =>
    created(organization.api.post('/v1/leads', freshLead({ ...fields })));
  const act = async (path: string, body?: object) => {
    const response = await organization.api.post(path, body);
    assert(response.status < 300, JSON.stringify(response.body));
    return response.body;
  };
  const convert = (lead: Body) => organization.api.post(`/v1/leads/${lead.lead_id}/convert`);
  const read = async (path: string) => (await organization.api.get(path)).body;
  const customers = async () => (await read('/v1/customers?limit=200')).data as Body[];

  /** A person with a phone and a mailbox of their own. */
  let people = 0;
  const person = () => {
    people += 1;
    const name = `${['Ana', 'Bruno', 'Carla', 'Dmitri', 'Elena'][people % 5]} ${surname(people)}`;
    const { phone } = freshLead();
    return { name, phone: String(phone), email: `box${people * 7919}@example.com` };
  };

  async function customerOf(contact: object) {
    const lead = await capture(contact);
    const { status, body } = await convert(lead);
    assert.equal(status, 201);
    return { lead, customer: body };
  }

  it('are recognized at capture, keep a number for each request, and are not created twice', async () => {
    const contact = person();
    const { lead, customer } = await customerOf(contact);
    const again = await capture({ ...contact, service_needed: 'drain_cleaning' });
    assert.equal(again.relation, 'returning');
    assert.equal(again.customer_id, customer.customer_id);
    assert.equal(again.duplicate_of, lead.lead_id);
    assert.equal(again.status, 'qualified');
    assert.notEqual(again.lifecycle_number, lead.lifecycle_number);
    const { status, body } = await convert(again);
    assert.equal(status, 200);
    assert.equal(body.customer_id, customer.customer_id);
    assert.equal(body.lifecycle_number, lead.lifecycle_number);
    const numbers = [lead.lifecycle_number, again.lifecycle_number];
    assert.deepEqual(body.lifecycle_numbers, numbers);
    const shown = await read(`/v1/customers/${customer.customer_id}`);
    assert.deepEqual(shown.lifecycle_numbers, numbers);
    const types = shown.history.map((entry: Body) => `${entry.type} ${entry.lifecycle_number}`);
    for (const number of numbers) assert(types.includes(`lead.converted ${number}`));
    const lifecycle = await read(`/v1/lifecycles/${again.lifecycle_number}`);
    assert.equal(lifecycle.customer.customer_id, customer.customer_id);
    assert.equal(lifecycle.lead.lead_id, again.lead_id);
    assert(
      lifecycle.timeline.every((entry: Body) => entry.lifecycle_number === again.lifecycle_number),
    );
  });

  it('buy a second job under the number of the second request', async () => {
    const contact = person();
    const { customer } = await customerOf(contact);
    const again = await capture(contact);
    const job = await created(
      organization.api.post('/v1/jobs', { lead_id: again.lead_id, title: 'New boiler' }),
    );
    assert.equal(job.lifecycle_number, again.lifecycle_number);
    assert.equal(job.customer_id, customer.customer_id);
    const lead = await read(`/v1/leads/${again.lead_id}`);
    assert.deepEqual([lead.outcome, lead.status], ['won', 'converted']);
    const shown = await read(`/v1/customers/${customer.customer_id}`);
    assert.deepEqual(
      shown.jobs.map((one: Body) => one.job_id),
      [job.job_id],
    );
  });

  it('are found by a new phone number, an old one, and an old mailbox of the customer', async () => {
    const contact = person();
    const { customer } = await customerOf(contact);
    const moved = { phone: String(freshLead().phone), email: 'new.mailbox.4711@example.org' };
    service.clock.advance(60_000);
    await organization.api.patch(`/v1/customers/${customer.customer_id}`, moved);
    for (const channel of [
      { phone: moved.phone },
      { email: moved.email, phone: null },
      { phone: contact.phone },
      { email: contact.email, phone: null },
    ]) {
      const lead = await capture({ name: contact.name, ...channel });
      assert.equal(lead.relation, 'returning', JSON.stringify(channel));
      assert.equal(lead.customer_id, customer.customer_id);
    }
    const { contact_points } = await read(`/v1/customers/${customer.customer_id}`);
    const past = contact_points.filter((point: Body) => point.valid_until !== null);
    assert.deepEqual(
      contact_points
        .filter((point: Body) => point.valid_until === null)
        .map((one: Body) => one.value),
      [moved.phone, moved.email],
    );
    assert.deepEqual(
      past.map((one: Body) => one.value).sort(),
      [contact.phone, contact.email].sort(),
    );
  });

  it('are not joined by a likely match: a person attaches the lead, or detaches it', async () => {
    const contact = person();
    const { customer } = await customerOf(contact);
    const relative = await capture({
      name: `Zoe ${contact.name.split(' ')[1]}`,
      phone: contact.phone,
    });
    assert.equal(relative.duplicate_match.confidence, 'likely');
    assert.equal(relative.relation, 'new');
    assert.equal(relative.customer_id, null);
    const path = `/v1/leads/${relative.lead_id}`;
    const attached = await act(`${path}/attach`, { customer_id: customer.customer_id });
    assert.deepEqual(
      [attached.relation, attached.customer_id],
      ['returning', customer.customer_id],
    );
    assert.equal((await convert(relative)).status, 200);
    const detached = await act(`${path}/detach`);
    assert.deepEqual(
      [detached.relation, detached.customer_id, detached.status],
      ['new', null, 'qualified'],
    );
    const own = await convert(relative);
    assert.equal(own.status, 201);
    assert.notEqual(own.body.customer_id, customer.customer_id);
    const types = (await read(`/v1/lifecycles/${relative.lifecycle_number}`)).timeline.map(
      (entry: Body) => entry.type,
    );
    for (const type of ['lead.attached', 'lead.detached']) assert(types.includes(type), type);
  });

  it('stay one customer when two leads of a person are converted at the same moment', async () => {
    const contact = person();
    const leads = [await capture(contact), await capture(contact), await capture(contact)];
    const responses = await Promise.all(leads.map(convert));
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 200, 201]);
    const ids = new Set(responses.map(({ body }) => body.customer_id));
    assert.equal(ids.size, 1);
    for (const lead of leads) {
      const { customer_id } = await read(`/v1/leads/${lead.lead_id}`);
      assert.equal(customer_id, [...ids][0]);
    }
  });

  it('keep what they can do when their lead is deleted: book, sell, text, follow up, return', async () => {
    const contact = person();
    const { lead, customer } = await customerOf(contact);
    const { status, body } = await organization.api.delete(`/v1/leads/${lead.lead_id}`);
    assert.equal(status, 200);
    assert.notEqual(body.deleted_at, null);
    const who = { customer_id: customer.customer_id };
    const job = await created(organization.api.post('/v1/jobs', { ...who, title: 'Repair' }));
    assert.equal(job.lifecycle_number, lead.lifecycle_number);
    const starts_at = '2027-03-09T10:00:00-08:00';
    await created(organization.api.post('/v1/appointments', { ...who, starts_at }));
    await created(
      organization.api.post('/v1/follow-ups', {
        ...who,
        channel: 'task',
        body: 'Call',
        delay: 'P1D',
      }),
    );
    const message = { ...who, channel: 'sms', direction: 'outbound', body: 'Hello' };
    await created(organization.api.post('/v1/communications', message));
    const again = await capture(contact);
    assert.deepEqual([again.relation, again.customer_id], ['returning', customer.customer_id]);
  });

  it('deletes and restores a merged lead like any other', async () => {
    const contact = person();
    const [first, second] = [await capture(contact), await capture(contact)];
    await act(`/v1/leads/${second.lead_id}/merge`, { into: first.lead_id });
    const { status, body } = await organization.api.delete(`/v1/leads/${second.lead_id}`);
    assert.equal(status, 200);
    assert.equal(body.merged_into, first.lead_id);
    assert.notEqual(body.deleted_at, null);
    assert.equal((await act(`/v1/leads/${second.lead_id}/restore`)).deleted_at, null);
  });

  it('are one customer after two customers’ leads are merged, and two after the undo', async () => {
    const [one, two] = [await customerOf(person()), await customerOf(person())];
    const before = (await customers()).length;
    await act(`/v1/leads/${two.lead.lead_id}/merge`, { into: one.lead.lead_id });
    assert.equal((await customers()).length, before - 1);
    const merged = await read(`/v1/customers/${two.customer.customer_id}`);
    assert.equal(merged.merged_into, one.customer.customer_id);
    const both = [one.lead.lifecycle_number, two.lead.lifecycle_number];
    assert.deepEqual(
      (await read(`/v1/customers/${one.customer.customer_id}`)).lifecycle_numbers,
      both,
    );
    const job = { customer_id: two.customer.customer_id, title: 'Repair' };
    const sold = await created(organization.api.post('/v1/jobs', job));
    assert.equal(sold.customer_id, one.customer.customer_id);
    await act(`/v1/leads/${two.lead.lead_id}/unmerge`);
    assert.equal((await customers()).length, before);
    const separate = await read(`/v1/customers/${two.customer.customer_id}`);
    assert.equal(separate.merged_into, null);
    assert.deepEqual(separate.lifecycle_numbers, [two.lead.lifecycle_number]);
  });

  it('keep a lead whose job they bought: it is neither detached nor attached to another', async () => {
    const contact = person();
    await customerOf(contact);
    const again = await capture(contact);
    await created(organization.api.post('/v1/jobs', { lead_id: again.lead_id, title: 'Repair' }));
    const other = await customerOf(person());
    const path = `/v1/leads/${again.lead_id}`;
    for (const refused of [
      await organization.api.post(`${path}/detach`),
      await organization.api.post(`${path}/attach`, { customer_id: other.customer.customer_id }),
    ]) {
      assert.deepEqual([refused.status, refused.body.code], [409, 'lead_has_jobs']);
    }
  });

  it('are one customer after the lead of one is attached to the other', async () => {
    const [one, two] = [await customerOf(person()), await customerOf(person())];
    const before = (await customers()).length;
    const path = `/v1/leads/${two.lead.lead_id}`;
    await act(`${path}/attach`, { customer_id: one.customer.customer_id });
    assert.equal((await customers()).length, before - 1);
    const refused = await organization.api.post(`/v1/leads/${one.lead.lead_id}/detach`);
    assert.deepEqual([refused.status, refused.body.code], [409, 'lead_made_customer']);
    const back = await act(`${path}/detach`);
    assert.equal(back.customer_id, two.customer.customer_id);
    assert.equal((await customers()).length, before);
  });
});

/** Different enough that no two are taken for a typo of one another. */
function surname(index: number): string {
  const parts = ['mar', 'tol', 'vek', 'sun', 'dra', 'pil', 'hob', 'gin', 'rux', 'zam'];
  const digits = String(index * 37 + 100).split('');
  const word = digits.map((digit) => parts[Number(digit)]).join('');
  return word.charAt(0).toUpperCase() + word.slice(1);
}
