import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { ApiClient, ApiResponse } from '../../testing/api-client.ts';
import { created } from '../../testing/created.ts';
import { sharedService } from '../../testing/fixtures.ts';
import type { TestOrganization } from '../../testing/harness.ts';
import { newUser } from '../../testing/office.ts';

describe('who is an owner', () => {
  const service = sharedService();
  let organization: TestOrganization;
  /** A token that manages people, and can do nothing else. */
  let manager: ApiClient;
  let owner: string;

  beforeEach(async () => {
    organization = await service.newOrganization();
    owner = await newUser(organization.api, { role: 'owner' });
    const body = { name: 'People', scopes: ['users:read', 'users:write'] };
    const { token } = await created(organization.api.post('/v1/tokens', body));
    manager = service.as(token);
  });

  const person = (role: string) => ({
    name: 'Ana Petrov',
    email: `${crypto.randomUUID()}@example.com`,
    role,
  });
  const assertRefused = ({ status, body }: ApiResponse, what: string) =>
    assert.deepEqual([status, body.code], [403, 'scope_not_held'], what);

  it('is decided only with every scope: users:write creates no owner and raises no one', async () => {
    assertRefused(await manager.post('/v1/users', person('owner')), 'created');
    const { user_id } = await created(manager.post('/v1/users', person('dispatcher')));
    assertRefused(await manager.patch(`/v1/users/${user_id}`, { role: 'owner' }), 'raised');
    const { body } = await organization.api.get(`/v1/users/${user_id}`);
    assert.equal(body.role, 'dispatcher');
    const raised = await organization.api.patch(`/v1/users/${user_id}`, { role: 'owner' });
    assert.equal(raised.body.role, 'owner');
  });

  it('cannot be taken over: users:write gives no owner another address, role or link, and locks no one out', async () => {
    for (const change of [{ email: 'me@example.com' }, { role: 'viewer' }, { active: false }]) {
      assertRefused(await manager.patch(`/v1/users/${owner}`, change), JSON.stringify(change));
    }
    assertRefused(await manager.post(`/v1/users/${owner}/invitations`), 'invited');
    assertRefused(await manager.post(`/v1/users/${owner}/sign-in-links`), 'signed in');
    const { body } = await organization.api.get(`/v1/users/${owner}`);
    assert.deepEqual([body.role, body.active], ['owner', true]);
  });

  it('does not matter for what gives no access, and for people who are no owners', async () => {
    const { status } = await manager.patch(`/v1/users/${owner}`, { name: 'Ana', phone: null });
    assert.equal(status, 200);
    // The same values as before change nothing.
    assert.equal((await manager.patch(`/v1/users/${owner}`, { role: 'owner' })).status, 200);
    const { user_id } = await created(manager.post('/v1/users', person('technician')));
    await created(manager.post(`/v1/users/${user_id}/invitations`));
    assert.equal((await manager.patch(`/v1/users/${user_id}`, { role: 'viewer' })).status, 200);
  });
});
