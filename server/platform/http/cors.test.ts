import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startAnotherApp } from '../../testing/another-app.ts';
import { created } from '../../testing/created.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';

const ORIGIN = 'https://www.alder.example.com';

describe('a capture token in a page', () => {
  const service = sharedService();
  const app = shared(() => startAnotherApp(service, { rateLimit: 12 }));
  const organization = shared(() => service.newOrganization());

  const make = (body: object) =>
    created(
      organization.api.post('/v1/tokens', { name: 'Page', scopes: ['leads:capture'], ...body }),
    );
  const post = (token: string, origin: string | null, body: object = freshLead()) =>
    app.as(token).post('/v1/leads', body, { headers: origin === null ? {} : { origin } });
  const corsHeaders = (headers: Headers) =>
    [...headers.keys()].filter((name) => name.startsWith('access-control-'));

  it('can be used from its origins, and the page can read the response', async () => {
    const { token, allowed_origins } = await make({
      allowed_origins: [ORIGIN, 'HTTP://Localhost:3000/', ORIGIN],
    });
    assert.deepEqual(allowed_origins, [ORIGIN, 'http://localhost:3000']);
    for (const origin of allowed_origins) {
      const { status, headers } = await post(token, origin);
      assert.equal(status, 201);
      assert.equal(headers.get('access-control-allow-origin'), origin);
      assert.equal(headers.get('access-control-allow-credentials'), null);
      assert.equal(headers.get('vary'), 'Origin');
      const exposed = headers.get('access-control-expose-headers')?.toLowerCase().split(', ') ?? [];
      for (const name of ['idempotent-replayed', 'ratelimit-limit', 'ratelimit-remaining']) {
        assert(exposed.includes(name), name);
      }
      for (const name of ['ratelimit-reset', 'retry-after', 'x-request-id']) {
        assert(exposed.includes(name), name);
      }
    }
  });

  it('is refused from any other origin, and without one', async () => {
    const { token } = await make({ allowed_origins: [ORIGIN] });
    const others = [
      'https://alder.example.com',
      'http://www.alder.example.com',
      `${ORIGIN}:8443`,
      `${ORIGIN}.evil.example`,
      'null',
      null,
    ];
    const leads = async () => (await organization.api.get('/v1/leads')).body.data.length;
    const before = await leads();
    for (const origin of others) {
      const { status, body, headers } = await post(token, origin);
      assert.equal(status, 403, String(origin));
      assert.equal(body.code, 'origin_not_allowed');
      assert.deepEqual(corsHeaders(headers), []);
      assert.equal(headers.get('vary'), 'Origin');
    }
    assert.equal(await leads(), before);
  });

  it('lets its pages read why a request was refused', async (t) => {
    const { token } = await make({ allowed_origins: [ORIGIN] });
    const invalid = await post(token, ORIGIN, { phone: 7, notes: 'x'.repeat(20_001) });
    assert.equal(invalid.status, 422);
    assert.equal(invalid.headers.get('access-control-allow-origin'), ORIGIN);
    const unread = await app
      .as(token)
      .post('/v1/leads', undefined, { raw: '{', headers: { origin: ORIGIN } });
    assert.equal(unread.headers.get('access-control-allow-origin'), ORIGIN);
    const now = performance.now();
    t.mock.method(performance, 'now', () => now);
    const many = await Promise.all(Array.from({ length: 12 }, () => post(token, ORIGIN)));
    const limited = many.find(({ status }) => status === 429);
    assert.equal(limited?.headers.get('access-control-allow-origin'), ORIGIN);
  });

  it('is asked for by a preflight without a token, at this path and no other', async () => {
    const preflight = (path: string) =>
      fetch(app.url + path, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://anyone.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type,idempotency-key',
        },
      });
    const { status, headers } = await preflight('/v1/leads');
    assert.equal(status, 204);
    assert.equal(headers.get('access-control-allow-origin'), '*');
    assert.equal(headers.get('access-control-allow-methods'), 'POST');
    const allowed = headers.get('access-control-allow-headers')?.split(', ');
    for (const name of ['authorization', 'content-type', 'idempotency-key']) {
      assert(allowed?.includes(name), name);
    }
    assert.equal(headers.get('access-control-allow-credentials'), null);
    for (const path of ['/v1/leads/x', '/v1/tokens', '/v1/events', '/healthz', '/v1/lead']) {
      const other = await preflight(path);
      assert(other.status === 404 || other.status === 405, `${path} ${other.status}`);
      assert.deepEqual(corsHeaders(other.headers), []);
    }
  });

  it('works for a server as before without allowed_origins, and then gets no CORS headers', async () => {
    const { token, allowed_origins } = await make({});
    assert.deepEqual(allowed_origins, []);
    for (const origin of [null, ORIGIN]) {
      const { status, headers } = await post(token, origin);
      assert.equal(status, 201);
      assert.deepEqual(corsHeaders(headers), []);
    }
    const { headers } = await organization.api.post('/v1/leads', freshLead(), {
      headers: { origin: ORIGIN },
    });
    assert.deepEqual(corsHeaders(headers), []);
  });

  it('must have nothing but leads:capture, and real origins', async () => {
    const { status, body } = await organization.api.post('/v1/tokens', {
      name: 'Page',
      scopes: ['leads:capture', 'leads:read'],
      allowed_origins: ['*', 'https://*.example.com', `${ORIGIN}/form`, 'ftp://x', 'x', ORIGIN],
    });
    assert.equal(status, 422);
    assert.deepEqual(
      body.errors.map((error: Record<string, string>) => `${error.pointer} ${error.code}`),
      [
        '/allowed_origins not_allowed',
        ...[0, 1, 2, 3, 4].map((index) => `/allowed_origins/${index} invalid_origin`),
      ],
    );
    await assert.rejects(
      service.owner.query(`update tokens set allowed_origins = '{https://a.example}'`),
      { constraint: 'tokens_origins_only_to_capture' },
    );
  });
});
