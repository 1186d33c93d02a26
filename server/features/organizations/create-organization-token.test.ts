import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { created } from '../../testing/created.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { passASecond } from '../../testing/pass-time.ts';
import { newToken } from '../../testing/tokens.ts';

describe('createOrganizationToken', () => {
  const service = sharedService();

  it('gives an organization that revoked its last token a new one with every scope', async () => {
    const { api, organizationId } = await service.newOrganization();
    const { body: tokens } = await api.get('/v1/tokens');
    await api.delete(`/v1/tokens/${tokens.data[0].token_id}`);
    passASecond();
    assert.equal((await api.get('/v1/tokens')).status, 401);

    const path = `/v1/organizations/${organizationId}/tokens`;
    const { status, body } = await service.operator.post(path);
    assert.equal(status, 201);
    assert.deepEqual(body.scopes, ['*']);
    assert.equal(body.parent_token_id, null);
    const { token, ...shown } = body;
    const recovered = service.as(token);
    assert.equal((await recovered.get('/v1/organization')).body.organization_id, organizationId);
    const { last_used_at: _used, ...listed } = (await recovered.get('/v1/tokens')).body.data[0];
    assert.deepEqual({ ...listed, last_used_at: null }, shown);

    const { body: events } = await recovered.get('/v1/events?type=token.created');
    const event = events.data.at(-1);
    assert.deepEqual(event.data, shown);
    assert.equal(event.actor.name, 'Bootstrap token');
    assert.deepEqual(event.data.created_by, event.actor);
  });

  it('takes a name and an expiry', async () => {
    const { organizationId } = await service.newOrganization();
    const path = `/v1/organizations/${organizationId}/tokens`;
    const expires_at = new Date(service.clock.now().getTime() + 60_000).toISOString();
    const { body } = await service.operator.post(path, { name: ' For Rosa ', expires_at });
    assert.equal(body.name, 'For Rosa');
    assert.equal(body.expires_at, expires_at);
    const past = await service.operator.post(path, { expires_at: '2020-01-01T00:00:00Z' });
    assert.equal(past.status, 422);
    assert.equal(past.body.errors[0].code, 'in_the_past');
  });

  it('is for operators only, not even for the organization itself', async () => {
    const { api, organizationId } = await service.newOrganization();
    const { status, body } = await api.post(`/v1/organizations/${organizationId}/tokens`);
    assert.equal(status, 403);
    assert.deepEqual(body.required_scopes, ['operator']);
  });

  it('does not end with the operator’s token, unlike a token that was created with it', async () => {
    const { body: own } = await service.operator.get('/v1/organization');
    const operator = await newToken(service.operator, { scopes: ['*', 'operator'] });
    const api = service.as(operator.token);
    const root = await created(api.post(`/v1/organizations/${own.organization_id}/tokens`));
    const child = await newToken(api, { scopes: ['*'] });
    await service.operator.delete(`/v1/tokens/${operator.token_id}`);
    passASecond();
    assert.equal((await service.as(child.token).get('/v1/leads')).status, 401);
    assert.equal((await service.as(root.token).get('/v1/leads')).status, 200);
  });
});
