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
  appointment: async (service, organization) => {
    const lead_id = await makeResource('lead', service, organization);
    const assigned_to = await makeResource('user', service, organization);
    const booking = { lead_id, assigned_to, starts_at: '2027-03-02T09:00:00-08:00' };
    return idOf(await organization.api.post('/v1/appointments', booking), 'appointment_id');
  },
  comm: async (service, organization) => {
    const lead_id = await makeResource('lead', service, organization);
    const call = { lead_id, channel: 'call', direction: 'inbound', body: 'Hello?' };
    return idOf(await organization.api.post('/v1/communications', call), 'communication_id');
  },
  form: async (_service, { api }) => {
    const services = [{ code: 'ac_repair', label: 'AC repair' }];
    return idOf(
      await api.post('/v1/forms', { name: 'Website', title: 'Ask us', services }),
      'form_id',
    );
  },
  import: async ({ owner }, { organizationId, api }) => {
    const raw = 'phone,service_needed\n,\n';
    const headers = { 'content-type': 'text/csv' };
    const { status, body } = await api.post('/v1/leads/import', undefined, { raw, headers });
    assert.equal(status, 202, JSON.stringify(body));
    // No worker may be there to find it.
    await owner.query(
      `insert into import_errors (organization_id, import_id, number, line, code, detail)
       values ($1, $2, 1, 2, 'lead_not_actionable', 'Give a phone number.')`,
      [toUuid('org', organizationId), toUuid('import', body.import_id)],
    );
    return body.import_id;
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
  team: async (service, organization) => {
    const members = [await makeResource('user', service, organization)];
    const team = { name: `Heating ${randomUUID()}`, members };
    return idOf(await organization.api.post('/v1/teams', team), 'team_id');
  },
  timeoff: async (service, organization) => {
    const user_id = await makeResource('user', service, organization);
    const [starts_at, ends_at] = ['2027-07-05T00:00:00-07:00', '2027-07-19T00:00:00-07:00'];
    const timeOff = { user_id, starts_at, ends_at };
    return idOf(await organization.api.post('/v1/time-off', timeOff), 'time_off_id');
  },
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
