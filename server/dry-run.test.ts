import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { routes } from './routes.ts';
import type { ApiClient, ApiResponse } from './testing/api-client.ts';
import { created } from './testing/created.ts';
import { eventually } from './testing/eventually.ts';
import { exampleRequest, sendExample } from './testing/example-requests.ts';
import { fieldErrors } from './testing/field-errors.ts';
import { shared, sharedService } from './testing/fixtures.ts';
import { freshLead } from './testing/leads.ts';
import { freshOffice, tuesday } from './testing/office.ts';
import { sampled } from './testing/sized.ts';
import { newTechnician } from './testing/technicians.ts';
import { withoutTrace } from './testing/traces.ts';
import { startWebhookReceiver } from './testing/webhook-receiver.ts';

/** examples.test.ts tries every operation; here is what a dry run promises beyond that. */

const DRY = { headers: { 'dry-run': 'true' } };

/** Operations whose responses show a secret, and those that receive a file. */
const NOT_SUPPORTED = [
  ...['createCalendarKey', 'createDemoSignInLink', 'createImport', 'createLink'],
  'createOrganization',
  'createOrganizationToken',
  ...['createRestore', 'createSignInLink', 'createToken', 'createWebhookEndpoint', 'importSpend'],
  'inviteUser',
  ...['rotateAutomationSecret', 'rotateWebhookSecret', 'uploadFile'],
];

/** What the caller sees of it, without what differs between any two requests. */
function essence({ status, body }: ApiResponse): unknown {
  const { request_id: _, ...rest } = body;
  return { status, body: rest };
}

