import assert from 'node:assert/strict';
import { routes } from '../routes.ts';
import { makeResource } from './builders.ts';
import type { TestOrganization, TestService } from './harness.ts';
import { freshLead } from './leads.ts';

/** One of every resource that has a path, and of those without a path: no table is empty. */
export async function organizationWithEverything(service: TestService): Promise<TestOrganization> {
  const organization = await service.newOrganization();
  const kinds = new Set(routes.flatMap(({ params }) => Object.values(params)));
  for (const kind of kinds) await makeResource(kind, service, organization);
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
  return organization;
}
