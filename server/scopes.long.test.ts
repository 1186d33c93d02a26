import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { SCOPES } from './domain/scopes.ts';
import type { Caller } from './platform/auth/authenticator.ts';
import { callerFor } from './platform/auth/caller-for.ts';
import { isOwn } from './platform/auth/scopes.ts';
import type { Operation } from './platform/http/operation.ts';
import { eventTypes, routes } from './routes.ts';
import type { ApiResponse } from './testing/api-client.ts';
import { makeResource, makeResourceFor } from './testing/builders.ts';
import { created } from './testing/created.ts';
import { EventListener } from './testing/event-listener.ts';
import { eventually } from './testing/eventually.ts';
import { sample } from './testing/every-operation.ts';
import { shared, sharedService } from './testing/fixtures.ts';
import { KEY_MARK, KINDS, kindsIn, newMarkedOrganization } from './testing/marks.ts';
import { onePerKind, pathWith, sampleBody } from './testing/requests.ts';
import { scopesDocument } from './testing/scopes-document.ts';
import { randomFor } from './testing/seed.ts';
import { mayCall, shownTo } from './testing/shown-to.ts';
import { sized } from './testing/sized.ts';
import { startWebhookReceiver } from './testing/webhook-receiver.ts';

/**
 * What a token sees is looked for in what it gets, not in what the code declares: each kind of record carries a mark,
 * and docs/scopes.md says which marks may appear.
 */

/** A token of an organization cannot have the scope of the operator. Own scopes need a user: see own-work.test.ts. */
const ALONE = SCOPES.filter((scope) => scope !== 'operator' && !isOwn(scope));
const READS = ALONE.filter((scope) => scope.endsWith(':read'));

const service = sharedService({ ownDatabase: true, because: 'starts its worker later' });
const alder = shared(() => newMarkedOrganization(service));

async function tokenWith(...scopes: string[]): Promise<string> {
  const plain = service.as(alder.token);
  return (await created(plain.post('/v1/tokens', { name: 'Walker', scopes }))).token;
}

const another = (kind: string) => makeResource(kind, service, alder);
const inBodies = onePerKind(another);
/** Users get visits at the same time, so each request has its own. */
const namedInBody = (kind: string) => (kind === 'user' ? another(kind) : inBodies(kind));

/** Bodies about the records that carry marks; the examples would be about new ones. */
const BODIES: Record<string, () => Record<string, unknown>> = {
  bookAppointment: () => ({
    customer_id: alder.ids.get('customer'),
    assigned_to: alder.ids.get('user'),
    starts_at: '2027-03-04T09:00:00-08:00',
  }),
  holdAppointment: () => ({
    customer_id: alder.ids.get('customer'),
    assigned_to: alder.ids.get('user'),
    starts_at: '2027-03-05T09:00:00-08:00',
  }),
  createJob: () => ({ customer_id: alder.ids.get('customer'), title: 'Another' }),
  recordCommunication: () => ({
    customer_id: alder.ids.get('customer'),
    channel: 'note',
    body: 'x',
  }),
  createFollowUp: () => ({ customer_id: alder.ids.get('customer'), channel: 'call', delay: 'P1D' }),
  runPlaybook: () => ({ lead_id: alder.ids.get('lead'), dry_run: true }),
  createCalendarKey: () => ({}),
};

const expectedFor = (...scopes: string[]) => KINDS.filter((kind) => shownTo(scopes).has(kind));
const textOf = ({ body }: ApiResponse) => JSON.stringify(body);

