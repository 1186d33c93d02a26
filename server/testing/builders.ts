import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { ParamKind } from '../platform/http/operation.ts';
import { toPublicId, toUuid } from '../platform/ids.ts';
import type { TestOrganization, TestService } from './harness.ts';
import { freshLead } from './leads.ts';

type Build = (service: TestService, organization: TestOrganization) => Promise<string>;

/**
 * Makes a thing of each kind that a path can name, and answers its id. The tests that walk the route
 * table make what a route asks for with these: a new prefix in a path needs its line here.
 */
const builders: Partial<Record<ParamKind, Build>> = {
  lead: async (_service, { api }) => idOf(await api.post('/v1/leads', freshLead()), 'lead_id'),
  customer: async (service, organization) => {
    const lead = await makeResource('lead', service, organization);
    return idOf(await organization.api.post(`/v1/leads/${lead}/convert`), 'customer_id');
  },
  comm: async (service, organization) => {
    const lead_id = await makeResource('lead', service, organization);
    const call = { lead_id, channel: 'call', direction: 'inbound', body: 'Hello?' };
    return idOf(await organization.api.post('/v1/communications', call), 'communication_id');
  },
  lifecycle_number: async (service, organization) => {
    const lead = await makeResource('lead', service, organization);
    return (await organization.api.get(`/v1/leads/${lead}`)).body.lifecycle_number;
  },
  token: async (_service, { api }) =>
    idOf(
      await api.post('/v1/tokens', { name: 'Website form', scopes: ['leads:capture'] }),
      'token_id',
    ),
  user: async (_service, { api }) =>
    idOf(
      await api.post('/v1/users', {
        name: 'Rosa Delgado',
        email: `rosa.${randomUUID()}@example.com`,
        role: 'dispatcher',
      }),
      'user_id',
    ),
  task: async ({ owner }, { organizationId }) => {
    const { rows } = await owner.query(
      `insert into pgboss.job (name, data, source_name, source_output, source_retry_count, source_created_on)
       values ('dead-letter', $1, 'hand-on-events', '{"message": "It broke."}', 10, now())
       returning id`,
      [{ organization_id: toUuid('org', organizationId), from_seq: 1, to_seq: 1 }],
    );
    return toPublicId('task', rows[0].id);
  },
};

export async function makeResource(
  prefix: ParamKind,
  service: TestService,
  organization: TestOrganization,
): Promise<string> {
  const build = builders[prefix];
  assert(build, `server/testing/builders.ts makes no ${prefix} yet: give it a line`);
  return build(service, organization);
}

function idOf(answer: { status: number; body: Record<string, string> }, name: string): string {
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body[name]!;
}
