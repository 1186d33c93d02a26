import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fastify, { type FastifyInstance } from 'fastify';
import { startTestService, type TestService } from '../testing/harness.ts';
import type { ConsoleState } from './build-console.ts';
import { serveConsole } from './serve-console.ts';

describe('the pages of the console', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService({ withConsole: true });
  });
  after(() => service.stop());
  const get = (path: string, headers = {}) => fetch(service.url + path, { headers });
  const page = async (path = '/') => (await get(path)).text();

  it('are one page for every address, with a policy that allows only what the service serves', async () => {
    for (const path of ['/', '/dispatch', '/n/100042-7', '/setup']) {
      const response = await get(path);
      assert.equal(response.status, 200, path);
      assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
      assert.equal(response.headers.get('cache-control'), 'no-cache');
      const policy = response.headers.get('content-security-policy') ?? '';
      assert.match(policy, /default-src 'self'.*frame-ancestors 'none'/);
      assert(!policy.includes('unsafe'));
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
      const text = await response.text();
      assert(nonce && text.includes(`nonce="${nonce}"`) && text.includes('id="root"'));
    }
    assert.notEqual(await page(), await page(), 'each has its own nonce');
  });

  it('have files that never change under their name, and are compressed', async () => {
    const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(await page()) ?? [];
    const response = await get(script, { 'accept-encoding': 'br' });
    assert.equal(response.headers.get('content-encoding'), 'br');
    assert.match(response.headers.get('cache-control') ?? '', /immutable/);
    assert.match(response.headers.get('content-type') ?? '', /^text\/javascript/);
    const plain = await get(script, { 'accept-encoding': 'identity' });
    assert.equal(plain.headers.get('content-encoding'), null);
    assert.equal(await plain.text(), await response.text());
  });

  it('have nothing outside of them', async () => {
    const outside = [
      '/assets/nothing.js',
      '/assets/..%2Findex.html',
      '/assets/%2e%2e%2f%2e%2e%2fpackage.json',
    ];
    for (const path of outside) assert.equal((await get(path)).status, 404, path);
  });

  it('are not shown for addresses of the API', async () => {
    for (const path of ['/v1/nothing', '/docs/nothing']) {
      const response = await get(path);
      assert.notEqual(response.status, 200, path);
      assert(!(await response.text()).includes('id="root"'), path);
    }
  });

  const inState = async (state: ConsoleState) => {
    const app: FastifyInstance = fastify();
    serveConsole(app, { state });
    const response = await app.inject('/dispatch');
    await app.close();
    return response;
  };

  it('say that they are being prepared, and reload themselves', async () => {
    const { statusCode, body } = await inState({ is: 'building' });
    assert.equal(statusCode, 200);
    assert.match(body, /http-equiv="refresh"/);
  });

  it('say why they could not be built, and that the API works', async () => {
    const { statusCode, body } = await inState({ is: 'failed', reason: 'no <vite> here' });
    assert.equal(statusCode, 503);
    assert.match(body, /no &#60;vite&#62; here/);
    assert.match(body, /The API works without it/);
  });
});
