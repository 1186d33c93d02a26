import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { toPublicId, toUuid } from '../domain/ids.ts';
import { EXAMPLE_FILE } from '../features/exports/example-file.ts';
import type { ParamKind } from '../platform/http/operation.ts';
import { newUuid } from '../platform/ids.ts';
import { ApiClient, type ApiResponse } from './api-client.ts';
import { eventually } from './eventually.ts';
import type { TestOrganization, TestService } from './harness.ts';
import { freshLead } from './leads.ts';
import type { Create } from './requests.ts';
import { SoftwarePasskey } from './software-passkey.ts';

const [firstLine = '', ...otherLines] = EXAMPLE_FILE.trimEnd().split('\n');
const FIRST_AND_LAST = {
  header: JSON.parse(firstLine).data,
  footer: JSON.parse(otherLines.at(-1) ?? '').data,
};

const ADDRESS = {
  line1: '1418 Alder St',
  city: 'Portland',
  region: 'OR',
  postal_code: '97205',
  country: 'US',
};

type Build = (service: TestService, organization: TestOrganization) => Promise<string>;

/**
 * Creates a resource of each type that a path can contain, and returns its id. Tests that go through all routes use
 * these to create what a route needs: a new id prefix in a path needs a line here.
 */
const builders: Partial<Record<ParamKind, Build>> = {
  organization: async (_service, { organizationId }) => organizationId,
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
  replan: async (service, organization) => {
    const user_id = await makeResource('user', service, organization);
    const day = { date: '2027-03-02', user_id, reason: 'sick' };
    return idOf(await organization.api.post('/v1/dispatch/replans', day), 'replan_id');
  },
  job: async (service, organization) => {
    const lead_id = await makeResource('lead', service, organization);
    const { api } = organization;
    const job = idOf(
      await api.post('/v1/jobs', { lead_id, title: 'Replace the boiler' }),
      'job_id',
    );
    await api.post(`/v1/jobs/${job}/notes`, { text: 'The valve is behind the dryer.' });
    const photo = { url: 'https://files.example.com/1.jpg', name: 'Before' };
    await api.post(`/v1/jobs/${job}/attachments`, photo);
    return job;
  },
  file: async (_service, { api }) => {
    const headers = { 'content-type': 'application/pdf' };
    const raw = `%PDF-1.7\n${randomUUID()}\n%%EOF\n`;
    const path = '/v1/files?name=Markfiles.pdf';
    return idOf(await api.post(path, undefined, { raw, headers }), 'file_id');
  },
  item: async (service, organization) => {
    const job = await makeResource('job', service, organization);
    const item = { title: 'Shut off the gas' };
    const { body } = await organization.api.post(`/v1/jobs/${job}/checklist`, item);
    return body.checklist[0].item_id;
  },
  claim: async (service, organization) => {
    const job = await jobAfter('start', 'complete', 'enroll-warranty')(service, organization);
    const claim = { description: 'The pilot light goes out.' };
    return idOf(await organization.api.post(`/v1/jobs/${job}/warranty-claims`, claim), 'claim_id');
  },
  invoice: async (service, organization) => draftInvoice(service, organization),
  estimate: async (service, organization) => draftEstimate(service, organization),
  event_type: async () => 'lead.created',
  /** A failed email whose recipient has unsubscribed: it can be sent again. */
  communication: async ({ url, owner }, { api }) => {
    const email = `${randomUUID()}@example.com`;
    const { lead_id } = (await api.post('/v1/leads', freshLead({ email }))).body;
    const mail = {
      lead_id,
      channel: 'email',
      subject: 'Hi',
      body: 'Hello?',
    };
    const id = idOf(await api.post('/v1/messages', mail), 'communication_id');
    const uuid = toUuid('communication', id);
    const { rows } = await owner.query(
      'select url from unsubscribe_keys where communication_id = $1',
      [uuid],
    );
    const { pathname } = new URL(rows[0].url);
    assert.equal((await fetch(url + pathname, { method: 'POST' })).status, 200);
    await owner.query(`update communications set status = 'failed' where communication_id = $1`, [
      uuid,
    ]);
    return id;
  },
  opt_out: async (_service, { api }) => {
    const lead_id = (await api.post('/v1/leads', freshLead())).body.lead_id;
    const said = { channel: 'sms', lead_id, source: 'Phone call' };
    return idOf(await api.post('/v1/opt-outs', said), 'opt_out_id');
  },
  channel: async (_service, { api }) => {
    const settings = { host: 'smtp.example.com', from_address: 'office@example.com' };
    const channel = { kind: 'smtp', active: false, settings };
    return idOf(await api.post('/v1/channels', channel), 'channel_id');
  },
  template: async (_service, { api }) => {
    const template = { name: `Hello ${randomUUID()}`, channel: 'sms', body: 'Hi {{ lead.name }}' };
    return idOf(await api.post('/v1/templates', template), 'template_id');
  },
  follow_up: async (service, organization) => {
    const lead_id = await makeResource('lead', service, organization);
    const task = { lead_id, channel: 'task', delay: 'P1D', body: 'Ask whether the estimate came' };
    return idOf(await organization.api.post('/v1/follow-ups', task), 'follow_up_id');
  },
  session: async (service, organization) => {
    const user = await makeResource('user', service, organization);
    return (await signedIn(service, organization, user)).body.session_id;
  },
  secret: async (_service, { api }) => {
    const secret = { name: `crm_${randomUUID().slice(0, 8)}`, value: 'a-key-of-the-crm' };
    return idOf(await api.post('/v1/secrets', secret), 'secret_id');
  },
  source: async (_service, { api }) => {
    const source = { name: 'Partner', kind: 'json', source: 'partner' };
    return idOf(await api.post('/v1/sources', source), 'source_id');
  },
  /** In quarantine. */
  receipt: async ({ url }, { api }) => {
    const source = { name: 'Partner', kind: 'json', source: 'partner' };
    const { body } = await api.post('/v1/sources', source);
    const sent = await fetch(`${url}/in/${body.source_key}`, { method: 'POST', body: '{"x":1}' });
    const { receipts }: { receipts: { receipt_id: string }[] } = JSON.parse(await sent.text());
    return receipts[0]?.receipt_id ?? assert.fail('Nothing was stored.');
  },
  payment_provider: async (_service, organization) => disabledProvider(organization),
  checkout: async (service, organization) => {
    const path = `/v1/invoices/${await payableInvoice(service, organization)}/checkout`;
    const id = idOf(await organization.api.post(path), 'checkout_id');
    await disabledProvider(organization);
    return id;
  },
  payment: async (service, organization) => {
    const invoice = await paidInvoice(service, organization);
    return (await organization.api.get(`/v1/invoices/${invoice}`)).body.payments[0].payment_id;
  },
  link: async (service, organization) => {
    const appointment_id = await makeResource('appointment', service, organization);
    const link = { purpose: 'visit', appointment_id };
    return idOf(await organization.api.post('/v1/links', link), 'link_id');
  },
  booking_page: async (_service, { api }) => {
    const page = { name: 'Website', title: 'Book a visit', services: ['ac_repair'] };
    return idOf(await api.post('/v1/booking-pages', page), 'booking_page_id');
  },
  form: async (_service, { api }) => {
    const services = [{ code: 'ac_repair', label: 'AC repair' }];
    return idOf(
      await api.post('/v1/forms', { name: 'Website', title: 'Ask us', services }),
      'form_id',
    );
  },
  playbook: async (_service, { api }) => {
    const steps = [{ id: 'call', do: 'create_task', with: { title: 'Call {{ lead.name }}' } }];
    const playbook = { name: 'Call back', trigger: { manual: true }, steps };
    return idOf(await api.post('/v1/playbooks', playbook), 'playbook_id');
  },
  /** A failed run with one completed step, of a new playbook. */
  run: failedRun,
  version: async () => '1',
  import: async ({ owner }, { organizationId, api }) => {
    const raw = 'phone,service_needed\n,\n';
    const headers = { 'content-type': 'text/csv' };
    const { status, body } = await api.post('/v1/imports', undefined, { raw, headers });
    assert.equal(status, 202, JSON.stringify(body));
    // No worker may be running that would process it.
    await owner.query(
      `insert into import_errors (organization_id, import_id, number, line, code, detail)
       values ($1, $2, 1, 2, 'lead_not_actionable', 'Give a phone number.')`,
      [toUuid('organization', organizationId), toUuid('import', body.import_id)],
    );
    return body.import_id;
  },
  export: async (_service, { api }) => idOf(await api.post('/v1/exports'), 'export_id'),
  /** A completed one, inserted directly: the organization of a test is not empty. */
  restore: async ({ owner }, { organizationId }) => {
    const id = newUuid();
    const uuid = toUuid('organization', organizationId);
    const { header, footer } = FIRST_AND_LAST;
    await owner.query(
      `insert into restores (organization_id, restore_id, status, request_hash, actor, header, footer, completed_at,
         created_at, updated_at)
       values ($1, $2, 'completed', '', '{"type": "system", "id": null, "name": "test"}', $3, $4, now(), now(), now())`,
      [uuid, id, header, footer],
    );
    await owner.query(`insert into restore_chunks values ($1, $2, 0, '')`, [uuid, id]);
    return toPublicId('restore', id);
  },
  lifecycle_number: async (service, organization) => {
    const lead = await makeResource('lead', service, organization);
    return (await organization.api.get(`/v1/leads/${lead}`)).body.lifecycle_number;
  },
  webhook_endpoint: async (_service, { api }) =>
    idOf(
      await api.post('/v1/webhook-endpoints', { url: 'https://receiver.example.com/' }),
      'webhook_endpoint_id',
    ),
  /** A pending delivery. Inserted directly, since there may be no worker that fans out events. */
  delivery: async (service, organization) => {
    const endpoint = await newestEndpoint(service, organization);
    const id = newUuid();
    await service.owner.query(
      `insert into webhook_deliveries
         (organization_id, webhook_endpoint_id, delivery_id, event_seq, event_id, event_type, ordered, status,
          next_attempt_at, created_at, replay_id, event_logged_at)
       select organization_id, $2, $3, seq, event_id, type, false, 'pending', occurred_at, occurred_at, $4, logged_at
       from events where organization_id = $1 and seq = 1`,
      [
        toUuid('organization', organization.organizationId),
        toUuid('webhook_endpoint', endpoint),
        id,
        toUuid('replay', await makeResource('replay', service, organization)),
      ],
    );
    return toPublicId('delivery', id);
  },
  replay: async (service, organization) => {
    const endpoint = await newestEndpoint(service, organization);
    const path = `/v1/webhook-endpoints/${endpoint}/replays`;
    const { status, body } = await organization.api.post(path, { from_seq: 1 });
    assert.equal(status, 202, JSON.stringify(body));
    return body.replay_id;
  },
  /** Inserted directly: an erasure is refused while an import is running, and there may be no worker. */
  erasure: async (service, organization) => {
    const id = newUuid();
    const lead = await makeResource('lead', service, organization);
    await service.owner.query(
      `insert into erasures (organization_id, erasure_id, status, lead_ids, customer_ids, lifecycle_numbers,
         requested_by, phase, created_at, updated_at)
       select organization_id, $2, 'running', array[lead_id], '{}', array[lifecycle_number],
              '{"type": "system", "id": null, "name": "test"}', 'collect', created_at, created_at
       from leads where organization_id = $1 and lead_id = $3`,
      [toUuid('organization', organization.organizationId), id, toUuid('lead', lead)],
    );
    return toPublicId('erasure', id);
  },
  token: async (_service, { api }) =>
    idOf(
      await api.post('/v1/tokens', { name: 'Website form', scopes: ['leads:capture'] }),
      'token_id',
    ),
  passkey: async (service, organization) => {
    const { client, passkey, options } = await passkeyHolder(service, organization);
    return addPasskey(client, passkey.create(options, originOf(service)));
  },
  user: async (_service, { api }) =>
    idOf(
      await api.post('/v1/users', {
        name: 'Rosa Delgado',
        email: `rosa.${randomUUID()}@example.com`,
        role: 'dispatcher',
      }),
      'user_id',
    ),
  service_code: async (_service, { api }) => {
    const code = `repair_${randomUUID().slice(0, 8)}`;
    const service = { code, name: 'Repair', duration_minutes: 60 };
    return idOf(await api.post('/v1/services', service), 'code');
  },
  property: async (service, organization) => {
    const customer_id = await makeResource('customer', service, organization);
    const property = { customer_id, address: ADDRESS };
    return idOf(await organization.api.post('/v1/properties', property), 'property_id');
  },
  equipment: async (service, organization) => {
    const property_id = await makeResource('property', service, organization);
    const machine = { property_id, kind: 'Water heater' };
    return idOf(await organization.api.post('/v1/equipment', machine), 'equipment_id');
  },
  area: async (_service, { api }) =>
    idOf(await api.post('/v1/areas', { name: 'West', postal_codes: ['97205'] }), 'area_id'),
  capacity_rule: async (_service, { api }) =>
    idOf(
      await api.post('/v1/capacity-rules', { date: '2029-01-01', max_visits: 1000 }),
      'capacity_rule_id',
    ),
  price_item_code: async (_service, { api }) => {
    const code = `valve_${randomUUID().slice(0, 8)}`;
    const item = { code, name: 'Valve', kind: 'part', unit_amount: 4_900 };
    return idOf(await api.post('/v1/price-items', item), 'code');
  },
  team: async (service, organization) => {
    const members = [await makeResource('user', service, organization)];
    const team = { name: `Heating ${randomUUID()}`, members };
    return idOf(await organization.api.post('/v1/teams', team), 'team_id');
  },
  time_off: async (service, organization) => {
    const user_id = await makeResource('user', service, organization);
    const [starts_at, ends_at] = ['2027-07-05T00:00:00-07:00', '2027-07-19T00:00:00-07:00'];
    const timeOff = { user_id, starts_at, ends_at };
    return idOf(await organization.api.post('/v1/time-off', timeOff), 'time_off_id');
  },
  task: async ({ owner }, { organizationId }) => {
    const { rows } = await owner.query(
      `insert into pgboss.job (name, data, source_name, source_output, source_retry_count, source_created_on)
       values ('dead-letter', $1, 'apply-retention', '{"message": "It broke."}', 10, now())
       returning id`,
      [{ organization_id: toUuid('organization', organizationId) }],
    );
    return toPublicId('task', rows[0].id);
  },
};

