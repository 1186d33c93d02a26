import assert from 'node:assert/strict';
import type { ParamKind } from '../../server/platform/http/operation.ts';
import { makeResource, makeResourceFor } from '../../server/testing/builders.ts';
import { created } from '../../server/testing/created.ts';
import { eventually } from '../../server/testing/eventually.ts';
import type { TestOrganization, TestService } from '../../server/testing/harness.ts';
import type { Ids } from './screens.ts';

const MADE: readonly ParamKind[] = [
  ...(['customer', 'appointment', 'job', 'claim', 'invoice', 'communication'] as const),
  ...(['opt_out', 'channel', 'template', 'follow_up', 'form', 'webhook_endpoint'] as const),
  ...(['delivery', 'replay', 'token', 'team', 'time_off', 'task'] as const),
  ...([
    'service_code',
    'area',
    'capacity_rule',
    'price_item_code',
    'booking_page',
    'receipt',
    'estimate',
    'payment_provider',
  ] as const),
];

/** A company with something on every screen. */
export async function busyCompany(
  service: TestService,
): Promise<{ organization: TestOrganization; ids: Ids }> {
  const organization = await service.newOrganization();
  for (const kind of MADE) await makeResource(kind, service, organization);
  // On no invoice.
  await makeResourceFor('matchPayment', 'payment', service, organization);
  await addImport(organization);
  await addSpend(organization);
  await addRun(service, organization);
  return { organization, ids: await idsOf(organization) };
}

/** One row is a lead, the other one is not. */
async function addImport({ api }: TestOrganization): Promise<void> {
  const raw = 'name,phone,service_needed\nJon Park,+14155550177,ac_repair\nNo one,,\n';
  const headers = { 'content-type': 'text/csv' };
  const { status, body } = await api.post('/v1/imports', undefined, { raw, headers });
  assert.equal(status, 202, JSON.stringify(body));
  await eventually(async () => {
    return (await api.get(`/v1/imports/${body.import_id}`)).body.status === 'completed';
  });
}

async function addSpend({ api }: TestOrganization): Promise<void> {
  const spend = { source: 'google_ads', date: '2027-03-01', amount: 12_550, currency: 'USD' };
  assert.equal((await api.put('/v1/spend', spend)).status, 200);
}

/** One that has ended. The builder of runs writes into one, which a worker may have ended meanwhile. */
async function addRun(service: TestService, organization: TestOrganization): Promise<void> {
  const { api } = organization;
  const playbook = await makeResource('playbook', service, organization);
  const lead_id = await makeResource('lead', service, organization);
  const { status, body } = await api.post(`/v1/playbooks/${playbook}/run`, { lead_id });
  assert.equal(status, 202, JSON.stringify(body));
  await eventually(async () => {
    return (await api.get(`/v1/playbook-runs/${body.run_id}`)).body.status === 'completed';
  });
}

async function idsOf({ api }: TestOrganization): Promise<Ids> {
  const first = async (path: string, field: string) => {
    const { body } = await api.get(path);
    return String(body.data[0][field]);
  };
  return {
    number: await first('/v1/appointments', 'lifecycle_number'),
    job: await first('/v1/jobs', 'job_id'),
    invoice: await first('/v1/invoices', 'invoice_id'),
    estimate: await first('/v1/estimates', 'estimate_id'),
    import: await first('/v1/imports', 'import_id'),
    playbook: await first('/v1/playbooks', 'playbook_id'),
    run: await first('/v1/playbook-runs', 'run_id'),
    endpoint: await first('/v1/webhook-endpoints', 'webhook_endpoint_id'),
    user: await first('/v1/users', 'user_id'),
    template: await first('/v1/templates', 'template_id'),
    form: await first('/v1/forms', 'form_id'),
    service: await first('/v1/services', 'code'),
    area: await first('/v1/areas', 'area_id'),
    bookingPage: await first('/v1/booking-pages', 'booking_page_id'),
    source: await first('/v1/sources', 'source_id'),
  };
}

/** Two visits of today: one for the person, and one that has no person yet. */
export async function addVisits(
  { api }: TestOrganization,
  userId: string,
  date: string,
): Promise<void> {
  for (const [name, time, assigned_to] of [
    ['Carla Novotny', '09:00', userId],
    ['Sam Ortiz', '11:00', undefined],
  ] as const) {
    const { lifecycle_number } = await created(
      api.post('/v1/leads', {
        name,
        email: `${crypto.randomUUID()}@example.com`,
        service_needed: 'ac_repair',
        address: '1418 Alder St, Portland, OR 97205',
      }),
    );
    const starts_at = `${date}T${time}:00-08:00`;
    await created(api.post('/v1/appointments', { lifecycle_number, starts_at, assigned_to }));
  }
}
