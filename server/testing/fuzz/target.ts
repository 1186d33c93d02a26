import { randomUUID } from 'node:crypto';
import { toUuid } from '../../domain/ids.ts';
import { makeResource } from '../builders.ts';
import { created } from '../created.ts';
import { OPERATOR_TOKEN, type TestOrganization, type TestService } from '../harness.ts';
import { GATEWAY_SECRET } from '../sms-gateway.ts';
import type { ApiDocument } from './document.ts';
import type { FuzzTarget } from './fuzz.ts';
import { Known } from './known.ts';

/** One organization with something of every kind, which sends the requests, and another that must stay hidden. */
export async function fuzzTarget(
  service: TestService,
  own: TestOrganization,
  other: TestOrganization,
  document: ApiDocument,
): Promise<Omit<FuzzTarget, 'url' | 'afterBatch'>> {
  const limited = await limitedTokens(own);
  // A run that revokes its own token or suspends its own organization would test nothing more.
  const known = new Known([...(await tokenIds(own)), own.organizationId]);
  await fill(service, own, document, known);
  // The token of the operator, who created both, is in both of their logs.
  const foreign = new Known(known.unique());
  await fill(service, other, document, foreign);
  return {
    document,
    tokens: {
      full: own.token,
      limited,
      operator: OPERATOR_TOKEN,
    },
    known,
    foreign,
    markers: await leaveMarkers(other),
  };
}

async function tokenIds({ api }: TestOrganization): Promise<string[]> {
  const { body } = await api.get('/v1/tokens');
  return body.data.map(({ token_id }: { token_id: string }) => token_id);
}

/** One of each resource, and everything that its operations return. */
async function fill(
  service: TestService,
  organization: TestOrganization,
  { operations }: ApiDocument,
  known: Known,
): Promise<void> {
  const examples = operations.flatMap(({ parameters }) =>
    parameters.filter((one) => one.in === 'path').map(({ example }) => String(example)),
  );
  const kinds = new Set(examples.map((example) => /^([a-z_]+)_01h455vb4/.exec(example)?.[1] ?? ''));
  kinds.delete('');
  for (const kind of kinds) known.learn(await makeResource(kind, service, organization));
  const { api } = organization;
  const user = await makeResource('user', service, organization);
  known.learn((await api.post(`/v1/users/${user}/calendar-key`)).body);
  const settings = {
    url: 'https://gateway.invalid/send',
    secret: GATEWAY_SECRET,
    from_number: '+14155550100',
  };
  known.learn(await created(api.post('/v1/channels', { kind: 'sms_gateway', settings })));
  await offerOnline(api);
  for (const { method, path, isStream } of operations) {
    if (method !== 'GET' || path.includes('{') || isStream) continue;
    known.learn((await api.get(path)).body);
  }
  const { rows } = await service.owner.query<{ url: string }>(
    'select url from unsubscribe_keys where organization_id = $1',
    [toUuid('organization', organization.organizationId)],
  );
  for (const { url } of rows) known.learn(url, 'url');
}

/** A page with something to book, and a source that anyone can send to. */
async function offerOnline(api: TestOrganization['api']): Promise<void> {
  const service = { code: 'ac_repair', name: 'Repair', duration_minutes: 60, online: true };
  await api.post('/v1/services', service);
  await created(api.post('/v1/booking-pages', { name: 'P', title: 'P', services: ['ac_repair'] }));
  for (const kind of ['json', 'form', 'email']) {
    await created(api.post('/v1/sources', { name: kind, kind, source: 'partner' }));
  }
}

function limitedTokens({ api }: TestOrganization): Promise<string[]> {
  const scopes = [['leads:capture'], ['leads:read'], ['leads:read', 'jobs:write'], ['events:read']];
  return Promise.all(
    scopes.map(async (some) => {
      return (await created(api.post('/v1/tokens', { name: some.join(), scopes: some }))).token;
    }),
  );
}

/** In every field that holds text and that a list, a search, a feed or a report could show. */
async function leaveMarkers({ api }: TestOrganization): Promise<string[]> {
  const marker = () => `marker-${randomUUID()}`;
  const texts = Array.from({ length: 6 }, marker);
  const [name, notes, address, title, note, email] = texts;
  const lead = { name, notes, address, email: `${email}@example.com`, service_needed: 'ac_repair' };
  const { lead_id } = await created(api.post('/v1/leads', lead));
  const { job_id } = await created(api.post('/v1/jobs', { lead_id, title }));
  await created(api.post(`/v1/jobs/${job_id}/notes`, { text: note }));
  return texts;
}
