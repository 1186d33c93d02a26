import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startAnotherApp } from '../../testing/another-app.ts';
import type { ApiClient } from '../../testing/api-client.ts';
import { created } from '../../testing/created.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { passASecond } from '../../testing/pass-time.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';

const MINUTE_MS = 60_000;

describe('tokens that tokens create', () => {
  const service = sharedService();
  const another = shared(() => startAnotherApp(service));
  const organization = shared(() => service.newOrganization());

  const make = (body: object, by: ApiClient = organization.api) =>
    created(by.post('/v1/tokens', { name: 'Test', ...body }));
  const inMinutes = (minutes: number) =>
    new Date(service.clock.now().getTime() + minutes * MINUTE_MS).toISOString();
  async function makeUser(role = 'owner') {
    const email = `${crypto.randomUUID()}@example.com`;
    return created(organization.api.post('/v1/users', { name: `The ${role}`, email, role }));
  }
  /** A token, a token that it created, and one that that one created. */
  async function family(body: object = {}) {
    const parent = await make({ scopes: ['*'], ...body });
    const child = await make({ scopes: ['*'] }, service.as(parent.token));
    const grandchild = await make({ scopes: ['leads:read'] }, service.as(child.token));
    return { parent, child, grandchild };
  }
  /** In every process, within a second. */
  async function assertEnds(...tokens: { token: string }[]) {
    const apis = [service, another].flatMap((app) => tokens.map(({ token }) => app.as(token)));
    passASecond();
    const responses = await Promise.all(apis.map((api) => api.get('/v1/leads')));
    for (const { status } of responses) assert.equal(status, 401);
  }
  async function assertValid(...tokens: { token: string }[]) {
    for (const { token } of tokens) {
      assert.equal((await service.as(token).get('/v1/leads')).status, 200);
      assert.equal((await another.as(token).get('/v1/leads')).status, 200);
    }
  }

  it('name their parent and their creator', async () => {
    const { parent, child, grandchild } = await family();
    assert.equal(child.parent_token_id, parent.token_id);
    assert.equal(grandchild.parent_token_id, child.token_id);
    assert.deepEqual(grandchild.created_by, {
      type: 'token',
      id: child.token_id,
      name: child.name,
    });
    const user = await makeUser();
    const own = await make({ user_id: user.user_id });
    const { created_by } = await make({ scopes: ['*'] }, service.as(own.token));
    assert.deepEqual(created_by, { type: 'user', id: user.user_id, name: user.name });
  });

  it('end with their parent when it is revoked, in all generations, each with its event', async () => {
    const { parent, child, grandchild } = await family();
    const sibling = await make({ scopes: ['*'] });
    await assertValid(parent, child, grandchild);
    const { status } = await organization.api.delete(`/v1/tokens/${parent.token_id}`);
    assert.equal(status, 200);
    await assertEnds(parent, child, grandchild);
    await assertValid(sibling);
    const { body } = await organization.api.get('/v1/events?type=token.revoked&limit=200');
    const revoked = body.data.map(({ data }: { data: { token_id: string } }) => data.token_id);
    for (const { token_id } of [parent, child, grandchild]) {
      assert.equal(revoked.filter((id: string) => id === token_id).length, 1);
    }
  });

  it('end with their parent when it expires, and never later', async () => {
    const { parent, child, grandchild } = await family({ expires_at: inMinutes(10) });
    assert.equal(child.expires_at, parent.expires_at);
    assert.equal(grandchild.expires_at, parent.expires_at);
    const sooner = await make(
      { scopes: ['leads:read'], expires_at: inMinutes(5) },
      service.as(child.token),
    );
    const refused = await service.as(child.token).post('/v1/tokens', {
      name: 'For ever',
      scopes: ['leads:read'],
      expires_at: inMinutes(11),
    });
    assert.equal(refused.status, 422);
    assert.equal(refused.body.errors[0].pointer, '/expires_at');
    assert.equal(refused.body.errors[0].code, 'after_parent');
    const never = await make({ scopes: ['leads:read'], expires_at: null }, service.as(child.token));
    assert.equal(never.expires_at, parent.expires_at);
    service.clock.advance(5 * MINUTE_MS);
    await assertEnds(sooner);
    await assertValid(parent, child, grandchild, never);
    service.clock.advance(5 * MINUTE_MS);
    await assertEnds(parent, child, grandchild, never);
  });

  it('act for the user of their parent, and end when that user is deactivated', async () => {
    const user = await makeUser();
    const { parent, child, grandchild } = await family({ user_id: user.user_id });
    assert.equal(child.user_id, user.user_id);
    const withNull = await make({ scopes: ['*'], user_id: null }, service.as(parent.token));
    assert.equal(withNull.user_id, user.user_id);
    const colleague = await makeUser('dispatcher');
    const forColleague = await make({ user_id: colleague.user_id }, service.as(child.token));
    assert.equal(forColleague.user_id, colleague.user_id);
    const below = await make({ user_id: colleague.user_id }, service.as(child.token));
    const all = [parent, child, grandchild, withNull, forColleague, below];
    await assertValid(...all);
    await organization.api.patch(`/v1/users/${user.user_id}`, { active: false });
    await assertEnds(...all);
    await organization.api.patch(`/v1/users/${user.user_id}`, { active: true });
    passASecond();
    await assertValid(forColleague);
  });

  it('act for another user only if their creator has every scope', async () => {
    const owner = await makeUser('owner');
    const viewer = await makeUser('viewer');
    const writer = await make({ scopes: ['tokens:write', 'leads:read'] });
    const everyScope = service.as((await make({ user_id: owner.user_id })).token);
    for (const body of [
      { user_id: owner.user_id },
      { user_id: owner.user_id, scopes: ['leads:read'] },
      { user_id: viewer.user_id, scopes: ['leads:read'] },
    ]) {
      const refused = await service.as(writer.token).post('/v1/tokens', { name: 'As', ...body });
      assert.equal(refused.status, 403, JSON.stringify(refused.body));
      assert.equal(refused.body.code, 'scope_not_held');
    }
    await make({ user_id: viewer.user_id }, everyScope);
    const limited = await make({ user_id: owner.user_id, scopes: ['tokens:write', 'leads:read'] });
    const own = await make(
      { user_id: owner.user_id, scopes: ['leads:read'] },
      service.as(limited.token),
    );
    assert.equal(own.user_id, owner.user_id);
    const refused = await service
      .as(limited.token)
      .post('/v1/tokens', { name: 'As', user_id: viewer.user_id, scopes: ['leads:read'] });
    assert.equal(refused.status, 403);
    assert.deepEqual(refused.body.required_scopes, ['*']);
  });

  it('cannot revoke a token that has more scopes, and can revoke one that has no more', async () => {
    const { body: list } = await organization.api.get('/v1/tokens?limit=200');
    const first = list.data.at(-1);
    const writer = await make({ scopes: ['tokens:write', 'leads:read'] });
    const api = service.as(writer.token);
    for (const { token_id } of [first, await make({ scopes: ['leads:read', 'leads:write'] })]) {
      const refused = await api.delete(`/v1/tokens/${token_id}`);
      assert.equal(refused.status, 403);
      assert.equal(refused.body.code, 'scope_not_held');
    }
    await assertValid(organization);
    const equal = await make({ scopes: ['leads:read'] });
    assert.equal((await api.delete(`/v1/tokens/${equal.token_id}`)).status, 200);
    const broader = await make({ scopes: ['leads:write'] });
    assert.equal((await organization.api.delete(`/v1/tokens/${broader.token_id}`)).status, 200);
    assert.equal((await api.delete(`/v1/tokens/${writer.token_id}`)).status, 200);
  });

  it('cannot be created by a token that was revoked a moment before', async () => {
    const parent = await make({ scopes: ['*'] });
    const api = service.as(parent.token);
    assert.equal((await api.get('/v1/tokens')).status, 200, 'the process now knows the token');
    await organization.api.delete(`/v1/tokens/${parent.token_id}`);
    const { status, body } = await api.post('/v1/tokens', { name: 'Late', scopes: ['*'] });
    assert.equal(status, 401);
    assert.equal(body.code, 'unauthorized');
  });

  it('do not survive if they are created while their parent is being revoked', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { parent, child } = await family();
      const api = service.as(child.token);
      const creations = Array.from({ length: 6 }, () =>
        api.post('/v1/tokens', { name: 'Racing', scopes: ['leads:read'] }),
      );
      const [, ...responses] = await Promise.all([
        organization.api.delete(`/v1/tokens/${parent.token_id}`),
        ...creations,
      ]);
      for (const { status } of responses) assert(status === 201 || status === 401, `${status}`);
      const { rows } = await service.owner.query(
        'select from tokens where $1 = any (ancestor_ids) and revoked_at is null',
        [uuidFrom('token', parent.token_id)],
      );
      assert.equal(rows.length, 0, 'a token outlives its parent');
    }
  });

  it('form chains of at most ten', async () => {
    let { token } = await make({ scopes: ['*'] });
    for (let length = 2; length <= 10; length += 1) {
      ({ token } = await make({ scopes: ['*'] }, service.as(token)));
    }
    const { status, body } = await service
      .as(token)
      .post('/v1/tokens', { name: 'One too many', scopes: ['*'] });
    assert.equal(status, 409);
    assert.equal(body.code, 'token_chain_too_long');
  });

  it('are refused by the database if they would be valid longer than their parent, or act for no user', async () => {
    const user = await makeUser();
    const parent = await make({ user_id: user.user_id, expires_at: inMinutes(10) });
    const { rows } = await service.owner.query(
      'select organization_id from tokens where token_id = $1',
      [uuidFrom('token', parent.token_id)],
    );
    const tenant = `begin; set local app.organization_id = '${rows[0].organization_id}'`;
    const insert = async (expiresAt: string | null, userId: string | null) => {
      await service.owner.query(tenant);
      const values = [uuidFrom('token', parent.token_id), userId, expiresAt];
      return service.owner
        .query(INSERT_CHILD, values)
        .finally(() => service.owner.query('rollback'));
    };
    const userId = uuidFrom('user', user.user_id);
    await assert.rejects(insert(null, userId), { constraint: 'tokens_within_parent' });
    await assert.rejects(insert(inMinutes(11), userId), { constraint: 'tokens_within_parent' });
    await assert.rejects(insert(inMinutes(5), null), { constraint: 'tokens_user_of_parent' });
    assert.equal((await insert(inMinutes(5), userId)).rowCount, 1);
  });
});

const INSERT_CHILD = `insert into tokens (organization_id, token_id, name, token_hash, scopes, user_id,
    parent_token_id, created_by, expires_at, created_at, updated_at)
  select organization_id, gen_random_uuid(), 'X', '\\x00', scopes, $2, token_id,
    created_by, $3, created_at, updated_at
  from tokens where token_id = $1`;