/** Preparation for operations that cannot be used on a new resource. */
const prepared: Record<string, Build> = {
  createSignInLink: async (service, organization) => {
    const userId = await makeResource('user', service, organization);
    await signedIn(service, organization, userId);
    return userId;
  },
  completeAppointment: after('appointment', 'appointments', 'start'),
  undoAppointmentStep: after('appointment', 'appointments', 'confirm'),
  recordPayment: after('invoice', 'invoices', 'send'),
  reviseEstimate: after('estimate', 'estimates', 'send'),
  declineEstimate: after('estimate', 'estimates', 'send'),
  acceptEstimate: after('estimate', 'estimates', 'send'),
  verifyEstimate: acceptedEstimate,
  recordRefund: paidInvoice,
  createCheckout: payableInvoice,
  matchPayment: unmatchedPayment,
  updatePaymentProvider: async (_service, organization) => activeProvider(organization),
  completeJob: jobAfter('start'),
  resumeOrganization: async (service, { organizationId }) => {
    await service.operator.post(`/v1/organizations/${organizationId}/suspend`);
    return organizationId;
  },
  resumeJob: jobAfter('pause'),
  enrollWarranty: jobAfter('start', 'complete'),
  closeJob: jobAfter('start', 'complete'),
  createWarrantyClaim: jobAfter('start', 'complete', 'enroll-warranty'),
  cancelPlaybookRun: newRun,
  uncheckChecklistItem: after('item', 'checklist-items', 'check'),
  enableWebhookEndpoint: after('webhook_endpoint', 'webhook-endpoints', 'disable'),
  restoreLead: leadAfter((path, { api }) => api.delete(path)),
  qualifyLead: leadAfter((path, { api }) => api.post(`${path}/disqualify`, { reason: 'no area' })),
  detachLead: leadAfter(async (path, organization, service) => {
    const customer_id = await makeResource('customer', service, organization);
    return organization.api.post(`${path}/attach`, { customer_id });
  }),
  reopenLead: leadAfter((path, { api }) => api.post(`${path}/lose`, { reason: 'too expensive' })),
  unmergeLead: leadAfter(async (path, organization, service) => {
    const into = await makeResource('lead', service, organization);
    return organization.api.post(`${path}/merge`, { into });
  }),
  dismissLeadDuplicate: duplicateLead,
  reopenLeadDuplicate: async (service, organization) => {
    const id = await duplicateLead(service, organization);
    await organization.api.post(`/v1/leads/${id}/dismiss-duplicate`);
    return id;
  },
  eraseLead: afterImports('lead'),
  eraseCustomer: afterImports('customer'),
  revokeCalendarKey: async (service, organization) => {
    const id = await makeResource('user', service, organization);
    await organization.api.post(`/v1/users/${id}/calendar-key`);
    return id;
  },
};

