import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { newUuid, toPublicId } from '../../platform/ids.ts';
import type { ApiResponse } from '../../testing/api-client.ts';
import { sharedService } from '../../testing/fixtures.ts';
import type { TestOrganization } from '../../testing/harness.ts';

const service = sharedService();
let organization: TestOrganization;
beforeEach(async () => {
  organization = await service.newOrganization();
});

const FORM = { name: 'Contact', title: 'Ask us', services: [{ code: 'ac', label: 'AC' }] };
const PLAYBOOK = {
  name: 'Tag',
  trigger: { event: 'lead.created' },
  steps: [{ id: 'end', do: 'stop', with: {} }],
};
const SMS = { url: 'https://sms.example.com', from_number: '+14155550100', secret: 's'.repeat(32) };
let names = 0;
const fresh = () => {
  names += 1;
  return `Name ${names}`;
};

/** One of each resource with a quota. */
const CREATE: Record<string, () => Promise<ApiResponse>> = {
  channels: () =>
    organization.api.post('/v1/channels', { kind: 'sms_gateway', active: false, settings: SMS }),
  forms: () => organization.api.post('/v1/forms', FORM),
  playbooks: () => organization.api.post('/v1/playbooks', PLAYBOOK),
  sources: () => organization.api.post('/v1/sources', { name: 'x', kind: 'json', source: 'x' }),
  templates: () =>
    organization.api.post('/v1/templates', { name: fresh(), channel: 'sms', body: 'Hi' }),
  tokens: () => organization.api.post('/v1/tokens', { name: 'Till', scopes: ['leads:read'] }),
  users: () =>
    organization.api.post('/v1/users', {
      name: fresh(),
      email: `${fresh().replace(' ', '')}@example.com`,
      role: 'viewer',
    }),
  webhook_endpoints: () =>
    organization.api.post('/v1/webhook-endpoints', { url: 'https://hooks.example.com/x' }),
};

async function setQuotas(limits: object): Promise<ApiResponse> {
  const { organizationId } = organization;
  return service.operator.patch(`/v1/organizations/${organizationId}/quotas`, limits);
}

function assertExceeded({ status, body }: ApiResponse, resource: string, limit: number): void {
  assert.equal(status, 409, JSON.stringify(body));
  assert.equal(body.code, 'quota_exceeded');
  assert.equal(body.resource, resource);
  assert.equal(body.limit, limit);
  assert.match(body.detail, /ask the operator/);
}

describe('a quota', () => {
  it('has a default for each resource, and shows what is used', async () => {
    const { status, body } = await organization.api.get('/v1/organization/quotas');
    assert.equal(status, 200);
    assert.deepEqual(body, {
      organization_id: organization.organizationId,
      channels: { limit: 50, used: 0 },
      file_megabytes: { limit: 20_000, used: 0 },
      forms: { limit: 200, used: 0 },
      playbooks: { limit: 500, used: 0 },
      sources: { limit: 200, used: 0 },
      templates: { limit: 1000, used: 0 },
      tokens: { limit: 1000, used: 1 },
      users: { limit: 2000, used: 0 },
      webhook_endpoints: { limit: 50, used: 0 },
    });
  });

  for (const [resource, create] of Object.entries(CREATE)) {
    it(`of ${resource} refuses one too many, and the operator can raise it`, async () => {
      const used = resource === 'tokens' ? 1 : 0;
      assert.equal((await setQuotas({ [resource]: used + 1 })).status, 200);
      const first = await create();
      assert.equal(first.status, 201, JSON.stringify(first.body));
      assertExceeded(await create(), resource, used + 1);
      const raised = await setQuotas({ [resource]: used + 2 });
      assert.deepEqual(raised.body[resource], { limit: used + 2, used: used + 1 });
      assert.equal((await create()).status, 201);
      assertExceeded(await create(), resource, used + 2);
    });
  }

  it('holds for requests at the same time', async () => {
    await setQuotas({ forms: 5 });
    const create = CREATE.forms ?? assert.fail();
    const responses = await Promise.all(Array.from({ length: 20 }, create));
    assert.equal(responses.filter(({ status }) => status === 201).length, 5);
    for (const response of responses.filter(({ status }) => status !== 201)) {
      assertExceeded(response, 'forms', 5);
    }
  });

  it('does not count deleted endpoints, and revoked or expired tokens', async () => {
    await setQuotas({ webhook_endpoints: 1, tokens: 3 });
    const endpoint = await CREATE.webhook_endpoints?.();
    const path = `/v1/webhook-endpoints/${endpoint?.body.webhook_endpoint_id}`;
    assert.equal((await organization.api.delete(path)).status, 200);
    assert.equal((await CREATE.webhook_endpoints?.())?.status, 201);

    const revoked = await CREATE.tokens?.();
    const expires_at = new Date(service.clock.now().getTime() + 60_000).toISOString();
    const brief = { name: 'Brief', scopes: ['leads:read'], expires_at };
    assert.equal((await organization.api.post('/v1/tokens', brief)).status, 201);
    assertExceeded((await CREATE.tokens?.()) ?? assert.fail(), 'tokens', 3);
    await organization.api.delete(`/v1/tokens/${revoked?.body.token_id}`);
    assert.equal((await CREATE.tokens?.())?.status, 201);
    assertExceeded((await CREATE.tokens?.()) ?? assert.fail(), 'tokens', 3);
    service.clock.advance(61_000);
    assert.equal((await CREATE.tokens?.())?.status, 201);
  });

  it('of one organization does not affect another', async () => {
    await setQuotas({ forms: 0 });
    assertExceeded((await CREATE.forms?.()) ?? assert.fail(), 'forms', 0);
    organization = await service.newOrganization();
    assert.equal((await CREATE.forms?.())?.status, 201);
  });

  it('is changed by the operator alone, with an event in the log of the organization', async () => {
    const { organizationId, api } = organization;
    const path = `/v1/organizations/${organizationId}/quotas`;
    assert.equal((await api.patch(path, { forms: 1000 })).status, 403);
    assert.equal((await setQuotas({ forms: 300 })).status, 200);
    const { body } = await api.get('/v1/events?type=organization.quotas_updated');
    assert.deepEqual(body.data[0].data.forms, { limit: 300, used: 0 });
    const unknown = `/v1/organizations/${toPublicId('organization', newUuid())}/quotas`;
    assert.equal((await service.operator.patch(unknown, { forms: 1 })).status, 404);
  });
});
