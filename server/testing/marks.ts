import { toUuid } from '../domain/ids.ts';
import type { ParamKind } from '../platform/http/operation.ts';
import { routes } from '../routes.ts';
import { ApiClient, type ApiResponse, type CallOptions } from './api-client.ts';
import { makeResource } from './builders.ts';
import { created } from './created.ts';
import type { TestOrganization, TestService } from './harness.ts';

/**
 * An organization whose records carry a mark of their kind, such as "MarkInvoices" in the notes of an invoice. A caller who
 * finds a mark has seen a record of that kind, however it came there.
 */

const mark = (kind: string) => `Mark${kind.replaceAll(/[^a-z]/g, '')}`;

/** A key that only `channels:write` shows, and that no event contains. */
export const KEY_MARK = 'Keymark';

const FIELDS: [path: RegExp, fields: Record<string, unknown>][] = [
  [/^\/v1\/leads$/, { name: mark('contacts'), notes: mark('leads') }],
  [/^\/v1\/appointments$/, { notes: mark('appointments') }],
  [/^\/v1\/jobs$/, { title: mark('jobs') }],
  [/^\/v1\/jobs\/[^/]+\/notes$/, { text: mark('jobs') }],
  [/^\/v1\/jobs\/[^/]+\/warranty-claims$/, { description: mark('jobs') }],
  [/^\/v1\/invoices$/, { notes: mark('invoices') }],
  [/^\/v1\/estimates$/, { terms: mark('estimates') }],
  [/^\/v1\/messages$/, { body: mark('communications') }],
  [/^\/v1\/communications$/, { body: mark('communications') }],
  [/^\/v1\/channels$/, { name: mark('channels') }],
  [/^\/v1\/follow-ups$/, { body: mark('follow-ups') }],
  [/^\/v1\/forms$/, { title: mark('forms') }],
  [/^\/v1\/booking-pages$/, { title: mark('booking pages') }],
  [/^\/v1\/webhook-endpoints$/, { description: mark('webhook endpoints') }],
  [/^\/v1\/tokens$/, { name: mark('tokens') }],
  [/^\/v1\/secrets$/, { allowed_hosts: [`${mark('secrets').toLowerCase()}.example.com`] }],
  [/^\/v1\/price-items$/, { name: mark('price items') }],
  [/^\/v1\/services$/, { name: mark('services') }],
  [/^\/v1\/areas$/, { name: mark('services') }],
  [/^\/v1\/sources$/, { name: mark('sources') }],
  [/^\/v1\/properties$/, { access_notes: mark('customers') }],
  [/^\/v1\/equipment$/, { serial: mark('customers') }],
  [/^\/v1\/time-off$/, { reason: mark('time off') }],
];

/** Unique values get the mark in front. */
const PREFIXES: [path: RegExp, field: string, prefix: string][] = [
  [/^\/v1\/templates$/, 'name', `${mark('templates')}.`],
  [/^\/v1\/playbooks$/, 'name', `${mark('playbooks')}.`],
  [/^\/v1\/teams$/, 'name', `${mark('teams')}.`],
  [/^\/v1\/users$/, 'email', `${mark('users')}.`],
];

/** A client that marks whatever it creates. */
class MarkingClient extends ApiClient {
  override call(
    method: string,
    path: string,
    body?: unknown,
    options?: CallOptions,
  ): Promise<ApiResponse> {
    return super.call(method, path, method === 'POST' ? marked(path, body) : body, options);
  }
}

function marked(path: string, body: unknown): unknown {
  if (body === undefined) return undefined;
  const fields = FIELDS.filter(([pattern]) => pattern.test(path)).map(([, marks]) => marks);
  const given: Record<string, unknown> = Object.assign({}, body, ...fields);
  for (const [pattern, field, prefix] of PREFIXES) {
    if (pattern.test(path)) given[field] = `${prefix}${given[field]}`;
  }
  return given;
}

/** The kinds of data whose marks the text contains, as docs/scopes.md names them. */
export function kindsIn(text: string): string[] {
  return KINDS.filter((kind) => new RegExp(`${mark(kind)}(?![a-z])`, 'i').test(text));
}