/** The second lead of a person. */
async function duplicateLead(_service: TestService, { api }: TestOrganization): Promise<string> {
  const lead = freshLead({ name: 'Dana Whitfield' });
  await api.post('/v1/leads', lead);
  return idOf(await api.post('/v1/leads', lead), 'lead_id');
}

function after(kind: ParamKind, path: string, ...steps: string[]): Build {
  return async (service, organization) => {
    const id = await makeResource(kind, service, organization);
    for (const step of steps) {
      const { status, body } = await organization.api.post(`/v1/${path}/${id}/${step}`);
      assert.equal(status, 200, JSON.stringify(body));
    }
    return id;
  };
}

/** An erasure is refused while an import is running, and there may be no worker that processes it. */
function afterImports(kind: ParamKind): Build {
  return async (service, organization) => {
    await service.owner.query(
      `update imports set status = 'completed', completed_at = now()
       where organization_id = $1 and status = 'running'`,
      [toUuid('organization', organization.organizationId)],
    );
    return makeResource(kind, service, organization);
  };
}

function leadAfter(
  step: (path: string, to: TestOrganization, service: TestService) => Promise<ApiResponse>,
): Build {
  return async (service, organization) => {
    const id = await makeResource('lead', service, organization);
    const { status, body } = await step(`/v1/leads/${id}`, organization, service);
    assert.equal(status, 200, JSON.stringify(body));
    return id;
  };
}