describe('a dry run', () => {
  const service = sharedService();
  const office = freshOffice(service);

  /** The response, after a check that nothing was stored. */
  async function tried(
    method: 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    as: ApiClient = office.api,
  ): Promise<ApiResponse> {
    const response = await withoutTrace(service, () => as.call(method, path, body, DRY));
    assert.equal(response.headers.get('dry-run'), 'true');
    return response;
  }

  it('is refused unless its header is true or false', async () => {
    for (const value of ['yes', 'TRUE', '1', '', 'true, true']) {
      const options = { headers: { 'dry-run': value } };
      const response = await withoutTrace(service, () =>
        office.api.post('/v1/leads', freshLead(), options),
      );
      assert.deepEqual(fieldErrors(response), ['/Dry-Run invalid_format'], value);
    }
    const headers = { 'dry-run': 'false' };
    const real = await office.api.post('/v1/leads', freshLead(), { headers });
    assert.deepEqual([real.status, real.headers.get('dry-run')], [201, null]);
  });

  it('is ignored by reads, also by a POST that only reads', async () => {
    const { appointment_id } = await office.booked();
    for (const value of ['true', 'nonsense']) {
      const options = { headers: { 'dry-run': value } };
      const list = await office.api.get('/v1/leads', options);
      const suggestions = await office.api.post(
        '/v1/dispatch/suggest',
        { appointment_id },
        options,
      );
      for (const { status, headers } of [list, suggestions]) {
        assert.deepEqual([status, headers.get('dry-run')], [200, null]);
      }
    }
  });

  it('consumes no lifecycle number', async () => {
    const lead = freshLead();
    const foreseen = await tried('POST', '/v1/leads', lead);
    const real = await created(office.api.post('/v1/leads', lead));
    assert.equal(foreseen.body.lifecycle_number, real.lifecycle_number);
    const { lead_id } = foreseen.body;
    assert.equal((await office.api.get(`/v1/leads/${lead_id}`)).status, 404);
  });

  it('finds a slot that is taken, with the same alternatives, and takes none itself', async () => {
    const visit = { lead_id: office.lead.lead_id, assigned_to: office.rosa, starts_at: tuesday(0) };
    assert.equal((await tried('POST', '/v1/appointments', visit)).status, 201);
    await created(office.api.post('/v1/appointments', visit));
    const foreseen = await tried('POST', '/v1/appointments', visit);
    assert.equal(foreseen.body.code, 'slot_taken');
    assert.equal(foreseen.body.alternatives.length, 3);
    assert.deepEqual(essence(foreseen), essence(await office.book()));
  });

  it('reports everything that is wrong with a request', async () => {
    const wrong = { lead_id: 'lead_x', title: ' ', warranty_months: -1, color: 'red' };
    const foreseen = await tried('POST', '/v1/jobs', wrong);
    assert.equal(foreseen.status, 422);
    assert.deepEqual(essence(foreseen), essence(await office.api.post('/v1/jobs', wrong)));
  });

  it('undoes what follows in the same transaction, such as reminders that move', async () => {
    const { appointment_id } = await office.booked();
    const reminder = { appointment_id, channel: 'call', offset: '-PT2H' };
    const { follow_up_id } = await created(office.api.post('/v1/follow-ups', reminder));
    const change = { starts_at: tuesday(3) };
    const foreseen = await tried('PATCH', `/v1/appointments/${appointment_id}`, change);
    assert.equal(foreseen.body.starts_at, tuesday(3));
    const dueAt = async () => (await office.api.get(`/v1/follow-ups/${follow_up_id}`)).body.due_at;
    assert.equal(Date.parse(await dueAt()), Date.parse(tuesday(-2)));
    const real = await office.api.patch(`/v1/appointments/${appointment_id}`, change);
    assert.deepEqual(essence(foreseen), essence(real));
    assert.equal(Date.parse(await dueAt()), Date.parse(tuesday(1)));
  });

  it('checks what PostgreSQL checks only at the commit', async () => {
    await service.owner.query(`
      create function refuse_at_commit() returns trigger language plpgsql as $$
      begin
        raise exception 'At the commit.' using errcode = 'TL409', constraint = 'team_name_taken';
      end $$;
      create constraint trigger refuse_at_commit after insert on teams deferrable initially deferred
        for each row execute function refuse_at_commit()`);
    try {
      const foreseen = await tried('POST', '/v1/teams', { name: 'Heating' });
      assert.equal(foreseen.body.code, 'team_name_taken');
      const real = await office.api.post('/v1/teams', { name: 'Heating' });
      assert.deepEqual(essence(foreseen), essence(real));
    } finally {
      await service.owner.query('drop trigger refuse_at_commit on teams');
    }
    assert.equal((await tried('POST', '/v1/teams', { name: 'Heating' })).status, 201);
  });

  it('consumes no quota, and finds one that is used up', async () => {
    const { body: current } = await office.api.get('/v1/organization/quotas');
    const { organization_id } = (await office.api.get('/v1/organization')).body;
    const forms = current.forms.used + 1;
    await service.operator.patch(`/v1/organizations/${organization_id}/quotas`, { forms });
    const services = [{ code: 'ac_repair', label: 'AC repair' }];
    const form = { name: 'Website', title: 'Ask us', services };
    for (const _ of [1, 2, 3]) assert.equal((await tried('POST', '/v1/forms', form)).status, 201);
    await created(office.api.post('/v1/forms', form));
    const refused = await tried('POST', '/v1/forms', { ...form, name: 'Another' });
    assert.equal(refused.body.code, 'quota_exceeded');
  });

  it('uses up no Idempotency-Key, and returns the stored response of one that is used', async () => {
    const headers = { 'idempotency-key': 'a-key' };
    const dry = { headers: { ...headers, ...DRY.headers } };
    const post = (options: object, lead: object) => office.api.post('/v1/leads', lead, options);
    const foreseen = await withoutTrace(service, () => post(dry, freshLead()));
    assert.equal(foreseen.headers.get('idempotent-replayed'), null);

    const lead = freshLead();
    const real = await post({ headers }, lead);
    assert.deepEqual([real.status, real.headers.get('idempotent-replayed')], [201, null]);
    const replayed = await post(dry, lead);
    assert.deepEqual(essence(replayed), essence(real));
    const marks = ['dry-run', 'idempotent-replayed'].map((name) => replayed.headers.get(name));
    assert.deepEqual(marks, ['true', 'true']);
    assert.equal((await post(dry, freshLead())).body.code, 'idempotency_key_reused');
  });

  it('wakes no worker', async () => {
    const { owner } = service;
    const heard: unknown[] = [];
    const channel = `pgboss_${createHash('sha224').update('pgboss').digest('hex').slice(0, 24)}`;
    owner.on('notification', ({ payload }) => heard.push(payload));
    await owner.query(`listen ${channel}`);
    const hears = (queue: string) =>
      eventually(async () => {
        await owner.query('select 1');
        return heard.includes(queue);
      });
    const settings = { host: 'smtp.example.com', from_address: 'office@example.com' };
    const { channel_id } = await created(
      office.api.post('/v1/channels', { kind: 'smtp', settings }),
    );
    const erase = `/v1/leads/${await office.newLead()}/erase`;
    assert.equal((await tried('POST', erase)).status, 202);
    // What the dry run would wake is notified before this, or together with it.
    await created(office.api.post(`/v1/channels/${channel_id}/test`, { to: 'a@example.com' }));
    await hears('send-communication');
    assert(!heard.includes('erase-person'));
    assert.equal((await office.api.post(erase)).status, 202);
    await hears('erase-person');
    await owner.query(`unlisten ${channel}`);
  });

  it('is refused where a response shows a secret, and for files', async () => {
    const supported = (one: (typeof routes)[number]) => one.kind === 'mutation' && !one.secret;
    const refused = routes.filter((one) => one.kind === 'upload' || one.kind === 'mutation');
    const ids = refused.filter((one) => !supported(one)).map(({ id }) => id);
    assert.deepEqual(ids.sort(), NOT_SUPPORTED);
    for (const id of sampled(ids, 4, 'no dry run')) {
      const request = await exampleRequest(id, service);
      await service.as(request.token).get('/v1/token');
      const { status, body } = await withoutTrace(service, () =>
        sendExample(request, service, DRY.headers),
      );
      assert.equal(`${status} ${body.code}`, '422 dry_run_not_supported', id);
    }
  });

  it('allows a technician nothing that the request itself would not', async () => {
    const [ana, ben] = [
      await newTechnician(service, office, 'Ana'),
      await newTechnician(service, office, 'Ben'),
    ];
    const own = await office.booked({ assigned_to: ana.userId });
    const other = await office.booked({
      lead_id: await office.newLead(),
      assigned_to: ben.userId,
    });
    // The first request of a token is recorded, whatever it is.
    assert.equal((await ana.api.get('/v1/me')).status, 200);
    const start = (visit: typeof own) => `/v1/appointments/${visit.appointment_id}/start`;

    assert.equal((await tried('POST', start(own), undefined, ana.api)).status, 200);
    const hidden = await tried('POST', start(other), undefined, ana.api);
    assert.deepEqual(essence(hidden), essence(await ana.api.post(start(other))));
    assert.equal(hidden.status, 404);
    const booking = { lead_id: own.lead_id, assigned_to: ben.userId, starts_at: tuesday(4) };
    const foreseen = await tried('POST', '/v1/appointments', booking, ana.api);
    const real = await ana.api.post('/v1/appointments', booking);
    assert.deepEqual(essence(foreseen), essence(real));
    assert.equal(foreseen.status, 403);
    const user = { name: 'Cleo', email: 'cleo@example.com', role: 'owner' };
    const forbidden = await ana.api.post('/v1/users', user, DRY);
    assert.equal(forbidden.body.code, 'scope_missing');
  });
});

describe('a dry run beside a worker', () => {
  const service = sharedService({ hasWorker: true });
  const receiver = shared(startWebhookReceiver);

  it('sends no webhook and leaves no gap in the log', async () => {
    const { api } = await service.newOrganization();
    await created(
      api.post('/v1/webhook-endpoints', { url: receiver.url, event_types: ['lead.*'] }),
    );
    const count = async () => (await api.get('/v1/events?limit=200')).body.data.length;
    const before = await count();
    const foreseen = await api.post('/v1/leads', freshLead(), DRY);
    assert.equal(await count(), before);

    const { lead_id } = await created(api.post('/v1/leads', freshLead()));
    await eventually(async () => receiver.requests.length > 0);
    const [first] = receiver.requests;
    assert.equal(first?.body.data.lead_id, lead_id);
    assert.equal(first?.body.seq, before + 1);
    assert.notEqual(foreseen.body.lead_id, lead_id);
  });
});
