import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { purgeIdempotencyKeys } from '../features/tasks/index.ts';
import { shared, sharedService } from '../testing/fixtures.ts';
import { uuidFrom } from '../testing/uuid-from.ts';

const LEAD = { phone: '+15550100200', service_needed: 'drain_cleaning' };

describe('Idempotency-Key', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());

  const organizationId = () => uuidFrom('organization', organization.organizationId);

  const capture = (key: string, body: object = LEAD, from = organization) =>
    from.api.post('/v1/leads', body, { headers: { 'idempotency-key': key } });

  it('returns the first response to a repeated request, and marks it as replayed', async () => {
    const first = await capture('repeat');
    const second = await capture('repeat');
    assert.equal(first.status, 201);
    assert.equal(first.headers.get('idempotent-replayed'), null);
    assert.equal(second.status, 201);
    assert.deepEqual(second.body, first.body);
    assert.equal(second.headers.get('idempotent-replayed'), 'true');
  });

  it('has the effect of one request for many concurrent requests with one key', async () => {
    const responses = await Promise.all(Array.from({ length: 30 }, () => capture('at-once')));
    const created = responses.filter((response) => response.status === 201);
    const waiting = responses.filter((response) => response.status === 409);
    assert.equal(created.length + waiting.length, 30);
    assert.equal(new Set(created.map((response) => response.body.lead_id)).size, 1);
    assert.ok(waiting.every((response) => response.body.code === 'idempotency_key_in_use'));

    const leadId = (await capture('at-once')).body.lead_id;
    assert.equal(leadId, created[0]?.body.lead_id);
    const events = await service.owner.query(
      `select count(*)::int as count from events where data->>'lead_id' = $1 and type = 'lead.created'`,
      [leadId],
    );
    assert.equal(events.rows[0].count, 1);
  });

  it('treats the same fields in another order as the same request', async () => {
    const first = await capture('order', { phone: '+15550100200', service_needed: 'x' });
    const second = await capture('order', { service_needed: 'x', phone: '+15550100200' });
    assert.deepEqual(second.body, first.body);
  });

  it('refuses the key for another request with 422', async () => {
    await capture('other', LEAD);
    const response = await capture('other', { ...LEAD, name: 'Another person' });
    assert.equal(response.status, 422);
    assert.equal(response.body.code, 'idempotency_key_reused');
  });

  it('refuses the key for the same operation on another resource', async () => {
    const one = (await capture('for-delete-1')).body.lead_id;
    const two = (await capture('for-delete-2')).body.lead_id;
    const headers = { 'idempotency-key': 'delete' };
    assert.equal((await organization.api.delete(`/v1/leads/${one}`, { headers })).status, 200);
    const response = await organization.api.delete(`/v1/leads/${two}`, { headers });
    assert.equal(response.body.code, 'idempotency_key_reused');
    assert.equal((await organization.api.get(`/v1/leads/${two}`)).body.deleted_at, null);
  });

  it('keeps keys separate per route and per organization', async () => {
    const other = await service.newOrganization();
    const lead = await capture('shared');
    const others = await capture('shared', LEAD, other);
    const user = await organization.api.post(
      '/v1/users',
      { name: 'Rosa', email: 'rosa@example.com', role: 'viewer' },
      { headers: { 'idempotency-key': 'shared' } },
    );
    assert.notEqual(others.body.lead_id, lead.body.lead_id);
    assert.equal(others.headers.get('idempotent-replayed'), null);
    assert.equal(user.status, 201);
  });

  it('does not store a refused request, so that it can be fixed and sent with the same key', async () => {
    assert.equal((await capture('fixed', { phone: '+15550100200' })).status, 422);
    assert.equal((await capture('fixed', LEAD)).status, 201);
  });

  it('returns 409 while the first request with the key is still running', async () => {
    const running = new pg.Client(service.connection);
    await running.connect();
    await running.query('begin');
    await running.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `${organizationId()} POST /v1/leads running`,
    ]);
    assert.equal((await capture('running')).body.code, 'idempotency_key_in_use');
    await running.query('rollback');
    await running.end();
    assert.equal((await capture('running')).status, 201);
  });

  it('refuses a key that is empty, too long or not ASCII', async () => {
    for (const key of ['x'.repeat(256), 'ünïcode']) {
      const response = await capture(key);
      assert.equal(response.status, 422, key);
      assert.equal(response.body.errors[0].pointer, '/Idempotency-Key');
    }
  });

  it('returns a secret again only to the token that requested it, and stores it encrypted', async () => {
    const body = { name: 'Form', scopes: ['leads:capture'] };
    const headers = { 'idempotency-key': 'secret' };
    const first = await organization.api.post('/v1/tokens', body, { headers });
    const again = await organization.api.post('/v1/tokens', body, { headers });
    assert.equal(first.status, 201);
    assert.deepEqual(again.body, first.body);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');

    const admin = await organization.api.post('/v1/tokens', { name: 'Admin', scopes: ['*'] });
    const other = await service.as(admin.body.token).post('/v1/tokens', body, { headers });
    assert.equal(other.status, 422);
    assert.equal(other.body.code, 'idempotency_key_reused');

    const { rows } = await service.owner.query(
      `select response, sealed_response from idempotency_keys
       where organization_id = $1 and idempotency_key = 'secret'`,
      [organizationId()],
    );
    assert.equal(rows.length, 1);
    assert.equal(rows[0].response, null);
    assert.ok(!rows[0].sealed_response.toString('latin1').includes(first.body.token.slice(3)));
  });

  it('stores a key for 24 hours', async () => {
    const first = await capture('old');
    service.clock.advance(23 * 60 * 60 * 1000);
    await purgeIdempotencyKeys.handle(service.taskContext, []);
    assert.deepEqual((await capture('old')).body, first.body);
    service.clock.advance(2 * 60 * 60 * 1000);
    await purgeIdempotencyKeys.handle(service.taskContext, []);
    assert.notEqual((await capture('old')).body.lead_id, first.body.lead_id);
  });
});