function jobAfter(...steps: string[]): Build {
  return after('job', 'jobs', ...steps);
}

/** Sets the state that a worker would leave; there may be no worker. */
async function failedRun(service: TestService, organization: TestOrganization) {
  const id = await newRun(service, organization);
  const uuid = toUuid('run', id);
  await service.owner.query(
    `update playbook_runs set status = 'failed', error = '{"code": "nothing_open", "detail": "Nothing is open."}',
       started_at = created_at, finished_at = created_at, due_at = null, claimable_at = null
     where run_id = $1`,
    [uuid],
  );
  await service.owner.query(
    `insert into playbook_run_steps (organization_id, run_id, position, step_id, kind, status, attempts, started_at)
     values ($1, $2, 0, 'task', 'create_task', 'failed', 1, now())`,
    [toUuid('organization', organization.organizationId), uuid],
  );
  const team = await makeResource('team', service, organization);
  await service.owner.query(
    `insert into team_turns (organization_id, team_id, last_user_id)
     select organization_id, team_id, user_id from team_members where team_id = $1`,
    [toUuid('team', team)],
  );
  await organization.api.post('/v1/automation/rotate-secret');
  return id;
}

async function newRun(service: TestService, organization: TestOrganization): Promise<string> {
  const lead_id = await makeResource('lead', service, organization);
  const playbook = await makeResource('playbook', service, organization);
  const { status, body } = await organization.api.post(`/v1/playbooks/${playbook}/run`, {
    lead_id,
  });
  assert.equal(status, 202, JSON.stringify(body));
  return body.run_id;
}

