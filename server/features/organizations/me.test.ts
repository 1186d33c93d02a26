import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SCOPES_OF_ROLE } from '../../domain/scopes.ts';
import { routes } from '../../routes.ts';
import { created } from '../../testing/created.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { newTechnician } from '../../testing/technicians.ts';

const service = sharedService();
const office = shared(() => service.newOrganization());

describe('GET /v1/me', () => {
  it('returns the user, the role, the scopes in effect and the organization', async () => {
    const ana = await newTechnician(service, office, 'Ana Silva');
    const { status, body } = await ana.api.get('/v1/me');
    assert.equal(status, 200);
    const { body: user } = await office.api.get(`/v1/users/${ana.userId}`);
    assert.deepEqual(body.user, user);
    assert.equal(body.role, 'technician');
    assert.deepEqual(body.scopes.toSorted(), [...SCOPES_OF_ROLE.technician].sort());
    assert.deepEqual(body.organization, {
      organization_id: office.organizationId,
      name: 'Alder Heating & Air',
      time_zone: 'America/Los_Angeles',
      country: 'US',
      currency: 'USD',
    });
  });

  it('returns no user for a token that acts for none, whatever its scopes are', async () => {
    const scopes = ['leads:capture'];
    const token = await created(office.api.post('/v1/tokens', { name: 'Form', scopes }));
    const { status, body } = await service.as(token.token).get('/v1/me');
    assert.equal(status, 200);
    const { token_id, user, role, scopes: held } = body;
    assert.deepEqual(
      { token_id, user, role, held },
      {
        token_id: token.token_id,
        user: null,
        role: null,
        held: scopes,
      },
    );
  });

  it('needs a valid token', async () => {
    for (const path of ['/v1/me', '/v1/token']) {
      assert.equal((await service.as(null).get(path)).status, 401);
      assert.equal((await service.as('x'.repeat(30)).get(path)).status, 401);
    }
  });
});

describe('GET /v1/token', () => {
  it('returns the token of the request without its secret', async () => {
    const scopes = ['leads:read', 'jobs:read'];
    const { token, ...shown } = await created(
      office.api.post('/v1/tokens', { name: 'Report', scopes }),
    );
    const { status, body } = await service.as(token).get('/v1/token');
    assert.equal(status, 200);
    assert.deepEqual({ ...body, last_used_at: null }, { ...shown, last_used_at: null });
    assert(!JSON.stringify(body).includes(token));
  });

  it('has only the scopes that the role of its user allows', async () => {
    const ana = await newTechnician(service, office, 'Ana Silva');
    const body = { name: 'Both', scopes: ['jobs:own', 'jobs:read'], user_id: ana.userId };
    const { token } = await created(office.api.post('/v1/tokens', body));
    assert.deepEqual((await service.as(token).get('/v1/token')).body.scopes, ['jobs:own']);
  });
});

describe('me as a filter', () => {
  const lists = [
    '/v1/appointments?assigned_to=me',
    '/v1/jobs?assigned_to=me',
    '/v1/leads?assigned_to=me',
    '/v1/follow-ups?assigned_to=me',
    '/v1/invoices?assigned_to=me',
    '/v1/time-off?user_id=me',
  ];

  it('is the user of the token in every list with a user', async () => {
    const { api } = office;
    const owner = { name: 'Olu', email: 'olu@example.com', role: 'owner' };
    const { user_id } = await created(api.post('/v1/users', owner));
    const { token } = await created(api.post('/v1/tokens', { name: 'Olu', user_id }));
    for (const assigned_to of [user_id, null]) {
      const phone = assigned_to === null ? '+14155550111' : '+12125550177';
      const lead = { phone, service_needed: 'ac_repair' };
      const { lead_id } = await created(api.post('/v1/leads', lead));
      await api.patch(`/v1/leads/${lead_id}`, { assigned_to });
      const visit = { lead_id, ...(assigned_to && { assigned_to }) };
      await created(api.post('/v1/appointments', { ...visit, starts_at: '2027-03-02T17:00:00Z' }));
      const job = { lead_id, title: 'Repair', assigned_to };
      const { job_id } = await created(api.post('/v1/jobs', job));
      const lines = [{ description: 'Repair', quantity: 1, unit_amount: 10_000 }];
      const { invoice_id } = await created(api.post('/v1/invoices', { job_id, lines }));
      assert.equal((await api.post(`/v1/invoices/${invoice_id}/send`)).status, 200);
      const task = { lead_id, channel: 'task', body: 'Call', delay: 'P1D', assigned_to };
      await created(api.post('/v1/follow-ups', task));
    }
    const times = { starts_at: '2027-07-05T00:00:00-07:00', ends_at: '2027-07-19T00:00:00-07:00' };
    await created(api.post('/v1/time-off', { user_id, ...times }));
    for (const path of lists) {
      const mine = await service.as(token).get(path);
      const same = await service.as(token).get(path.replace('=me', `=${user_id}`));
      assert.equal(mine.body.data.length, 1, path);
      assert.deepEqual(mine.body, same.body, path);
    }
    const slots = '/v1/availability?from=2027-03-02&to=2027-03-02';
    const mine = await service.as(token).get(`${slots}&user_id=me`);
    const same = await service.as(token).get(`${slots}&user_id=${user_id}`);
    assert.equal(mine.status, 200);
    assert.deepEqual(mine.body, same.body);
  });

  // What it counts is tested with countJobs.
  const count = '/v1/jobs/count?assigned_to=me';

  it('is understood by every operation with a user in its query', () => {
    const filters = routes.flatMap(({ path, query }) =>
      Object.keys(query.properties)
        .filter((name) => /(?:^|_)(?:user|assigned|assignee|member)(?:_|$)/.test(name))
        .map((name) => `${path}?${name}=me`),
    );
    const known = [...lists, count, '/v1/availability?user_id=me'];
    assert.deepEqual(filters.sort(), known.sort());
  });

  it('is refused for a token that acts for no user', async () => {
    const slots = '/v1/availability?from=2027-03-02&to=2027-03-02&user_id=me';
    for (const path of [...lists, count, slots]) {
      const { status, body } = await office.api.get(path);
      assert.equal(status, 422, path);
      assert.equal(body.errors[0].code, 'no_user');
    }
  });
});
