import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toUuid } from '../../platform/ids.ts';
import { startAnotherApp } from '../../testing/another-app.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';
import { storedIn } from '../../testing/stored-in.ts';
import { openSecret } from './secret.ts';

const URL = 'https://receiver.example.com/hooks?key=1';
/** The path and the query can contain a key, so events do not show them. */
const LOGGED_URL = 'https://receiver.example.com/[hidden]';
const PATH = '/v1/webhook-endpoints';
const HOUR_MS = 60 * 60 * 1000;

describe('webhook endpoints', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());

  async function create(body: object = {}, { api } = organization) {
    const response = await api.post(PATH, { url: URL, ...body });
    assert.equal(response.status, 201, JSON.stringify(response.body));
    return response.body;
  }
  async function typesOf({ api } = organization, prefix = 'webhook_') {
    const { body } = await api.get('/v1/events?limit=200');
    return body.data
      .map((event: { type: string }) => event.type)
      .filter((type: string) => type.startsWith(prefix));
  }
  async function rowOf(endpoint: { webhook_endpoint_id: string }) {
    const { rows } = await service.owner.query(
      'select * from webhook_endpoints where webhook_endpoint_id = $1',
      [toUuid('webhook_endpoint', endpoint.webhook_endpoint_id)],
    );
    return rows[0];
  }
  const secretsOf = (row: Record<string, Buffer | string>) =>
    [row.sealed_secret, row.sealed_previous_secret].map(
      (sealed) =>
        sealed &&
        openSecret(
          service.taskContext.secrets,
          sealed as Buffer,
          row.webhook_endpoint_id as string,
        ),
    );

  it('get all events by default, and show their secret once', async () => {
    const own = await service.newOrganization();
    const { secret, ...created } = await create({}, own);
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    const now = service.clock.now().toISOString();
    assert.deepEqual(created, {
      webhook_endpoint_id: created.webhook_endpoint_id,
      url: URL,
      event_types: ['*'],
      scopes: ['*'],
      description: null,
      enabled: true,
      disabled_at: null,
      disabled_reason: null,
      rate_limit_per_second: null,
      ordering: 'none',
      previous_secret_until: null,
      deleted_at: null,
      created_at: now,
      updated_at: now,
    });
    const read = await own.api.get(`${PATH}/${created.webhook_endpoint_id}`);
    const health = { last_success_at: null, last_failure_at: null, failing_since: null };
    assert.deepEqual(read.body, { ...created, health: { ...health, pending: 0 } });
    const list = await own.api.get(PATH);
    assert.deepEqual(list.body.data, [created]);
    const events = await own.api.get('/v1/events?type=webhook_endpoint.created');
    assert.deepEqual(events.body.data[0].data, { ...created, url: LOGGED_URL });
    const seen = JSON.stringify([read, list, events]);
    assert(!seen.includes(secret.slice(6)), 'the secret is shown again');
  });

  it('store the fields they are created with, without duplicate patterns', async () => {
    const secret = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;
    const wanted = {
      event_types: ['lead.*', 'appointment.booked'],
      description: 'Calendar',
      enabled: false,
      rate_limit_per_second: 20,
      ordering: 'lifecycle',
      secret,
    };
    const created = await create({ ...wanted, event_types: [...wanted.event_types, 'lead.*'] });
    for (const [name, value] of Object.entries(wanted))
      assert.deepEqual(created[name], value, name);
    assert.equal(created.disabled_reason, 'by_request');
    assert.equal(created.disabled_at, created.created_at);
    assert.deepEqual(secretsOf(await rowOf(created)), [secret, null]);
  });

  it('store their secret encrypted, also in the response stored for the idempotency key', async () => {
    const headers = { 'idempotency-key': 'an-endpoint' };
    const { body } = await organization.api.post(PATH, { url: URL }, { headers });
    const secret = body.secret.slice(6);
    const forms = [secret, Buffer.from(secret).toString('hex')];
    assert.deepEqual(await storedIn(service, organization, forms), []);
  });

  it('start after their own webhook_endpoint.created event', async () => {
    const created = await create();
    const { body } = await organization.api.get(
      '/v1/events?type=webhook_endpoint.created&limit=200',
    );
    assert.equal(Number((await rowOf(created)).from_seq), body.data.at(-1).seq);
  });

  it('report every invalid field', async () => {
    const wrong: [body: object, errors: string[]][] = [
      [{}, ['/url required']],
      [{ url: 'ftp://a.example' }, ['/url invalid_format']],
      [{ url: 'https://u:p@a.example/' }, ['/url invalid_format']],
      [{ url: 'https://a.example/#x' }, ['/url invalid_format']],
      [{ url: `https://a.example/${'x'.repeat(2000)}` }, ['/url too_long']],
      [{ url: URL, event_types: [] }, ['/event_types too_short']],
      [
        { url: 'x', event_types: ['lead.*', 'lead.exploded', 'Lead', 'sale.*'] },
        [
          '/event_types/1 unknown_event_type',
          '/event_types/2 invalid_format',
          '/event_types/3 unknown_event_type',
          '/url invalid_format',
        ],
      ],
      [{ url: URL, event_types: ['example.sent'] }, ['/event_types/0 unknown_event_type']],
      [{ url: URL, rate_limit_per_second: 0 }, ['/rate_limit_per_second out_of_range']],
      [{ url: URL, rate_limit_per_second: 1001 }, ['/rate_limit_per_second out_of_range']],
      [{ url: URL, ordering: 'strict' }, ['/ordering not_allowed']],
      [{ url: URL, secret: 'whsec_short' }, ['/secret invalid_format']],
      [{ url: URL, secret: 'x', color: 'red' }, ['/color unknown_field', '/secret invalid_format']],
    ];
    const { webhook_endpoint_id } = await create();
    for (const [body, errors] of wrong) {
      const response = await organization.api.post(PATH, body);
      assert.equal(response.status, 422, JSON.stringify(body));
      const found = response.body.errors.map(
        (error: Record<string, string>) => `${error.pointer} ${error.code}`,
      );
      assert.deepEqual(found.sort(), errors);
      if ('url' in body && !('secret' in body)) {
        const patch = await organization.api.patch(`${PATH}/${webhook_endpoint_id}`, body);
        assert.equal(patch.status, 422, JSON.stringify(body));
      }
    }
  });

  it('cannot have a private address unless the service is configured to allow it', async () => {
    assert.equal((await create({ url: 'http://127.0.0.1:9999/' })).enabled, true);
    // As in production: the service of the tests allows them.
    const guarded = await startAnotherApp(service);
    try {
      const api = guarded.as(organization.token);
      const { webhook_endpoint_id: id } = (await api.post(PATH, { url: URL })).body;
      for (const url of ['http://127.0.0.1:9999/', 'http://[::1]/', 'http://localhost:3000/']) {
        const answers = [await api.post(PATH, { url }), await api.patch(`${PATH}/${id}`, { url })];
        for (const { status, body } of answers) {
          assert.equal(status, 422, url);
          assert.equal(body.errors[0].code, 'private_address');
        }
      }
    } finally {
      await guarded.stop();
    }
  });

  it('are refused when no key is set to encrypt their secret', async () => {
    const keyless = await startAnotherApp(service, { secrets: null });
    try {
      const refused = await keyless.as(organization.token).post(PATH, { url: URL });
      assert.equal(refused.status, 409);
      assert.equal(refused.body.code, 'secret_key_missing');
    } finally {
      await keyless.stop();
    }
  });

  it('are listed newest first, by page, and filtered by enabled', async () => {
    const own = await service.newOrganization();
    const created = [
      await create({}, own),
      await create({ enabled: false }, own),
      await create({}, own),
    ];
    const ids = created.map(({ webhook_endpoint_id }) => webhook_endpoint_id).reverse();
    const idsAt = async (query: string) => {
      const { body } = await own.api.get(PATH + query);
      const found = body.data.map(
        (one: { webhook_endpoint_id: string }) => one.webhook_endpoint_id,
      );
      return { found, next: body.next_cursor };
    };
    assert.deepEqual((await idsAt('')).found, ids);
    const first = await idsAt('?limit=2');
    assert.deepEqual(first.found, ids.slice(0, 2));
    assert.deepEqual((await idsAt(`?limit=2&cursor=${first.next}`)).found, ids.slice(2));
    assert.deepEqual((await idsAt('?enabled=false')).found, [ids[1]]);
    assert.deepEqual((await idsAt('?enabled=true')).found, [ids[0], ids[2]]);
    assert.equal((await own.api.get(`${PATH}?cursor=x`)).status, 422);
  });

  it('update only the fields sent, and emit an event with the previous values', async () => {
    const own = await service.newOrganization();
    const created = await create({ description: 'Old' }, own);
    const path = `${PATH}/${created.webhook_endpoint_id}`;
    service.clock.advance(1_000);
    const changes = { url: 'https://b.example/', event_types: ['job.*'], description: null };
    const changed = await own.api.patch(path, { ...changes, ordering: 'lifecycle' });
    assert.equal(changed.status, 200);
    assert.deepEqual(
      { ...changed.body, updated_at: null },
      { ...omit(created, 'secret'), ...changes, ordering: 'lifecycle', updated_at: null },
    );
    const { body } = await own.api.get('/v1/events?type=webhook_endpoint.updated');
    assert.deepEqual(body.data[0].data, changed.body);
    assert.deepEqual(body.data[0].previous, {
      url: LOGGED_URL,
      event_types: ['*'],
      description: 'Old',
      ordering: 'none',
      updated_at: created.updated_at,
    });

    await own.api.patch(path, changes);
    await own.api.patch(path, {});
    const switched = await own.api.patch(path, { enabled: false, rate_limit_per_second: 5 });
    assert.equal(switched.body.disabled_reason, 'by_request');
    assert.equal((await own.api.patch(path, { enabled: true })).body.disabled_at, null);
    assert.deepEqual(await typesOf(own), [
      'webhook_endpoint.created',
      'webhook_endpoint.updated',
      'webhook_endpoint.updated',
      'webhook_endpoint.disabled',
      'webhook_endpoint.enabled',
    ]);
  });

  it('are disabled and enabled once, however often you call it', async () => {
    const own = await service.newOrganization();
    const { webhook_endpoint_id } = await create({}, own);
    const path = `${PATH}/${webhook_endpoint_id}`;
    assert.equal((await own.api.post(`${path}/enable`)).status, 200);
    const disabled = await own.api.post(`${path}/disable`);
    service.clock.advance(1_000);
    assert.deepEqual((await own.api.post(`${path}/disable`)).body, disabled.body);
    assert.deepEqual([disabled.body.enabled, disabled.body.disabled_reason], [false, 'by_request']);
    const enabled = await own.api.post(`${path}/enable`);
    assert.deepEqual(
      [enabled.body.enabled, enabled.body.disabled_at, enabled.body.disabled_reason],
      [true, null, null],
    );
    assert.deepEqual(await typesOf(own), [
      'webhook_endpoint.created',
      'webhook_endpoint.disabled',
      'webhook_endpoint.enabled',
    ]);
  });

  it('that were gone or failing start over when they are enabled', async () => {
    for (const enable of ['post', 'patch'] as const) {
      for (const reason of ['gone', 'failing']) {
        const { webhook_endpoint_id } = await create();
        const uuid = toUuid('webhook_endpoint', webhook_endpoint_id);
        const path = `${PATH}/${webhook_endpoint_id}`;
        await service.owner.query(
          `update webhook_endpoints set enabled = false, disabled_at = now(), disabled_reason = $2
           where webhook_endpoint_id = $1`,
          [uuid, reason],
        );
        await service.owner.query(
          `update webhook_endpoint_health set failing_since = now(), last_failure_at = now()
           where webhook_endpoint_id = $1`,
          [uuid],
        );
        const before = (await organization.api.get(path)).body;
        assert.equal(before.disabled_reason, reason);
        assert.notEqual(before.health.failing_since, null);
        if (enable === 'post') await organization.api.post(`${path}/enable`);
        else await organization.api.patch(path, { enabled: true });
        const { body } = await organization.api.get(path);
        assert.deepEqual([body.enabled, body.health.failing_since], [true, null]);
        assert.notEqual(body.health.last_failure_at, null);
      }
    }
  });

  it('are signed with both secrets for 24 hours after a rotation, and never with a third', async () => {
    const own = await service.newOrganization();
    const created = await create({}, own);
    const path = `${PATH}/${created.webhook_endpoint_id}/rotate-secret`;
    const first = await own.api.post(path);
    assert.equal(first.status, 200);
    assert.notEqual(first.body.secret, created.secret);
    const inADay = new Date(service.clock.now().getTime() + 24 * HOUR_MS).toISOString();
    assert.equal(first.body.previous_secret_until, inADay);
    assert.deepEqual(secretsOf(await rowOf(created)), [first.body.secret, created.secret]);

    const secret = `whsec_${Buffer.alloc(64, 3).toString('base64')}`;
    service.clock.advance(HOUR_MS);
    assert.equal((await own.api.post(path, { secret })).body.secret, secret);
    assert.deepEqual(secretsOf(await rowOf(created)), [secret, first.body.secret]);
    assert.equal((await own.api.post(path, { secret: 'mine' })).status, 422);

    const { body } = await own.api.get('/v1/events?type=webhook_endpoint.secret_rotated');
    const logged = { ...omit(first.body, 'secret'), url: LOGGED_URL };
    assert.deepEqual(body.data[0].data, logged);
    const shown = JSON.stringify((await own.api.get('/v1/events?limit=200')).body);
    for (const one of [created.secret, first.body.secret, secret]) {
      assert(!shown.includes(one.slice(6)), 'an event shows a secret');
    }
  });

  it('are deleted once, left out of lists, and still readable', async () => {
    const own = await service.newOrganization();
    const { webhook_endpoint_id } = await create({}, own);
    const path = `${PATH}/${webhook_endpoint_id}`;
    const deleted = await own.api.delete(path);
    assert.equal(deleted.status, 200);
    assert.equal(deleted.body.deleted_at, service.clock.now().toISOString());
    service.clock.advance(1_000);
    assert.deepEqual((await own.api.delete(path)).body, deleted.body);
    assert.deepEqual((await own.api.get(PATH)).body.data, []);
    assert.equal((await own.api.get(path)).body.deleted_at, deleted.body.deleted_at);
    assert.equal((await own.api.get(`${path}/deliveries`)).status, 200);
    assert.deepEqual(await typesOf(own), ['webhook_endpoint.created', 'webhook_endpoint.deleted']);
    const late = [
      await own.api.patch(path, { enabled: false }),
      await own.api.post(`${path}/enable`),
      await own.api.post(`${path}/disable`),
      await own.api.post(`${path}/rotate-secret`),
      await own.api.post(`${path}/test`),
      await own.api.post(`${path}/replays`, { from_seq: 1 }),
    ];
    for (const { status, body } of late) {
      assert.deepEqual([status, body.code], [409, 'webhook_endpoint_deleted']);
    }
  });

  it('can be tested with an example of any event type, regardless of their patterns', async () => {
    const own = await service.newOrganization();
    const { webhook_endpoint_id } = await create({ event_types: ['job.*'], enabled: false }, own);
    const path = `${PATH}/${webhook_endpoint_id}/test`;
    const response = await own.api.post(path);
    assert.equal(response.status, 202);
    assert.equal(response.body.event.type, 'lead.qualified');
    assert.equal(response.body.webhook_endpoint_id, webhook_endpoint_id);
    const { body } = await own.api.get('/v1/events?type=example.sent');
    assert.deepEqual(body.data[0].data, response.body);
    const other = await own.api.post(path, { event_type: 'webhook_endpoint.disabled' });
    assert.equal(other.body.event.type, 'webhook_endpoint.disabled');
    const unknown = await own.api.post(path, { event_type: 'lead.exploded' });
    assert.equal(unknown.status, 422);
    assert.equal(unknown.body.errors[0].pointer, '/event_type');
  });

  it('change one after the other when many requests change them at once', async () => {
    const own = await service.newOrganization();
    const { webhook_endpoint_id } = await create({}, own);
    const path = `${PATH}/${webhook_endpoint_id}`;
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        own.api.post(`${path}/${index % 2 === 0 ? 'disable' : 'enable'}`),
      ),
    );
    await own.api.post('/v1/leads', freshLead());
    const switches = (await typesOf(own)).slice(1);
    assert(switches.length > 0);
    for (const [index, type] of switches.entries()) {
      const expected = index % 2 === 0 ? 'disabled' : 'enabled';
      assert.equal(type, `webhook_endpoint.${expected}`, 'emitted twice or out of order');
    }
    const isEnabled = (await own.api.get(path)).body.enabled;
    assert.equal(isEnabled, switches.length % 2 === 0);
  });
});

function omit(resource: Record<string, unknown>, name: string): Record<string, unknown> {
  const { [name]: _, ...rest } = resource;
  return rest;
}