async function draftEstimate(service: TestService, organization: TestOrganization) {
  const lead_id = await makeResource('lead', service, organization);
  const lines = [
    { description: 'Water heater', quantity: 1, unit_amount: 120_000 },
    { description: 'Haul away', quantity: 1, unit_amount: 7_500, optional: true },
  ];
  const estimate = { lead_id, title: 'Heater', options: [{ name: 'Better', lines }] };
  return idOf(await organization.api.post('/v1/estimates', estimate), 'estimate_id');
}

async function acceptedEstimate(service: TestService, organization: TestOrganization) {
  const id = await draftEstimate(service, organization);
  const path = `/v1/estimates/${id}`;
  await organization.api.post(`${path}/send`);
  const signature = { name: 'Dana Whitfield', kind: 'typed' };
  const { status, body } = await organization.api.post(`${path}/accept`, { signature });
  assert.equal(status, 201, JSON.stringify(body));
  return id;
}

async function draftInvoice(service: TestService, organization: TestOrganization) {
  const job_id = await makeResource('job', service, organization);
  const lines = [{ description: 'Boiler', quantity: 1, unit_amount: 120_000 }];
  const invoice = { job_id, currency: 'USD', lines };
  return idOf(await organization.api.post('/v1/invoices', invoice), 'invoice_id');
}

