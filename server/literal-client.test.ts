import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { ApiResponse } from './testing/api-client.ts';
import { created } from './testing/created.ts';
import { eventually } from './testing/eventually.ts';
import { shared, sharedService } from './testing/fixtures.ts';
import { freshLead } from './testing/leads.ts';
import { startWebhookReceiver } from './testing/webhook-receiver.ts';

/**
 * A client whose author had only the interface specification: its paths, its fields and its events. What the
 * specification leaves open (users, playbooks, sales, webhook endpoints) is set up by the office, with its own client.
 */
type Fields = Record<string, unknown>;
type Answer = Pick<ApiResponse, 'status' | 'body'>;

class LiteralClient {
  readonly #url: string;
  readonly #token: string;

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  async send(method: string, path: string, body?: string, headers: Fields = {}): Promise<Answer> {
    const response = await fetch(this.#url + path, {
      method,
      headers: { Authorization: `Bearer ${this.#token}`, ...headers },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    assert(response.status < 500, text);
    return { status: response.status, body: JSON.parse(text) };
  }

  /** `Content-Type: application/json`, as the specification says. */
  json(method: string, path: string, fields: Fields): Promise<Answer> {
    const type = { 'Content-Type': 'application/json' };
    return this.send(method, path, JSON.stringify(fields), type);
  }
}

async function accepted(answering: Promise<Answer>): Promise<Answer['body']> {
  const { status, body } = await answering;
  assert(status >= 200 && status < 300, JSON.stringify(body));
  return body;
}

const LEAD = {
  name: 'Dana Whitfield',
  phone: '+14155550187',
  email: 'dana@example.com',
  source: 'web_form',
  service_needed: 'water_heater_repair',
  address: '1418 Alder St, Portland, OR 97205',
  notes: 'Gate code 4417',
};

/** Nine o'clock in Los Angeles, in the forms of ISO 8601, one day after the other. */
const NINE = [
  '2027-03-02T09:00:00-08:00',
  '2027-03-03T09:00-08:00',
  '2027-03-04T09:00-08',
  '20270305T090000-0800',
  '2027-03-08T17:00:00Z',
  '2027-03-09T17:00Z',
  '20270310T1700Z',
  '2027-03-11T17:00:00.000+00:00',
  '2027-03-12t09:00:00,0-08:00',
];

/** Every way to send nothing. */
const NOTHING: [body: string | undefined, headers: Fields][] = [
  [undefined, {}],
  [undefined, { 'Content-Type': 'application/json' }],
  ['', { 'Content-Type': 'application/json' }],
  ['', { 'Content-Type': 'application/x-www-form-urlencoded' }],
  ['{}', { 'Content-Type': 'application/json' }],
  ['null', { 'Content-Type': 'application/json' }],
];

describe('a client that knows only the specification', () => {
  const service = sharedService({ hasWorker: true });
  const office = shared(() => service.newOrganization());
  const receiver = shared(startWebhookReceiver);
  let client: LiteralClient;
  let userId: string;
  /** A person who has not asked before. */
  const newLead = (fields: Fields = {}) => {
    const person = { ...LEAD, name: '', email: null, address: null, phone: freshLead().phone };
    return accepted(client.json('POST', '/v1/leads', { ...person, ...fields }));
  };
  const kinds = () => receiver.requests.map(({ body }) => body.type);

  before(async () => {
    client = new LiteralClient(service.url, office.token);
    const user = { name: 'Rosa', email: 'rosa@example.com', role: 'technician' };
    userId = (await created(office.api.post('/v1/users', user))).user_id;
    const event_types = ['lead.qualified', 'appointment.booked', 'job.completed', 'invoice.paid'];
    await created(office.api.post('/v1/webhook-endpoints', { url: receiver.url, event_types }));
  });

  it('walks from capture to invoice.paid, under one lifecycle_number', async () => {
    const lead = await accepted(client.json('POST', '/v1/leads', LEAD));
    const { lead_id, lifecycle_number } = lead;
    assert.equal(typeof lead_id, 'string');
    assert.equal(lead.duplicate_of ?? null, null);
    const again = await accepted(client.json('POST', '/v1/leads', LEAD));
    assert.notEqual(again.lead_id, lead_id);
    assert.equal(again.duplicate_of, lead_id);

    const days = `user_id=${userId}&from=2027-03-02&to=2027-03-02`;
    const open = await accepted(client.send('GET', `/v1/availability?${days}`));
    const [slot] = open.slots;
    const location = { address: LEAD.address };
    const booking = { lead_id, assigned_to: userId, type: 'estimate', location };
    const time = { starts_at: slot.starts_at, duration_minutes: 60 };
    const visit = await accepted(client.json('POST', '/v1/appointments', { ...booking, ...time }));
    assert.equal(visit.lifecycle_number, lifecycle_number);
    assert.equal(visit.starts_at, slot.starts_at);

    const customer = await accepted(client.send('POST', `/v1/leads/${lead_id}/convert`));
    assert.equal(customer.lifecycle_number, lifecycle_number);
    const { customer_id } = customer;

    // What was sold, done and paid is recorded by the office.
    const { api } = office;
    const sold = { customer_id, title: 'New water heater' };
    const { job_id } = await created(api.post('/v1/jobs', sold));
    const jobs = await accepted(client.send('GET', '/v1/jobs'));
    assert.deepEqual(
      jobs.data.map((job: Fields) => [job.job_id, job.lifecycle_number]),
      [[job_id, lifecycle_number]],
    );
    for (const step of ['start', 'complete']) await api.post(`/v1/jobs/${job_id}/${step}`);
    const job = await accepted(client.send('GET', `/v1/jobs/${job_id}`));
    assert.deepEqual([job.status, job.lifecycle_number], ['completed', lifecycle_number]);
    const line = { description: 'Heater', quantity: 1, unit_amount: 90_000 };
    const bill = { job_id, currency: 'USD', lines: [line] };
    const { invoice_id, total } = await created(api.post('/v1/invoices', bill));
    await api.post(`/v1/invoices/${invoice_id}/send`);
    const payment = { amount: total, method: 'cash' };
    await created(api.post(`/v1/invoices/${invoice_id}/payments`, payment));

    const whole = await accepted(client.send('GET', `/v1/customers/${customer_id}`));
    assert.equal(whole.lifecycle_number, lifecycle_number);
    assert(JSON.stringify(whole).includes(invoice_id), 'the history has the invoice');
    await eventually(() => kinds().includes('invoice.paid'));
    const numbers = new Map(
      receiver.requests.map(({ body }) => [body.type, body.lifecycle_number]),
    );
    for (const kind of ['appointment.booked', 'job.completed', 'invoice.paid']) {
      assert.equal(numbers.get(kind), lifecycle_number, kind);
    }
    assert(kinds().includes('lead.qualified'));
  });

  it('sends null or an empty text for what it does not have', async () => {
    const email = { phone: '', email: 'only@example.com' };
    for (const empty of ['', null]) {
      const none = { name: empty, source: empty, address: empty, notes: empty };
      await newLead({ ...none, email: empty });
      await newLead({ ...none, ...email });
      const { lead_id } = await newLead();
      const booking = { lead_id, assigned_to: empty, type: empty, location: empty };
      const time = { starts_at: NINE[0], duration_minutes: 60 };
      const visit = { ...booking, ...time };
      const { assigned_to, type } = await accepted(client.json('POST', '/v1/appointments', visit));
      assert.deepEqual([assigned_to, type], [null, 'estimate']);
      const place = { ...visit, duration_minutes: null, location: { address: empty } };
      await accepted(client.json('POST', '/v1/appointments', place));
      const later = { lead_id, channel: 'task', body: 'Call', due_at: NINE[1] };
      const fields = { ...later, subject: empty, template: empty, assigned_to: empty };
      await accepted(client.json('POST', '/v1/follow-ups', fields));
    }
    const filters = 'status=&source=&age=';
    assert.equal(
      (await accepted(client.send('GET', `/v1/leads?${filters}`))).data.length > 0,
      true,
    );
    await accepted(client.send('GET', '/v1/jobs?status='));
  });

  it('is refused without a contact channel or a service, whatever it sends for them', async () => {
    for (const empty of ['', null, undefined]) {
      for (const fields of [{ phone: empty, email: empty }, { service_needed: empty }]) {
        const { status, body } = await client.json('POST', '/v1/leads', { ...LEAD, ...fields });
        assert.equal(status, 422);
        assert.equal(body.code, 'lead_not_actionable');
      }
    }
  });

  it('writes times in any form of ISO 8601 with an offset, and dates too', async () => {
    for (const starts_at of NINE) {
      const { lead_id } = await newLead();
      const booking = { lead_id, starts_at, duration_minutes: 60, assigned_to: userId };
      const visit = await accepted(client.json('POST', '/v1/appointments', booking));
      assert.match(visit.starts_at, /T09:00:00-08:00$/, starts_at);
      const later = { lead_id, channel: 'task', body: 'Call', due_at: starts_at };
      await accepted(client.json('POST', '/v1/follow-ups', later));
    }
    const open = (from: string, to: string) =>
      accepted(client.send('GET', `/v1/availability?user_id=${userId}&from=${from}&to=${to}`));
    const { slots } = await open('2027-03-15', '2027-03-16');
    assert(slots.length > 0);
    assert.deepEqual((await open('20270315', '20270316')).slots, slots);
  });

  it('leaves out bodies where none is shown, in every way there is', async () => {
    const steps = [{ id: 'end', do: 'stop', with: { reason: 'Done' } }];
    const manual = { name: 'Every morning', trigger: { manual: true }, steps };
    const { playbook_id } = await created(office.api.post('/v1/playbooks', manual));
    for (const [body, headers] of NOTHING) {
      const { lead_id, lifecycle_number } = await newLead();
      const convert = `/v1/leads/${lead_id}/convert`;
      const customer = await accepted(client.send('POST', convert, body, headers));
      assert.equal(customer.lifecycle_number, lifecycle_number);
      const run = `/v1/playbooks/${playbook_id}/run`;
      await accepted(client.send('POST', run, body, headers));
      const path = `/v1/leads/${lead_id}`;
      const deleted = await accepted(client.send('DELETE', path, body, headers));
      assert.equal(typeof deleted.deleted_at, 'string');
    }
  });

  it('filters leads by status, source, unassigned and age, as people write them', async () => {
    await newLead({ source: 'phone' });
    const filters = [
      ...['status=qualified', 'source=phone', 'unassigned', 'unassigned=1', 'unassigned=true'],
      ...['unassigned=yes', 'age=7d', 'age=P7D', 'age=7', 'age=24h'],
    ];
    for (const filter of filters) {
      const { data } = await accepted(client.send('GET', `/v1/leads?${filter}`));
      assert(data.length > 0, filter);
    }
  });
});
