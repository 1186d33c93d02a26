import assert from 'node:assert/strict';
import { toUuid } from '../domain/ids.ts';
import { routes } from '../routes.ts';
import { makeResource, makeResourceFor } from './builders.ts';
import type { TestOrganization, TestService } from './harness.ts';
import { freshLead } from './leads.ts';

/** One of every resource that has a path, and of those without a path: no table is empty. */
export async function organizationWithEverything(service: TestService): Promise<TestOrganization> {
  const organization = await service.newOrganization();
  const kinds = new Set(routes.flatMap(({ params }) => Object.values(params)));
  for (const kind of kinds) await makeResource(kind, service, organization);
  await makeResourceFor('verifyEstimate', 'estimate', service, organization);
  const { api } = organization;
  const headers = { 'idempotency-key': 'once' };
  assert.equal((await api.post('/v1/leads', freshLead(), { headers })).status, 201);
  const [id, into] = [
    await makeResource('lead', service, organization),
    await makeResource('lead', service, organization),
  ];
  assert.equal((await api.post(`/v1/leads/${id}/merge`, { into })).status, 200);
  const user = await makeResource('user', service, organization);
  assert.equal((await api.post(`/v1/users/${user}/calendar-key`)).status, 201);
  const spend = { source: 'google_ads', date: '2027-03-01', amount: 12_550, currency: 'USD' };
  assert.equal((await api.put('/v1/spend', spend)).status, 200);
  await addSettingsAndTraces(service, organization);
  return organization;
}

/** What the worker and the pages of forms write. */
const WRITTEN_ELSEWHERE = [
  'insert into public_leads select organization_id, lead_id from leads where organization_id = $1 limit 1',
  `insert into text_counts select organization_id, communication_id, 0, 1, now() from communications
   where organization_id = $1 limit 1`,
  `insert into message_counts select organization_id, communication_id, 0, 1, now() from communications
   where organization_id = $1 limit 1`,
  `insert into message_documents select organization_id, communication_id, 'invoice', gen_random_uuid()
   from communications where organization_id = $1 limit 1`,
  `insert into contact_points select organization_id, lead_id, 'phone', '+14155550000', now() from leads
   where organization_id = $1 limit 1`,
  `insert into capacity_counts select organization_id, capacity_rule_id, '2027-03-02', 1, 10 from capacity_rules
   where organization_id = $1 limit 1`,
  `insert into provider_events
   values ($1, 'stripe', 'evt_1', gen_random_uuid(), 'refund.created', 'applied', now())`,
  `insert into provider_payments (organization_id, payment_id, provider, provider_payment_id, status, reason, amount, currency,
     method, refunds, reported_refunded, refunded, refunded_applied, disputes, paid_at, created_at, updated_at)
   values ($1, gen_random_uuid(), 'stripe', 'pi_1', 'unmatched', 'unknown_checkout', 500, 'USD', 'card', '{}', 0, 0, 0, '{}',
     now(), now(), now())`,
  "insert into travel_times values ($1, '45.520,-122.674', '45.530,-122.600', 600, now())",
  "insert into form_challenges values ($1, 'key', '', now())",
  `insert into user_preferences (organization_id, user_id, letter_keys, saved_views, updated_at)
   select organization_id, user_id, true, '{}', now() from users where organization_id = $1 limit 1`,
];

/** Rows in the tables that no resource with a path has: settings, quotas, the key of erasures, and the above. */
export async function addSettingsAndTraces(
  service: TestService,
  organization: TestOrganization,
): Promise<void> {
  const { api, organizationId } = organization;
  const uuid = toUuid('organization', organizationId);
  const retention = await api.patch('/v1/organization/retention', { messages_days: 365 });
  assert.equal(retention.status, 200);
  const quotas = `/v1/organizations/${organizationId}/quotas`;
  assert.equal((await service.operator.patch(quotas, { forms: 300 })).status, 200);
  await addErasureKey(service, { organizationId });
  const user = await makeResourceFor('createSignInLink', 'user', service, organization);
  assert.equal((await api.post(`/v1/users/${user}/sign-in-links`)).status, 201);
  for (const insert of WRITTEN_ELSEWHERE) await service.owner.query(insert, [uuid]);
}

/** As the first erasure of an organization creates it. */
export async function addErasureKey(
  { owner, taskContext }: TestService,
  { organizationId }: Pick<TestOrganization, 'organizationId'>,
): Promise<void> {
  const uuid = toUuid('organization', organizationId);
  await owner.query(
    'insert into erasure_keys (organization_id, sealed_secret, created_at) values ($1, $2, now())',
    [uuid, taskContext.secrets?.seal('key', `${uuid} erasure`)],
  );
}