async function paidInvoice(service: TestService, organization: TestOrganization) {
  const id = await draftInvoice(service, organization);
  await organization.api.post(`/v1/invoices/${id}/send`);
  const payment = { amount: 120_000, method: 'card' };
  return idOf(await organization.api.post(`/v1/invoices/${id}/payments`, payment), 'invoice_id');
}

export async function activeProvider({ api }: Pick<TestOrganization, 'api'>): Promise<string> {
  const { data } = (await api.get('/v1/payment-providers')).body;
  const active = data.find(({ status }: { status: string }) => status === 'active');
  if (active) return active.payment_provider_id;
  const keys = { secret_key: 'rk_test_ofTheTests', webhook_secret: 'whsec_ofTheTests' };
  const provider = { kind: 'stripe', ...keys };
  return idOf(await api.post('/v1/payment-providers', provider), 'payment_provider_id');
}

/** Only one can be active: another one can be connected after it. */
async function disabledProvider(organization: TestOrganization): Promise<string> {
  const id = await activeProvider(organization);
  const path = `/v1/payment-providers/${id}`;
  return idOf(
    await organization.api.patch(path, { status: 'disabled' }),
    'payment_provider_id',
    200,
  );
}

async function payableInvoice(service: TestService, organization: TestOrganization) {
  await activeProvider(organization);
  return after('invoice', 'invoices', 'send')(service, organization);
}

/** A resource that the operation can be used on: one in the right state, or any. */
export function makeResourceFor(
  operationId: string,
  kind: ParamKind,
  service: TestService,
  organization: TestOrganization,
  create: Create = (any) => makeResource(any, service, organization),
): Promise<string> {
  const prepare = prepared[operationId];
  return prepare ? prepare(service, organization) : create(kind);
}

