import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SCOPES_OF_ROLE } from './domain/scopes.ts';
import { created } from './testing/created.ts';
import { eventually } from './testing/eventually.ts';
import { fresh, shared, sharedService } from './testing/fixtures.ts';
import type { TestOrganization } from './testing/harness.ts';
import { freshLead } from './testing/leads.ts';
import { overtaken, type SeenEvent } from './testing/office.ts';
import { GATEWAY_SECRET, startSmsGateway } from './testing/sms-gateway.ts';
import { at, newTechnician, type Technician } from './testing/technicians.ts';
import { uuidFrom } from './testing/uuid-from.ts';

const service = sharedService({ hasWorker: true });
const gateway = shared(startSmsGateway);

interface Day {
  office: TestOrganization;
  ana: Technician;
  ben: Technician;
  lead: { lead_id: string; lifecycle_number: string; phone: string };
  job: { job_id: string; customer_id: string; lifecycle_number: string };
  visit: { appointment_id: string };
}

/** Ana has a visit for a job on Tuesday at nine. */
async function newDay(): Promise<Day> {
  const office = await service.newOrganization();
  const { api } = office;
  const [ana, ben] = [
    await newTechnician(service, office, 'Ana Silva'),
    await newTechnician(service, office, 'Ben Okafor'),
  ];
  const consent = { sms: 'granted' };
  const lead = await created(
    api.post('/v1/leads', freshLead({ name: 'Dana Reyes', address: '9 Oak St', consent })),
  );
  const job = await created(
    api.post('/v1/jobs', { lead_id: lead.lead_id, title: 'Replace the boiler' }),
  );
  const booking = { job_id: job.job_id, assigned_to: ana.userId, ...at(9) };
  const visit = await created(api.post('/v1/appointments', booking));
  return { office, ana, ben, lead, job, visit };
}

async function openChannel({ office }: Day): Promise<void> {
  const settings = { url: gateway.url, from_number: '+14155550100', secret: GATEWAY_SECRET };
  const channel = { kind: 'sms_gateway', settings };
  await created(office.api.post('/v1/channels', channel));
}

