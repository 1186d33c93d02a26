import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ApiResponse } from '../../testing/api-client.ts';
import { created } from '../../testing/created.ts';
import { eventually } from '../../testing/eventually.ts';
import { fresh, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';
import { newToken } from '../../testing/tokens.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';
import { startWebhookReceiver } from '../../testing/webhook-receiver.ts';

const service = sharedService({ hasWorker: true });
const organization = fresh(() => service.newOrganization());
const api = () => organization.api;
const uuid = () => uuidFrom('organization', organization.organizationId);
const newLead = (fields: object = {}) => created(api().post('/v1/leads', freshLead({ ...fields })));
const erase = (leadId: string) => api().post(`/v1/leads/${leadId}/erase`);

async function whenErased({ status, body }: ApiResponse) {
  assert.equal(status, 202, JSON.stringify(body));
  return eventually(async () => {
    const { body: now } = await api().get(`/v1/erasures/${body.erasure_id}`);
    return now.status === 'completed' && now;
  });
}

describe('an erasure is refused', () => {
  it('while an invoice is open, with its number', async () => {
    const { lead_id } = await newLead();
    const job = await created(api().post('/v1/jobs', { lead_id, title: 'Boiler' }));
    const lines = [{ description: 'Boiler', quantity: 1, unit_amount: 100 }];
    const bill = { job_id: job.job_id, currency: 'USD', lines };
    const invoice = await created(api().post('/v1/invoices', bill));
    const path = `/v1/invoices/${invoice.invoice_id}`;
    for (const step of [null, 'send'] as const) {
      if (step !== null) await api().post(`${path}/${step}`);
      const { status, body } = await erase(lead_id);
      assert.deepEqual([status, body.code], [409, 'invoice_open']);
      assert.deepEqual(body.invoices, [invoice.number]);
      assert.match(body.detail, new RegExp(invoice.number));
    }
    const { customer_id } = (await api().get(`/v1/leads/${lead_id}`)).body;
    const customer = await api().post(`/v1/customers/${customer_id}/erase`);
    assert.equal(customer.body.code, 'invoice_open');
    await api().post(`${path}/payments`, { amount: 100, method: 'cash' });
    await api().post(`/v1/jobs/${job.job_id}/cancel`);
    await whenErased(await erase(lead_id));
  });

  it('while a visit or a job is open, with their ids', async () => {
    const { lead_id } = await newLead();
    const visit = { lead_id, starts_at: '2027-03-02T09:00:00-08:00' };
    const { appointment_id } = await created(api().post('/v1/appointments', visit));
    const { job_id } = await created(api().post('/v1/jobs', { lead_id, title: 'Boiler' }));
    const first = await erase(lead_id);
    assert.deepEqual([first.status, first.body.code], [409, 'work_open']);
    assert.deepEqual(first.body.appointments, [appointment_id]);
    assert.deepEqual(first.body.jobs, [job_id]);
    await api().post(`/v1/appointments/${appointment_id}/cancel`);
    const second = await erase(lead_id);
    assert.deepEqual([second.body.appointments, second.body.jobs], [[], [job_id]]);
    await api().post(`/v1/jobs/${job_id}/cancel`);
    await whenErased(await erase(lead_id));
  });

  it('while a file that could contain the person is imported', async () => {
    const { lead_id } = await newLead();
    const raw = 'phone,service_needed\n+14155550134,ac_repair\n';
    const headers = { 'content-type': 'text/csv' };
    const { body } = await api().post('/v1/imports', undefined, { raw, headers });
    const has = (status: string) =>
      eventually(async () => {
        const now = await api().get(`/v1/imports/${body.import_id}`);
        return now.body.status === status;
      });
    await has('completed');
    const set = (changes: string) =>
      service.owner.query(`update imports set ${changes} where organization_id = $1`, [uuid()]);
    await set("status = 'running', completed_at = null");
    assert.equal((await erase(lead_id)).body.code, 'import_running');
    await set("status = 'completed', completed_at = now()");
    await whenErased(await erase(lead_id));
  });

  it('to someone who is no owner, also with the scope privacy:write', async () => {
    const { lead_id } = await newLead();
    const user = { name: 'Rosa', email: 'rosa@example.com', role: 'dispatcher' };
    const { user_id } = await created(api().post('/v1/users', user));
    const acting = { name: 'T', scopes: ['privacy:write'], user_id };
    const { status, body } = await api().post('/v1/tokens', acting);
    if (status === 201) {
      const refused = await service.as(body.token).post(`/v1/leads/${lead_id}/erase`);
      assert.equal(refused.status, 403);
    } else assert.equal(status, 403);
    const { token } = await newToken(api(), { scopes: ['privacy:write'] });
    await whenErased(await service.as(token).post(`/v1/leads/${lead_id}/erase`));
  });
});

describe('erasing a lead', () => {
  it('leaves no trace in what a receiver says after it', async () => {
    await using end = new AsyncDisposableStack();
    const receiver = end.adopt(await startWebhookReceiver(), (started) => started.stop());
    const held = Promise.withResolvers<void>();
    receiver.always = async (response, { raw }) => {
      await held.promise;
      response.end(raw.slice(0, 1024));
    };
    const endpoint = { url: receiver.url, event_types: ['lead.created'] };
    await created(api().post('/v1/webhook-endpoints', endpoint));
    const { lead_id } = await newLead({ name: 'Quirin Held' });
    await eventually(() => receiver.requests.length);
    await whenErased(await erase(lead_id));
    held.resolve();
    const attempts = await eventually(async () => {
      const sql = `select attempts from webhook_deliveries
        where status = 'delivered' and erased and organization_id = $1`;
      return (await service.owner.query(sql, [uuid()])).rows[0]?.attempts;
    });
    assert.deepEqual([attempts.length, attempts[0].response], [1, null]);
  });

  it('includes leads that are merged with it or duplicate it for certain, and no others', async () => {
    const same = { name: 'Dana Whitfield', email: 'dana.whitfield@example.com' };
    const first = await newLead(same);
    const second = await newLead({ ...same, phone: first.phone });
    assert.equal(second.duplicate_match.confidence, 'certain');
    const other = await newLead({ name: 'Someone Else', phone: first.phone });
    const merged = await newLead({ name: 'D W' });
    await api().post(`/v1/leads/${merged.lead_id}/merge`, { into: first.lead_id });
    const erased = await whenErased(await erase(second.lead_id));
    const ids = [first, second, merged].map(({ lead_id }) => lead_id);
    assert.deepEqual(erased.lead_ids.toSorted(), ids.toSorted());
    assert.equal(erased.lifecycle_number, second.lifecycle_number);
    const spared = (await api().get(`/v1/leads/${other.lead_id}`)).body;
    assert.deepEqual([spared.name, spared.phone], ['Someone Else', first.phone]);
  });

  it('keeps words of ours although the person has the same name', async () => {
    const { lead_id, lifecycle_number } = await newLead({ name: 'New York Lost Unknown' });
    await api().post(`/v1/leads/${lead_id}/lose`, { reason: 'too_expensive' });
    await whenErased(await erase(lead_id));
    // The client refuses a response that the document does not describe.
    const path = `/v1/events?lifecycle_number=${lifecycle_number}&limit=50`;
    const { data } = (await api().get(path)).body;
    const leads = data.filter(({ type }: { type: string }) => type.startsWith('lead.'));
    assert.deepEqual(
      leads.map(({ type, data: lead }: { type: string; data: Record<string, unknown> }) => [
        type,
        lead.relation,
        lead.name,
      ]),
      [
        ['lead.created', 'new', '[erased]'],
        ['lead.qualified', 'new', '[erased]'],
        ['lead.lost', 'new', '[erased]'],
      ],
    );
  });

  it('leaves out a duplicate whose merge a user has undone', async () => {
    const same = { name: 'Dana Whitfield', email: 'dana.whitfield@example.com' };
    const first = await newLead(same);
    const second = await newLead({ ...same, phone: first.phone });
    const path = `/v1/leads/${second.lead_id}`;
    assert.equal((await api().post(`${path}/merge`, { into: first.lead_id })).status, 200);
    assert.equal((await api().post(`${path}/unmerge`)).status, 200);
    const erased = await whenErased(await erase(second.lead_id));
    assert.deepEqual(erased.lead_ids, [second.lead_id]);
  });

  it('replaces the stored response of a request, and its repetition creates nothing', async () => {
    const body = freshLead({ name: 'Dana Whitfield' });
    const headers = { 'idempotency-key': 'once' };
    const { lead_id } = await created(api().post('/v1/leads', body, { headers }));
    await whenErased(await erase(lead_id));
    const again = await api().post('/v1/leads', body, { headers });
    assert.deepEqual([again.status, again.body.code], [422, 'idempotency_key_reused']);
    const { data } = (await api().get('/v1/leads')).body;
    assert.equal(data.length, 1);
  });

  it('treats do_not_contact as an opt-out of the addresses', async () => {
    const phone = '+14155550166';
    const { lead_id } = await newLead({ phone });
    await api().post(`/v1/leads/${lead_id}/qualify`);
    const { customer_id } = (await api().post(`/v1/leads/${lead_id}/convert`)).body;
    await api().patch(`/v1/customers/${customer_id}`, { do_not_contact: true });
    await whenErased(await erase(lead_id));
    const { data } = (await api().get(`/v1/opt-outs?address=${encodeURIComponent(phone)}`)).body;
    assert.equal(data.length, 1);
    assert.deepEqual([data[0].address, data[0].source], ['[erased]', 'do_not_contact']);
  });

  it('needs the key of the service, which protects the addresses that opted out', async () => {
    const { lead_id } = await newLead();
    await whenErased(await erase(lead_id));
    const sql = 'select sealed_secret from erasure_keys where organization_id = $1';
    const { rows } = await service.owner.query(sql, [uuid()]);
    assert.equal(rows.length, 1);
    assert(rows[0].sealed_secret.length > 32);
  });
});

describe('without the key of the service', () => {
  const keyless = sharedService({
    ownDatabase: true,
    because: 'no secret key',
    secretKey: null,
  });
  it('an erasure is refused', async () => {
    const { api: client } = await keyless.newOrganization();
    const { lead_id } = await created(client.post('/v1/leads', freshLead()));
    const { status, body } = await client.post(`/v1/leads/${lead_id}/erase`);
    assert.deepEqual([status, body.code], [409, 'secret_key_missing']);
  });
});

describe('what a person said while a time was held for no one yet', () => {
  it('goes with them, in holds that were booked and in those that were not', async () => {
    const held = async (hour: number) => {
      const starts_at = `2027-03-02T${hour}:00:00-08:00`;
      const location = { address: '77 Quince Crescent' };
      const hold = {
        service: 'ac_repair',
        starts_at,
        location,
        notes: 'Gate of 77 Quince Crescent',
      };
      return created(api().post('/v1/appointments/holds', { ...hold, ttl_seconds: 900 }));
    };
    const user = {
      name: 'Ana',
      email: 'ana@example.com',
      role: 'technician',
      skills: ['ac_repair'],
    };
    await created(api().post('/v1/users', user));
    await api().patch('/v1/organization', { time_zone: 'America/Los_Angeles' });
    const [booked, left] = [await held(10), await held(12)];
    const contact = { name: 'Quincy', phone: '+14155550171', address: '77 Quince Crescent' };
    const { lead, appointment } = await created(
      api().post('/v1/bookings', { hold_id: booked.hold_id, contact }),
    );
    for (const { appointment_id } of [appointment, left]) {
      await api().post(`/v1/appointments/${appointment_id}/cancel`);
    }
    await whenErased(await erase(lead.lead_id));
    const { rows } = await service.owner.query(
      `select 'appointment' as what from appointments
       where concat(location, notes) ilike '%quince%' and organization_id = $1
       union all
       select type from events where concat(data, previous) ilike '%quince%' and organization_id = $1`,
      [uuid()],
    );
    assert.deepEqual(rows, []);
  });
});
