import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fastify, { type FastifyInstance } from 'fastify';
import { startAnotherApp } from '../testing/another-app.ts';
import { shared, sharedService } from '../testing/fixtures.ts';
import { ConsoleBuild, type ConsoleState } from './build-console.ts';
import { serveConsole } from './serve-console.ts';

describe('the pages of the console', () => {
  const service = sharedService();
  const app = shared(async () => {
    const console = new ConsoleBuild();
    await console.start();
    return startAnotherApp(service, { console });
  });
  const get = (path: string, headers = {}) => fetch(app.url + path, { headers });
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
    const others = ['b', 'c', 'docs', 'f', 'in', 'mcp', 'p', 'paid', 'u', 'v1'];
    for (const path of others.map((one) => `/${one}/nothing/of/this`)) {
      const response = await get(path);
      assert.equal(response.status, 404, path);
      const { code, detail } = (await response.json()) as { code: string; detail: string };
      assert.equal(code, 'not_found', path);
      assert.match(detail, /^No such endpoint/, path);
    }
  });

  it('are no endpoint: another method is not told to use GET', async () => {
    for (const path of ['/v1/nothing', '/v1/organizations', '/nothing']) {
      const response = await fetch(app.url + path, { method: 'DELETE' });
      const [status, allow] = path === '/v1/organizations' ? [405, 'POST'] : [404, null];
      assert.equal(response.status, status, path);
      assert.equal(response.headers.get('allow'), allow, path);
    }
    const read = await get('/v1/organizations');
    assert.deepEqual([read.status, read.headers.get('allow')], [405, 'POST']);
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