describe('a technician’s day', () => {
  const day = fresh(newDay);

  it('works from the visit to the payment, with the token of the technician alone', async () => {
    await openChannel(day);
    const { ana, job, lead, visit } = day;
    const { data: visits } = (await ana.api.get('/v1/appointments?assigned_to=me&from=2027-03-02'))
      .body;
    assert.deepEqual(
      visits.map(({ appointment_id, contact }: { appointment_id: string; contact: object }) => [
        appointment_id,
        'name' in contact && contact.name,
      ]),
      [[visit.appointment_id, 'Dana Reyes']],
    );
    const customer = (await ana.api.get(`/v1/customers/${job.customer_id}`)).body;
    assert.equal(customer.phone, lead.phone);

    const path = `/v1/appointments/${visit.appointment_id}`;
    await assertStatus(200, ana.api.post(`${path}/en-route`));
    const text = { lead_id: lead.lead_id, channel: 'sms', body: 'On my way: 20 minutes.' };
    const message = await created(ana.api.post('/v1/messages', text));
    await eventually(() => gateway.requests.some(({ body }) => body.to === lead.phone));
    const sent = `/v1/communications/${message.communication_id}`;
    await eventually(async () => (await ana.api.get(sent)).body.status === 'sent');

    await assertStatus(200, ana.api.post(`${path}/start`));
    await assertStatus(200, ana.api.post(`/v1/jobs/${job.job_id}/start`));
    await assertStatus(200, ana.api.patch(path, { notes: 'The key is under the mat.' }));
    const checklist = await created(
      ana.api.post(`/v1/jobs/${job.job_id}/checklist`, { title: 'Shut off the gas' }),
    );
    const [item] = checklist.checklist;
    await assertStatus(200, ana.api.post(`/v1/checklist-items/${item.item_id}/check`));
    await created(ana.api.post(`/v1/jobs/${job.job_id}/notes`, { text: 'The valve leaks.' }));
    const photo = { url: 'https://files.example.com/1.jpg', name: 'After' };
    await created(ana.api.post(`/v1/jobs/${job.job_id}/attachments`, photo));
    const note = { lead_id: lead.lead_id, channel: 'note', body: 'Has a dog.' };
    await created(ana.api.post('/v1/communications', note));
    await assertStatus(200, ana.api.post(`${path}/complete`));
    await assertStatus(200, ana.api.post(`/v1/jobs/${job.job_id}/complete`));

    const lines = [{ description: 'Boiler', quantity: 1, unit_amount: 120_000 }];
    const invoice = await created(
      ana.api.post('/v1/invoices', { job_id: job.job_id, currency: 'USD', lines }),
    );
    assert.match(invoice.number, /^INV-\d{6}$/);
    const bill = `/v1/invoices/${invoice.invoice_id}`;
    await assertStatus(200, ana.api.patch(bill, { notes: 'Thank you.' }));
    await assertStatus(200, ana.api.post(`${bill}/send`));
    const headers = { 'idempotency-key': 'the-card-terminal-1' };
    const payment = { amount: 120_000, method: 'card' };
    for (const isReplay of [false, true]) {
      const paid = await ana.api.post(`${bill}/payments`, payment, { headers });
      assert.deepEqual([paid.status, paid.body.status], [201, 'paid']);
      assert.equal(paid.headers.get('idempotent-replayed'), isReplay ? 'true' : null);
    }
    const again = { job_id: job.job_id, assigned_to: ana.userId, ...at(14) };
    await created(ana.api.post('/v1/appointments', again));
    const task = { job_id: job.job_id, channel: 'task', body: 'Order the part.', delay: 'P1D' };
    const follow_up = await created(ana.api.post('/v1/follow-ups', task));
    await assertStatus(200, ana.api.post(`/v1/follow-ups/${follow_up.follow_up_id}/complete`));

    const events = await eventsOf(day);
    const own = events.filter(({ actor }) => actor.id === ana.userId).map(({ type }) => type);
    assert.deepEqual(own, [
      'appointment.en_route',
      'communication.queued',
      'appointment.started',
      'job.started',
      'appointment.updated',
      'job.checklist_changed',
      'job.checklist_changed',
      'job.note_added',
      'job.attachment_added',
      'communication.recorded',
      'appointment.completed',
      'job.completed',
      'invoice.created',
      'invoice.updated',
      'communication.queued',
      'link.created',
      'invoice.sent',
      'invoice.payment_recorded',
      'invoice.paid',
      'appointment.booked',
      'follow_up.created',
      'follow_up.completed',
    ]);
  });

  it('completes only the technician’s own appointments with a job', async () => {
    const { ana, ben, job, office } = day;
    const booking = { job_id: job.job_id, assigned_to: ben.userId, ...at(9) };
    const { appointment_id } = await created(office.api.post('/v1/appointments', booking));
    await assertStatus(200, office.api.post(`/v1/appointments/${appointment_id}/start`));
    await assertStatus(200, ana.api.post(`/v1/jobs/${job.job_id}/start`));
    const completion = { cancel_appointments: true };
    await assertStatus(200, ana.api.post(`/v1/jobs/${job.job_id}/complete`, completion));
    const { body } = await office.api.get(`/v1/appointments/${appointment_id}`);
    assert.equal(body.status, 'in_progress');
  });

  it('sends no text after an opt-out, and none to another number', async () => {
    await openChannel(day);
    const { ana, lead, office } = day;
    const optOut = { lead_id: lead.lead_id, channel: 'sms', source: 'phone call' };
    await created(office.api.post('/v1/opt-outs', optOut));
    const text = { lead_id: lead.lead_id, channel: 'sms', body: 'On my way.' };
    const { communication_id } = await created(ana.api.post('/v1/messages', text));
    const path = `/v1/communications/${communication_id}`;
    await eventually(async () => (await ana.api.get(path)).body.status_reason === 'opted_out');

    const elsewhere = await ana.api.post('/v1/messages', { ...text, to: '+14155550199' });
    assert.deepEqual([elsewhere.status, elsewhere.body.code], [403, 'own_work_only']);
    for (const body of ['START', 'STOP', 'Hello']) {
      const received = { lead_id: lead.lead_id, channel: 'sms', direction: 'inbound', body };
      const refused = await ana.api.post('/v1/communications', received);
      assert.deepEqual([refused.status, refused.body.code], [403, 'own_work_only'], body);
    }
  });

  it('still shows the contact after the lead was merged into another', async () => {
    const { ana, lead, office } = day;
    const into = await created(office.api.post('/v1/leads', freshLead({ name: 'D. Reyes' })));
    const booked = await created(office.api.post('/v1/leads', freshLead({ name: 'Dana R.' })));
    const booking = { lead_id: booked.lead_id, assigned_to: ana.userId, ...at(11) };
    await created(office.api.post('/v1/appointments', booking));
    const merge = { into: into.lead_id };
    await assertStatus(200, office.api.post(`/v1/leads/${booked.lead_id}/merge`, merge));
    const text = { lead_id: booked.lead_id, channel: 'sms', body: 'On my way.' };
    await created(ana.api.post('/v1/messages', text));
    await assertStatus(200, ana.api.get(`/v1/leads/${into.lead_id}`));
    await assertStatus(200, ana.api.get(`/v1/leads/${lead.lead_id}`));
  });
});