/** What the body of an operation names, as the operation needs it. */
const inBodies: Record<string, Build> = {
  // Only an invoice that was sent can be paid.
  matchPayment: after('invoice', 'invoices', 'send'),
};

/** A resource that the body of the operation can name. */
export function makeResourceInBodyOf(
  operationId: string,
  kind: ParamKind,
  service: TestService,
  organization: TestOrganization,
  create: Create = (any) => makeResource(any, service, organization),
): Promise<string> {
  const build = inBodies[operationId];
  return build ? build(service, organization) : create(kind);
}

export async function makeResource(
  prefix: ParamKind,
  service: TestService,
  organization: TestOrganization,
): Promise<string> {
  const build = builders[prefix];
  assert(build, `server/testing/builders.ts cannot create a ${prefix} yet: add a line for it`);
  return build(service, organization);
}

/** In a path, the endpoint of a delivery or replay comes first: it is the newest endpoint. */
async function newestEndpoint(service: TestService, organization: TestOrganization) {
  const { body } = await organization.api.get('/v1/webhook-endpoints?limit=1');
  const [newest] = body.data;
  return newest?.webhook_endpoint_id ?? makeResource('webhook_endpoint', service, organization);
}

function idOf({ status, body }: ApiResponse, name: string, expected = 201): string {
  assert.equal(status, expected, JSON.stringify(body));
  return body[name];
}

export const PASSWORD = 'a long sentence that only I know';

/** Accepts an invitation of the user: the response sets the cookie. */
export async function signedIn(
  service: TestService,
  { api }: TestOrganization,
  userId: string,
): Promise<ApiResponse> {
  const key = await newInvitationKey(api, userId);
  // One address may accept ten invitations per second: many tests need more.
  const accepted = await eventually(async () => {
    const body = { key, password: PASSWORD };
    const response = await service.as(null).post('/v1/invitations/accept', body);
    return response.status !== 429 && response;
  });
  assert.equal(accepted.status, 201, JSON.stringify(accepted.body));
  return accepted;
}

/** Passkeys work at localhost, but not at the IP address of the same machine. */
export function originOf({ url }: TestService): string {
  return url.replace('127.0.0.1', 'localhost');
}

/** A user in a session, and what a browser needs to add a passkey. */
export async function passkeyHolder(service: TestService, organization: TestOrganization) {
  const userId = await makeResource('user', service, organization);
  const { headers } = await signedIn(service, organization, userId);
  const token = headers.getSetCookie()[0]?.split(/[=;]/)[1] ?? '';
  const client = new ApiClient(originOf(service), token);
  const { body } = await client.post('/v1/me/passkeys/options');
  return { token, client, passkey: new SoftwarePasskey(), options: body.options };
}

export async function addPasskey(client: ApiClient, credential: object): Promise<string> {
  const body = { name: 'Phone', credential };
  return idOf(await client.post('/v1/me/passkeys', body), 'passkey_id');
}

export async function newInvitationKey(
  api: TestOrganization['api'],
  userId: string,
): Promise<string> {
  const { body } = await api.post(`/v1/users/${userId}/invitations`);
  return String(body.url).split('#')[1] ?? '';
}

/** As a provider reports it, without a checkout. */
async function unmatchedPayment(
  { owner, clock }: TestService,
  { organizationId }: TestOrganization,
) {
  const paymentId = newUuid();
  await owner.query(
    `insert into provider_payments (organization_id, payment_id, provider, provider_payment_id, status, reason, amount,
       currency, method, refunds, reported_refunded, refunded, refunded_applied, disputes, paid_at, created_at, updated_at)
     values ($1, $2, 'stripe', $3, 'unmatched', 'unknown_checkout', 500, 'USD', 'card', '{}', 0, 0, 0, '{}', $4, $4, $4)`,
    [toUuid('organization', organizationId), paymentId, `pi_${paymentId}`, clock.now()],
  );
  return toPublicId('payment', paymentId);
}