export const KINDS = [
  ...['appointments', 'channels', 'communications', 'contacts', 'customers', 'follow-ups', 'forms'],
  'booking pages',
  ...[
    'estimates',
    'files',
    'imports',
    'invoices',
    'jobs',
    'leads',
    'organization',
    'playbooks',
    'secrets',
    'price items',
    'services',
    'sources',
    'tasks',
  ],
  ...['teams', 'templates', 'time off', 'tokens', 'users', 'webhook endpoints'],
];

export interface MarkedOrganization extends TestOrganization {
  /** A marked record of each kind of id that a path can contain. */
  ids: ReadonlyMap<ParamKind, string>;
}

export async function newMarkedOrganization(service: TestService): Promise<MarkedOrganization> {
  const plain = await service.newOrganization();
  const organization = { ...plain, api: new MarkingClient(service.url, plain.token) };
  const ids = new Map<ParamKind, string>();
  for (const kind of new Set(routes.flatMap(({ params }) => Object.values(params)))) {
    ids.set(kind, await makeResource(kind, service, organization));
  }
  await addHistory(organization, ids);
  await addSecrets(organization);
  await markImportsAndTasks(service, organization, ids);
  return { ...organization, ids };
}

/** Everything under one lifecycle number: the one of the job. */
async function addHistory({ api }: TestOrganization, ids: Map<ParamKind, string>): Promise<void> {
  const { body: job } = await api.get(`/v1/jobs/${ids.get('job')}`);
  const { lifecycle_number, customer_id, job_id, lead_id } = job;
  ids.set('lifecycle_number', lifecycle_number).set('customer', customer_id);
  await api.patch(`/v1/customers/${customer_id}`, { address: mark('customers') });
  const starts_at = '2027-03-03T09:00:00-08:00';
  await created(api.post('/v1/appointments', { job_id, assigned_to: ids.get('user'), starts_at }));
  await created(api.post('/v1/communications', { lifecycle_number, channel: 'note' }));
  await created(api.post('/v1/follow-ups', { lifecycle_number, channel: 'task', delay: 'P1D' }));
  const lines = [{ description: 'Boiler', quantity: 1, unit_amount: 120_000 }];
  await created(api.post('/v1/invoices', { job_id, currency: 'USD', lines }));
  const options = [{ name: 'Better', lines }];
  await created(api.post('/v1/estimates', { lead_id, title: 'Boiler', options }));
  const run = { lead_id, input: { note: mark('leads') } };
  await api.post(`/v1/playbooks/${ids.get('playbook')}/run`, run);
  const policy = `lead.source != '${mark('organization')}'`;
  await api.patch('/v1/organization', { qualification_policy: policy });
}

async function addSecrets({ api }: TestOrganization): Promise<void> {
  const settings = {
    url: `https://sms.example.com/${KEY_MARK}/send?key=${KEY_MARK}`,
    secret: `${KEY_MARK}-of-the-gateway`,
    from_number: '+14155550100',
  };
  await created(api.post('/v1/channels', { kind: 'sms_gateway', active: false, settings }));
  const secret = await created(api.post('/v1/secrets', { name: 'crm', value: KEY_MARK.repeat(2) }));
  const request = {
    id: 'crm',
    do: 'http_request',
    with: {
      url: `https://crm.example.com/?key=${KEY_MARK}`,
      headers: { Authorization: `Bearer {{ secrets.${secret.name} }}` },
    },
  };
  // biome-ignore lint/suspicious/noThenProperty: a branch has it
  const steps = [{ id: 'which', do: 'branch', when: 'true', then: [request] }];
  await created(api.post('/v1/playbooks', { name: 'CRM', trigger: { manual: true }, steps }));
  const url = `https://receiver.example.com/${KEY_MARK}`;
  await created(api.post('/v1/webhook-endpoints', { url, enabled: false }));
}

/** Their texts come from the service, so they are marked in the database. */
async function markImportsAndTasks(
  { owner }: TestService,
  { organizationId }: TestOrganization,
  ids: ReadonlyMap<ParamKind, string>,
): Promise<void> {
  const uuid = toUuid('organization', organizationId);
  await owner.query('update import_errors set detail = $2 where organization_id = $1', [
    uuid,
    mark('imports'),
  ]);
  await owner.query('update pgboss.job set source_output = $2 where id = $1', [
    toUuid('task', ids.get('task') ?? ''),
    { message: mark('tasks') },
  ]);
}
