import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';
import { newToken } from './platform/auth/token-format.ts';
import { type AnotherApp, startAnotherApp } from './testing/another-app.ts';
import { shared, sharedService } from './testing/fixtures.ts';

const MAX_FAILURES = 100;

describe('an address that sends many wrong tokens or keys', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  let app: AnotherApp;
  /** Failures are counted for ten seconds, and tokens remembered for half a second, of this time. */
  let nowMs: number;
  before(async () => {
    app = await startAnotherApp(service, { trustProxy: 1 });
    // Whole milliseconds: a fraction too much would be another second for a client to wait.
    nowMs = Math.ceil(performance.now());
    mock.method(performance, 'now', () => nowMs);
  });
  after(async () => {
    mock.restoreAll();
    await app.stop();
  });

  /** As a proxy passes it on. */
  const get = (path: string, address: string, token?: string) =>
    fetch(app.url + path, {
      headers: {
        'x-forwarded-for': address,
        ...(token && { authorization: `Bearer ${token}` }),
      },
    });
  const wrongTokens: [kind: string, address: string, make: (n: number) => string][] = [
    ['unknown tokens', '203.0.113.1', newToken],
    ['what is not a token', '203.0.113.5', (n) => `wrong-${n}`],
  ];
  for (const [kind, address, make] of wrongTokens) {
    it(`gets 429 for ${kind}`, async () => {
      for (let n = 0; n < MAX_FAILURES; n += 1) {
        assert.equal((await get('/v1/leads', address, make(n))).status, 401);
      }
      const refused = await get('/v1/leads', address, make(0));
      assert.equal(refused.status, 429);
      assert.match(await refused.text(), /"code":"rate_limited"/);
      assert.equal(refused.headers.get('retry-after'), '10');
    });
  }

  it('does not disturb other addresses, nor a token that was valid before', async () => {
    assert.equal((await get('/v1/leads', '203.0.113.2', organization.token)).status, 200);
    // Longer than a token is remembered.
    for (const laterMs of [0, 400, 400]) {
      nowMs += laterMs;
      assert.equal((await get('/v1/leads', '203.0.113.1', organization.token)).status, 200);
    }
    assert.equal((await get('/v1/leads', '203.0.113.1', 'wrong')).status, 429);
  });

  it('is accepted again after ten seconds', async () => {
    nowMs += 10_000;
    assert.equal((await get('/v1/leads', '203.0.113.1', 'wrong')).status, 401);
  });

  it('gets 429 for unknown keys of forms, feeds and links too', async () => {
    const path = '/f/5ztfvasqg8c8m22rgzy12y0685e3kqhe';
    for (let n = 0; n < MAX_FAILURES; n += 1) {
      assert.notEqual((await get(`${path}${n}`, '203.0.113.3')).status, 200);
    }
    assert.equal((await get(`${path}x`, '203.0.113.3')).status, 429);
    assert.equal((await get('/u/anything', '203.0.113.3')).status, 429);
  });

  it('is not one that only forgets its token', async () => {
    for (let n = 0; n < MAX_FAILURES + 5; n += 1) {
      assert.equal((await get('/v1/leads', '203.0.113.4')).status, 401);
    }
  });
});

describe('every response', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());

  it('has a type that is not guessed, and those of the API are not cached', async () => {
    const headers = { authorization: `Bearer ${organization.token}` };
    for (const path of ['/v1/leads', '/v1/nothing', '/healthz', '/docs/guides/', '/openapi.json']) {
      const response = await fetch(service.url + path, { headers });
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff', path);
      const cached = response.headers.get('cache-control');
      assert.equal(cached === 'no-store', path.startsWith('/v1/'), path);
      assert.equal(response.headers.get('strict-transport-security'), null, path);
    }
  });

  it('tells browsers to use TLS once the public address does', async () => {
    const app = await startAnotherApp(service, { publicUrl: 'https://intake.example.com' });
    const response = await fetch(`${app.url}/healthz`);
    assert.match(response.headers.get('strict-transport-security') ?? '', /^max-age=\d+/);
    await app.stop();
  });
});

describe('the metrics', () => {
  const service = sharedService();

  it('need their token where there is one, and are closed to a network without one', async () => {
    const statusOf = async (app: AnotherApp, authorization?: string) =>
      (await fetch(`${app.url}/metrics`, { headers: authorization ? { authorization } : {} }))
        .status;
    const guarded = await startAnotherApp(service, { metricsAccess: { token: 'scrape-me' } });
    assert.equal(await statusOf(guarded), 401);
    assert.equal(await statusOf(guarded, 'Bearer wrong'), 401);
    assert.equal(await statusOf(guarded, 'Bearer scrape-me'), 200);
    await guarded.stop();
    const closed = await startAnotherApp(service, { metricsAccess: 'no_one' });
    assert.equal(await statusOf(closed, 'Bearer scrape-me'), 401);
    await closed.stop();
  });
});
