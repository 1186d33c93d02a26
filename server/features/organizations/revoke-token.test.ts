import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startAnotherApp } from '../../testing/another-app.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { passASecond, passTime } from '../../testing/pass-time.ts';

describe('revokeToken', () => {
  const service = sharedService();
  const another = shared(() => startAnotherApp(service));
  const organization = shared(() => service.newOrganization());

  async function createToken(scopes = ['*']) {
    const { body } = await organization.api.post('/v1/tokens', { name: 'Test', scopes });
    return body;
  }
  async function eventsOf(tokenId: string) {
    const { body } = await organization.api.get('/v1/events?type=token.revoked&limit=200');
    return body.data.filter(
      (event: { data: { token_id: string } }) => event.data.token_id === tokenId,
    );
  }

  it('refuses the token in every process within a second, even if it is in constant use', async () => {
    const { token, token_id } = await createToken();
    const apps = [service.as(token), another.as(token)];
    for (const api of apps) assert.equal((await api.get('/v1/leads')).status, 200);
    await organization.api.delete(`/v1/tokens/${token_id}`);
    // Constant requests must not keep the token in the cache.
    for (let ms = 0; ms < 1_000; ms += 250) {
      passTime(250);
      await Promise.all(apps.map((api) => api.get('/v1/leads')));
    }
    for (const api of apps) {
      const { status, body } = await api.get('/v1/leads');
      assert.deepEqual([status, body.code], [401, 'unauthorized']);
    }
  });

  it('returns the token with its revoked_at, and writes an event with the previous values', async () => {
    const { token: _secret, ...created } = await createToken();
    service.clock.advance(60_000);
    const now = service.clock.now().toISOString();
    const { status, body } = await organization.api.delete(`/v1/tokens/${created.token_id}`);
    assert.equal(status, 200);
    assert.deepEqual(body, { ...created, revoked_at: now, updated_at: now });
    const [event] = await eventsOf(created.token_id);
    assert.deepEqual(event.data, body);
    assert.deepEqual(event.previous, { revoked_at: null, updated_at: created.updated_at });
    const { body: list } = await organization.api.get('/v1/tokens');
    assert.deepEqual(list.data[0], body, 'a revoked token stays in the list');
  });

  it('changes nothing the second time, nor when twenty requests arrive at the same time', async () => {
    const { token_id } = await createToken();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => organization.api.delete(`/v1/tokens/${token_id}`)),
    );
    service.clock.advance(60_000);
    responses.push(await organization.api.delete(`/v1/tokens/${token_id}`));
    for (const { status, body } of responses) {
      assert.equal(status, 200);
      assert.deepEqual(body, responses[0]!.body);
    }
    assert.equal((await eventsOf(token_id)).length, 1);
  });

  it('allows a token to revoke itself', async () => {
    const { token, token_id } = await createToken();
    assert.equal((await service.as(token).delete(`/v1/tokens/${token_id}`)).status, 200);
    passASecond();
    assert.equal((await service.as(token).get('/v1/leads')).status, 401);
  });
});