describe('a visit that is reassigned', () => {
  const day = fresh(newDay);
  const reassign = ({ office, ben, visit }: Day) =>
    office.api.patch(`/v1/appointments/${visit.appointment_id}`, { assigned_to: ben.userId });

  it('is no longer the technician’s at once, with its job and its contact', async () => {
    const { ana, ben, job, lead, visit } = day;
    const paths = [
      `/v1/appointments/${visit.appointment_id}`,
      `/v1/jobs/${job.job_id}`,
      `/v1/customers/${job.customer_id}`,
      `/v1/leads/${lead.lead_id}`,
      `/v1/lifecycles/${lead.lifecycle_number}`,
    ];
    for (const path of paths) await assertStatus(200, ana.api.get(path));
    await assertStatus(200, reassign(day));
    for (const path of paths) {
      await assertStatus(404, ana.api.get(path));
      await assertStatus(200, ben.api.get(path));
    }
    await assertStatus(404, ana.api.post(`/v1/appointments/${visit.appointment_id}/start`));
    const text = { lead_id: lead.lead_id, channel: 'sms', body: 'Hello' };
    await assertStatus(404, ana.api.post('/v1/messages', text));
  });

  it('cannot be started by a request that waited for the change', async () => {
    const { ana, ben, job, visit } = day;
    const change = {
      sql: 'update appointments set assigned_to = $1 where appointment_id = $2',
      values: [uuidFrom('user', ben.userId), uuidFrom('appointment', visit.appointment_id)],
    };
    const started = await overtaken(service, change, () =>
      ana.api.post(`/v1/appointments/${visit.appointment_id}/start`),
    );
    assert.equal(started.status, 404);
    await assertStatus(404, ana.api.post(`/v1/jobs/${job.job_id}/start`));
  });

  it('cannot be changed by its former technician after the event of the change', async () => {
    const { ana, office, visit } = day;
    const steps = ['confirm', 'dispatch', 'en-route', 'start', 'complete'];
    const taking = (async () => {
      for (const step of steps) {
        await ana.api.post(`/v1/appointments/${visit.appointment_id}/${step}`);
      }
    })();
    await Promise.all([taking, reassign(day)]);
    const events = await eventsOf({ office });
    const reassigned = events.findIndex(({ type }) => type === 'appointment.assigned');
    assert.notEqual(reassigned, -1);
    const later = events.slice(reassigned).filter(({ actor }) => actor.id === ana.userId);
    assert.deepEqual(later, []);
  });
});