function queryOf({ query }: Operation): string {
  const { properties, required = [] } = query;
  const fields: Record<string, { examples?: unknown[] }> = properties;
  const given = required.map((name) => [name, String(fields[name]?.examples?.[0])]);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

/** Everything that a token with this scope can read, from every page. All other operations refuse it: see below. */
async function readAll(scope: string): Promise<string> {
  const api = service.as(await tokenWith(scope));
  const texts: string[] = [];
  for (const operation of routes.filter((one) => one.kind === 'read' && mayCall(one, [scope]))) {
    const path = await pathWith(operation, async (kind) => alder.ids.get(kind) ?? '');
    if (operation.method === 'POST') {
      const body = { appointment_id: alder.ids.get('appointment') };
      texts.push(textOf(await api.post(path, body)));
      continue;
    }
    const isPaged = 'limit' in operation.query.properties;
    const first = isPaged ? `${path}?limit=200` : path + queryOf(operation);
    let page = await api.get(first);
    texts.push(textOf(page));
    while (isPaged && page.body.next_cursor) {
      page = await api.get(`${path}?limit=200&cursor=${page.body.next_cursor}`);
      texts.push(textOf(page));
    }
  }
  return texts.join('\n');
}

describe('a scope alone', () => {
  for (const scope of ALONE) {
    it(`reads what docs/scopes.md says: ${scope}`, async () => {
      const seen = kindsIn(await readAll(scope));
      const allowed = expectedFor(scope);
      if (scope.endsWith(':read')) assert.deepEqual(seen, allowed);
      else for (const kind of seen) assert(allowed.includes(kind), `it sees ${kind}`);
    });
  }

  for (const scope of ALONE.filter((one) => !one.endsWith(':read'))) {
    it(`sees no more than docs/scopes.md says in the responses of its changes: ${scope}`, async () => {
      const api = service.as(await tokenWith(scope));
      const operations = routes.filter(({ kind }) => kind === 'mutation');
      for (const operation of operations.filter((one) => mayCall(one, [scope]))) {
        const ofKind = (kind: string) => makeResourceFor(operation.id, kind, service, alder);
        const path = await pathWith(operation, ofKind);
        const body = BODIES[operation.id]?.() ?? (await sampleBody(operation, namedInBody));
        const response = await api.call(operation.method, path, body);
        for (const kind of kindsIn(textOf(response))) {
          assert(expectedFor(scope).includes(kind), `${operation.id} shows ${kind}`);
        }
      }
    });
  }

  it('calls no operation that needs another one', async () => {
    const random = randomFor('scopes alone');
    for (const scope of ALONE) {
      const api = service.as(await tokenWith(scope));
      const others = routes.filter((one) => !mayCall(one, [scope]));
      for (const one of others) {
        assert.throws(() => callerFor(one, callerWith(scope)), { code: 'scope_missing' }, one.id);
      }
      // What refuses them is the same for all operations: every-operation.test.ts sends a request to each.
      for (const operation of sample(random, others, sized({ long: 8, nightly: others.length }))) {
        const path = await pathWith(operation, async (kind) => alder.ids.get(kind) ?? '');
        // A token for capture alone has few requests per second.
        const { status, body } = await eventually(async () => {
          const response = await api.call(operation.method, path);
          return response.status !== 429 && response;
        });
        assert.equal(`${status} ${body.code}`, '403 scope_missing', `${scope}: ${operation.id}`);
      }
    }
  });
});

/** Of a token with this scope alone, as it is found for a request. */
function callerWith(scope: string): Caller {
  return {
    ...{ organizationId: alder.organizationId, tokenId: '', userId: null, ownerId: null },
    ...{ scopes: [scope], actor: { type: 'token', id: '', name: 'Walker' }, session: null },
    ...{ allowedOrigins: [], isSuspended: false, country: 'US', qualificationPolicy: '' },
  };
}

describe('the event log', () => {
  it('shows with events:read only the events of the resources that the token can read', async () => {
    for (const scope of READS) {
      const token = await tokenWith('events:read', scope);
      const seen: string[] = [];
      let after = 0;
      for (;;) {
        const { body } = await service.as(token).get(`/v1/events?limit=200&after=${after}`);
        seen.push(...body.data.map((event: object) => JSON.stringify(event)));
        if (!body.has_more) break;
        after = body.data.at(-1).seq;
      }
      const allowed = expectedFor('events:read', scope);
      for (const kind of kindsIn(seen.join('\n')))
        assert(allowed.includes(kind), `${scope} sees ${kind}`);
      const own = ['events:read', scope];
      const types = eventTypes.filter(({ scopes }) => scopes.some((one) => own.includes(one)));
      const names = new Set(types.map(({ type }) => type));
      for (const event of seen) assert(names.has(JSON.parse(event).type), `${scope} sees ${event}`);
    }
  });

  it('sends the same over the stream, from any position', async () => {
    for (const scope of ['events:read', 'leads:read', 'appointments:read', 'channels:read']) {
      const token = await tokenWith('events:read', scope);
      const { body } = await service.as(token).get('/v1/events?limit=200');
      const listener = await EventListener.open(service.url, token, { lastEventId: '0' });
      await listener.until(body.data.length);
      const streamed = listener.events.slice(0, body.data.length).map(({ data }) => data);
      assert.deepEqual(streamed, body.data);
      assert(scope === 'events:read' || body.data.length > 0, scope);
      listener.close();
    }
  });

  it('shows an appointment without its contact and the email of its user', async () => {
    const narrow = service.as(await tokenWith('events:read', 'appointments:read'));
    const { body } = await narrow.get('/v1/events?type=appointment.booked');
    assert.equal(body.data[0].data.contact, null);
    assert.equal(body.data[0].data.assignee.email, null);
    const wide = service.as(
      await tokenWith('events:read', 'appointments:read', 'customers:read', 'users:read'),
    );
    const whole = await wide.get('/v1/events?type=appointment.booked');
    assert.deepEqual(kindsIn(textOf(whole)), ['appointments', 'contacts', 'users']);
  });

  it('contains no key of a channel, a receiver or a request, for any reader', async () => {
    const { rows } = await service.owner.query(
      `select type from events where (data::text || coalesce(previous::text, '')) ~ $1`,
      [KEY_MARK],
    );
    assert.deepEqual(rows, []);
    const { rows: keys } = await service.owner.query(
      `select c.channel_key from channels c join events e on e.data::text like '%' || c.channel_key || '%'`,
    );
    assert.deepEqual(keys, []);
  });
});

describe('webhook endpoints', () => {
  const receivers = shared(async () => {
    await service.startWorker();
    const receiver = await startWebhookReceiver();
    return { receiver, stop: () => receiver.stop() };
  });

  /** Replays the whole log to a new endpoint of the token, and returns what arrives. */
  async function replayed(...scopes: string[]): Promise<string> {
    const api = service.as(await tokenWith('webhooks:write', 'webhooks:read', ...scopes));
    const url = `${receivers.receiver.url}/${scopes.join()}`;
    const endpoint = (await created(api.post('/v1/webhook-endpoints', { url })))
      .webhook_endpoint_id;
    const path = `/v1/webhook-endpoints/${endpoint}/replays`;
    const { body } = await api.post(path, { from_seq: 1 });
    await eventually(async () => {
      const { body: now } = await api.get(`${path}/${body.replay_id}`);
      return now.status === 'completed' && now.pending === 0;
    }, 60_000);
    const own = receivers.receiver.requests.filter((one) => one.path.endsWith(`/${scopes.join()}`));
    return own.map(({ raw }) => raw).join('\n');
  }

  it('with webhooks:write alone get nothing but events of webhooks', async () => {
    assert.deepEqual(kindsIn(await replayed()), ['webhook endpoints']);
  });

  it('get only what the token that created them can read', async () => {
    for (const scope of ['leads:read', 'appointments:read', 'jobs:read', 'channels:read']) {
      const kinds = kindsIn(await replayed(scope));
      const allowed = expectedFor('webhooks:write', 'webhooks:read', scope);
      assert.deepEqual(
        kinds,
        allowed.filter((kind) => kind !== 'imports'),
        scope,
      );
    }
  });

  it('cannot be redirected by a token that reads less', async () => {
    const { api } = alder;
    const url = 'https://receiver.example.com/all';
    const { webhook_endpoint_id: id, scopes } = await created(
      api.post('/v1/webhook-endpoints', { url }),
    );
    assert.deepEqual(scopes, ['*']);
    const narrow = service.as(await tokenWith('webhooks:write', 'leads:read'));
    const renamed = await narrow.patch(`/v1/webhook-endpoints/${id}`, { description: 'Mine' });
    assert.deepEqual(renamed.body.scopes, ['*'], 'a description exposes nothing');
    const moved = await narrow.patch(`/v1/webhook-endpoints/${id}`, { url: `${url}/mine` });
    assert.deepEqual(moved.body.scopes, ['leads:read', 'webhooks:write']);
    const event_types = ['*'];
    const widened = await api.patch(`/v1/webhook-endpoints/${id}`, { event_types });
    assert.deepEqual(widened.body.scopes, ['*']);
  });

  it('cannot subscribe to events that the token cannot read', async () => {
    const narrow = service.as(await tokenWith('webhooks:write', 'leads:read'));
    const event_types = ['lead.*', 'invoice.*', 'channel.created'];
    const url = 'https://receiver.example.com/';
    const { status, body } = await narrow.post('/v1/webhook-endpoints', { url, event_types });
    assert.equal(status, 422);
    const errors = body.errors.map((error: Record<string, string>) => [error.pointer, error.code]);
    assert.deepEqual(errors, [
      ['/event_types/1', 'scope_missing'],
      ['/event_types/2', 'scope_missing'],
    ]);
  });

  it('list only deliveries of events that the token can read', async () => {
    const url = receivers.receiver.url;
    const endpoint = await created(alder.api.post('/v1/webhook-endpoints', { url }));
    const path = `/v1/webhook-endpoints/${endpoint.webhook_endpoint_id}/deliveries`;
    await makeResource('lead', service, alder);
    const all = await eventually(async () => {
      const { body } = await alder.api.get(path);
      return (
        body.data.some((one: { event_type: string }) => one.event_type === 'lead.created') &&
        body.data
      );
    });
    const narrow = service.as(await tokenWith('webhooks:read'));
    assert.deepEqual((await narrow.get(path)).body.data, []);
    assert.equal((await narrow.get(`${path}/${all[0].delivery_id}`)).status, 404);
  });
});

describe('what is done needs the scope for it', () => {
  const text = { channel: 'sms', delay: 'PT1H', body: 'We are on our way.' };

  it('a text or an email needs communications:write, as a follow-up too', async () => {
    const narrow = service.as(await tokenWith('follow_ups:write'));
    const lead_id = alder.ids.get('lead');
    for (const channel of ['sms', 'email']) {
      const subject = channel === 'email' ? { subject: 'Hi' } : {};
      const message = { ...text, ...subject, lead_id, channel };
      const { status, body } = await narrow.post('/v1/follow-ups', message);
      assert.equal(status, 403);
      assert.equal(body.code, 'scope_missing');
      assert.deepEqual(body.required_scopes, ['communications:write']);
      assert.equal(body.errors[0].pointer, '/channel');
    }
    const call = { lead_id, channel: 'call', delay: 'PT1H' };
    await created(narrow.post('/v1/follow-ups', call));
    const sent = await created(alder.api.post('/v1/follow-ups', { ...text, lead_id }));
    const path = `/v1/follow-ups/${sent.follow_up_id}/reschedule`;
    assert.equal((await narrow.post(path, { delay: 'PT1M' })).status, 403);
  });

  it('a text with variables needs the scopes to read them', async () => {
    const narrow = service.as(await tokenWith('follow_ups:write', 'leads:read'));
    const task = { lead_id: alder.ids.get('lead'), channel: 'task', delay: 'P1D' };
    await created(narrow.post('/v1/follow-ups', { ...task, body: 'Call {{ lead.phone }}' }));
    const body = 'They owe {{ invoice.total }}';
    const refused = await narrow.post('/v1/follow-ups', { ...task, body });
    assert.equal(refused.status, 403);
    assert.deepEqual(refused.body.required_scopes, ['invoices:read']);
  });

  it('a template needs the scopes to read what it contains', async () => {
    const template = { name: 'Balance', channel: 'sms', body: '{{ lead.name }}' };
    const { template_id } = await created(alder.api.post('/v1/templates', template));
    const narrow = service.as(await tokenWith('communications:write'));
    const lead_id = alder.ids.get('lead');
    const refused = await narrow.post('/v1/messages', { lead_id, channel: 'sms', template_id });
    assert.equal(refused.status, 403);
    assert.deepEqual(refused.body.required_scopes, ['leads:read']);
  });

  it('a playbook needs the scopes of what it reads and does', async () => {
    const steps = [
      { id: 'out', do: 'http_request', with: { url: 'https://example.com/{{ lead.phone }}' } },
      { id: 'text', do: 'send_message', with: { channel: 'sms', body: 'Hello' } },
    ];
    const playbook = { name: 'Out', trigger: { event: 'invoice.paid' }, steps };
    const narrow = service.as(await tokenWith('playbooks:write'));
    const refused = await narrow.post('/v1/playbooks', playbook);
    assert.equal(refused.status, 403);
    const needed = ['invoices:read', 'leads:read', 'communications:write'];
    assert.deepEqual(refused.body.required_scopes, needed);
    const pointers = refused.body.errors.map(({ pointer }: { pointer: string }) => pointer);
    assert.deepEqual(pointers, ['/trigger/event', '/steps/0/with/url', '/steps/1']);

    const { playbook_id } = await created(alder.api.post('/v1/playbooks', playbook));
    const path = `/v1/playbooks/${playbook_id}`;
    assert.equal((await narrow.patch(path, { enabled: true })).status, 403);
    assert.equal((await narrow.patch(path, { name: 'Outside' })).status, 200);
    const lead_id = alder.ids.get('lead');
    assert.equal((await narrow.post(`${path}/run`, { lead_id })).status, 403);
    assert.equal((await narrow.post(`${path}/run`, { lead_id, dry_run: true })).status, 403);
    const reader = service.as(await tokenWith('playbooks:write', 'leads:read', 'invoices:read'));
    assert.equal((await reader.post(`${path}/run`, { lead_id })).status, 403, 'it sends a text');
    const dry = await reader.post(`${path}/run`, { lead_id, dry_run: true });
    assert.equal(dry.status, 200);
    assert.equal(dry.body.steps[0].input, null, 'the trace shows more than the lead');
  });

  it('a calendar key needs the scopes of what the feed shows', async () => {
    const path = `/v1/users/${alder.ids.get('user')}/calendar-key`;
    const narrow = service.as(await tokenWith('users:write', 'appointments:read'));
    assert.equal((await narrow.post(path)).status, 403);
    const wide = await tokenWith('users:write', 'appointments:read', 'customers:read');
    const { url } = await created(service.as(wide).post(path));
    const folded = await (await fetch(url)).text();
    const feed = folded.replaceAll('\r\n ', '');
    const allowed = expectedFor('users:write', 'appointments:read', 'customers:read');
    assert.deepEqual(kindsIn(feed), ['appointments', 'contacts']);
    for (const kind of kindsIn(feed)) assert(allowed.includes(kind), `the feed shows ${kind}`);
  });

  it('a search by name or phone needs the scopes of the contact', async () => {
    const narrow = service.as(await tokenWith('jobs:read'));
    assert.equal((await narrow.get('/v1/jobs?q=MarkContacts')).status, 403);
    const wide = service.as(await tokenWith('jobs:read', 'customers:read'));
    assert.equal((await wide.get('/v1/jobs?q=MarkContacts')).status, 200);
  });
});

describe('a role', () => {
  async function as(role: string) {
    const email = `${role}@example.com`;
    const plain = service.as(alder.token);
    const { user_id } = await created(plain.post('/v1/users', { name: role, email, role }));
    const { token } = await created(plain.post('/v1/tokens', { name: role, user_id }));
    return service.as(token);
  }

  it('dispatcher does the work of an office: converts, texts, and enables a ready playbook', async () => {
    const dispatcher = await as('dispatcher');
    const lead = await another('lead');
    await created(dispatcher.post(`/v1/leads/${lead}/convert`));
    const text = { lead_id: lead, channel: 'sms', delay: 'PT1H', body: 'Hi {{ lead.name }}' };
    await created(dispatcher.post('/v1/follow-ups', text));
    const { body } = await dispatcher.get('/v1/playbooks?limit=200');
    const ready = body.data.filter(({ key }: { key: string | null }) => key !== null);
    assert.notEqual(ready.length, 0);
    for (const { playbook_id } of ready) {
      const enabled = await dispatcher.patch(`/v1/playbooks/${playbook_id}`, { enabled: true });
      assert.equal(enabled.status, 200, JSON.stringify(enabled.body));
      await dispatcher.patch(`/v1/playbooks/${playbook_id}`, { enabled: false });
    }
  });

  it('viewer reads the records and their events, but nothing about channels and tokens', async () => {
    const viewer = await as('viewer');
    const text = textOf(await viewer.get('/v1/events?limit=200'));
    assert.match(text, /"lead\.created"/);
    assert.doesNotMatch(text, /"(channel|token|webhook_endpoint)\./);
  });
});

describe('a channel', () => {
  it('shows the addresses with its key only to tokens that can change it', async () => {
    const gatewayOf = async (...scopes: string[]) => {
      const { body } = await service.as(await tokenWith(...scopes)).get('/v1/channels');
      return body.data.find(({ kind }: { kind: string }) => kind === 'sms_gateway');
    };
    const { inbound_url, status_url } = await gatewayOf('channels:read');
    assert.deepEqual([inbound_url, status_url], [null, null]);
    assert.match((await gatewayOf('channels:read', 'channels:write')).inbound_url, /\/g\/.*\/sms$/);
  });
});

describe('a lifecycle', () => {
  it('shows the parts that the token can read, and names the scopes that are missing', async () => {
    const path = `/v1/lifecycles/${alder.ids.get('lifecycle_number')}`;
    const whole = await alder.api.get(path);
    assert.deepEqual(whole.body.missing_scopes, []);
    const { jobs, invoices, communications, follow_ups, appointments } = whole.body;
    for (const part of [jobs, invoices, communications, follow_ups, appointments])
      assert.notEqual(part.length, 0);

    const narrow = service.as(await tokenWith('leads:read', 'jobs:read'));
    const { body } = await narrow.get(`${path}?limit=200`);
    assert.equal(body.customer, null);
    assert.notEqual(body.jobs.length, 0);
    assert.deepEqual([body.invoices, body.communications, body.appointments], [[], [], []]);
    const types = body.timeline.map(({ type }: { type: string }) => type.split('.')[0]);
    assert.deepEqual([...new Set(types)].sort(), ['job', 'lead']);
    assert.deepEqual(body.missing_scopes, [
      'customers:read',
      'appointments:read',
      'estimates:read',
      'invoices:read',
      'follow_ups:read',
      'communications:read',
      'playbooks:read',
    ]);
  });
});

describe('docs/scopes.md', () => {
  it('is what npm run openapi writes', () => {
    const path = join(import.meta.dirname, '../docs/scopes.md');
    assert.equal(readFileSync(path, 'utf8'), scopesDocument(), 'run npm run openapi');
  });

  it('has every event type under a scope that exists', () => {
    const known: readonly string[] = SCOPES;
    for (const { type, scopes } of eventTypes) {
      for (const scope of scopes) assert(known.includes(scope), `${type} needs ${scope}`);
    }
  });
});
