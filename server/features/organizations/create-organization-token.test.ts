import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../testing/eventually.ts';
import { sharedService } from '../../testing/fixtures.ts';

describe('createOrganizationToken', () => {
  const service = sharedService();

  it('gives an organization that revoked its last token a new one with every scope', async () => {
    const { api, organizationId } = await service.newOrganization();
    const { body: tokens } = await api.get('/v1/tokens');
    await api.delete(`/v1/tokens/${tokens.data[0].token_id}`);
    await eventually(async () => (await api.get('/v1/tokens')).status === 401);

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

  it('returns 404 for an unknown organization, and writes nothing', async () => {
    const before = await service.owner.query('select from events');
    for (const id of ['organization_01h455vb4pex5vsknk084sn02q', 'x']) {
      const { status } = await service.operator.post(`/v1/organizations/${id}/tokens`);
      assert.equal(status, 404);
    }
    assert.equal((await service.owner.query('select from events')).rowCount, before.rowCount);
  });

  it('does not end with the operator’s token, unlike a token that was created with it', async () => {
    const { body: own } = await service.operator.get('/v1/organization');
    const path = `/v1/organizations/${own.organization_id}/tokens`;
    const { body: root } = await service.operator.post(path);
    const { body: child } = await service.operator.post('/v1/tokens', {
      name: 'Child',
      scopes: ['*'],
    });
    const { body: list } = await service.operator.get('/v1/tokens?limit=200');
    const bootstrapToken = list.data.find(
      ({ name }: { name: string }) => name === 'Bootstrap token',
    );
    assert.equal(
      (await service.operator.delete(`/v1/tokens/${bootstrapToken.token_id}`)).status,
      200,
    );
    await eventually(
      async () => (await service.as(child.token).get('/v1/leads')).status === 401,
      1_000,
    );
    assert.equal((await service.as(root.token).get('/v1/leads')).status, 200);
  });
});