describe('a technician', () => {
  const day = shared(newDay);

  it('has no follow-up with variables, which would be rendered with the newest job of any technician', async () => {
    const { ana, job } = day;
    const task = { job_id: job.job_id, channel: 'task', body: '{{ job.title }}', delay: 'P1D' };
    const refused = await ana.api.post('/v1/follow-ups', task);
    assert.deepEqual([refused.status, refused.body.code], [403, 'own_work_only']);
  });

  it('searches only the technician’s own calendar', async () => {
    const { ana, ben, visit } = day;
    const path = '/v1/availability?from=2027-03-02&to=2027-03-02&explain=true';
    const { status, body } = await ana.api.get(`${path}&user_id=me`);
    assert.equal(status, 200);
    assert(JSON.stringify(body.blocked).includes(visit.appointment_id.replace('appointment_', '')));
    const refused = await ana.api.get(`${path}&user_id=${ben.userId}`);
    assert.deepEqual([refused.status, refused.body.code], [403, 'own_work_only']);
  });

  it('sees the contact with own work, and not the work of a colleague for the same contact', async () => {
    const { ana, ben, job, lead, office } = day;
    const other = await created(
      office.api.post('/v1/jobs', { customer_id: job.customer_id, title: 'Clean the gutters' }),
    );
    const booking = { job_id: other.job_id, assigned_to: ben.userId, ...at(9) };
    const visit = await created(office.api.post('/v1/appointments', booking));
    const lines = [{ description: 'Gutters', quantity: 1, unit_amount: 100 }];
    const bill = { job_id: other.job_id, currency: 'USD', lines };
    const invoice = await created(office.api.post('/v1/invoices', bill));
    for (const path of [
      `/v1/customers/${job.customer_id}`,
      `/v1/lifecycles/${lead.lifecycle_number}`,
    ]) {
      const { status, body } = await ana.api.get(path);
      assert.equal(status, 200);
      const text = JSON.stringify(body);
      assert(text.includes(job.job_id));
      for (const id of [other.job_id, visit.appointment_id, invoice.invoice_id]) {
        assert(!text.includes(id), `${path} shows ${id}`);
      }
    }
    await assertStatus(404, ana.api.get(`/v1/jobs/${other.job_id}`));
    await assertStatus(404, ana.api.post(`/v1/jobs/${other.job_id}/start`));
    await assertStatus(404, ana.api.post('/v1/invoices', bill));
  });

  describe('with own scopes', () => {
    it('has no other with a token, whatever was asked for', async () => {
      const { ana, office } = day;
      const everything = await created(
        office.api.post('/v1/tokens', { name: 'All', scopes: ['*'], user_id: ana.userId }),
      );
      const { body: me } = await service.as(everything.token).get('/v1/me');
      assert.deepEqual(me.scopes.toSorted(), [...SCOPES_OF_ROLE.technician].sort());
      const reader = await created(
        office.api.post('/v1/tokens', { name: 'Read', scopes: ['jobs:read'], user_id: ana.userId }),
      );
      await assertStatus(403, service.as(reader.token).get('/v1/jobs'));
    });

    it('is a user: a token without one is not created', async () => {
      const body = { name: 'Field', scopes: ['jobs:own'] };
      const refused = await day.office.api.post('/v1/tokens', body);
      assert.equal(refused.status, 422);
      assert.deepEqual(
        refused.body.errors.map(({ pointer, code }: Record<string, string>) => [pointer, code]),
        [['/scopes', 'needs_user']],
      );
    });

    it('is limited only in the operations whose full scope the token lacks', async () => {
      const { ana, office } = day;
      const desk = { name: 'Desk', email: 'desk@example.com', role: 'owner' };
      const { user_id } = await created(office.api.post('/v1/users', desk));
      const scopes = ['jobs:own', 'leads:read'];
      const { token } = await created(
        office.api.post('/v1/tokens', { name: 'x', scopes, user_id }),
      );
      const mixed = service.as(token);
      assert.equal((await mixed.get('/v1/leads')).body.data.length, 1);
      assert.deepEqual((await mixed.get('/v1/jobs')).body.data, []);
      assert.equal((await ana.api.get('/v1/jobs')).body.data.length, 1);
    });
  });
});

async function assertStatus(
  status: number,
  request: Promise<{ status: number; body: unknown }>,
): Promise<void> {
  const response = await request;
  assert.equal(response.status, status, JSON.stringify(response.body));
}

async function eventsOf({
  office,
}: Pick<Day, 'office'>): Promise<(SeenEvent & { actor: { id: string | null } })[]> {
  return (await office.api.get('/v1/events?limit=200')).body.data;
}
