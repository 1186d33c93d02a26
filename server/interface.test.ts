import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders, type RequestOptions } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { newToken } from './platform/auth/token-format.ts';
import type { TransactionOptions } from './platform/database/database.ts';
import { statement } from './platform/database/statement.ts';
import { eventTypes, publicRoutes, routes } from './routes.ts';
import { startAnotherApp } from './testing/another-app.ts';
import { firstOf } from './testing/first-of.ts';
import { shared, sharedService } from './testing/fixtures.ts';
import { openapiDocument } from './testing/openapi-document.ts';
import { sampled } from './testing/sized.ts';

const LIMIT_BYTES = 1024 * 1024;
const committed = readFileSync(join(import.meta.dirname, '../openapi.json'), 'utf8');
const LEAD = { phone: '+15550100200', service_needed: 'water_heater_repair' };

describe('the interface', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());

  function send(path: string, options: RequestInit & { headers?: Record<string, string> } = {}) {
    return fetch(service.url + path, {
      ...options,
      headers: { authorization: `Bearer ${organization.token}`, ...options.headers },
    });
  }
  function sendJson(path: string, body: string | Uint8Array<ArrayBuffer>, method = 'POST') {
    return send(path, { method, body, headers: { 'content-type': 'application/json' } });
  }

  describe('problems', () => {
    it('returns 404 for an unknown path', async () => {
      for (const path of [
        '/',
        '/v1',
        '/v1/nothing',
        '/v1/leads/',
        '/v2/leads',
        '/v1/leads/x/y/z',
      ]) {
        await assertProblem(await send(path), 404, 'not_found');
      }
      await assertProblem(await sendJson('/v1/nothing', '{}'), 404, 'not_found');
    });

    it('returns 405 with Allow when the path has other methods, with or without ids in it', async () => {
      const wrong: [string, string, string][] = [
        ['PUT', '/v1/leads', 'GET, POST'],
        ['DELETE', '/v1/leads', 'GET, POST'],
        ['OPTIONS', '/v1/customers', 'GET'],
        ['POST', '/v1/organization', 'GET, PATCH'],
        ['PUT', '/v1/leads/lead_01h455vb4pex5vsknk084sn02q', 'GET, PATCH, DELETE'],
        ['PATCH', '/v1/tokens/token_01h455vb4pex5vsknk084sn02q?now=1', 'DELETE'],
        ['GET', '/v1/failed-tasks/task_01h455vb4pex5vsknk084sn02q/retry', 'POST'],
        ['POST', '/healthz', 'GET'],
      ];
      for (const [method, path, allow] of wrong) {
        const response = await send(path, { method });
        await assertProblem(response, 405, 'method_not_allowed');
        assert.equal(response.headers.get('allow'), allow, `${method} ${path}`);
      }
    });

    it('returns 405 or 404 for a wrong method or path, whatever the body is', async () => {
      const bodies = [
        ['text/plain', 'name=Dana'],
        ['application/json', '{"__proto__":1'],
        ['application/json', ''],
      ] as const;
      for (const [type, body] of bodies) {
        const sent = { method: 'PUT', body, headers: { 'content-type': type } };
        await assertProblem(await send('/v1/leads', sent), 405, 'method_not_allowed');
        await assertProblem(await send('/v1/nothing', sent), 404, 'not_found');
      }
    });

    it('returns 400 for JSON that is malformed, not UTF-8, or missing', async () => {
      for (const body of ['{', '{"a":1,}', "{'a':1}", 'undefined', '{} {}', '\u0000', ' ']) {
        await assertProblem(await sendJson('/v1/leads', body), 400, 'malformed_json');
      }
      const latin1 = Uint8Array.from(Buffer.from('{"name":"Zoë"}', 'latin1'));
      await assertProblem(await sendJson('/v1/leads', latin1), 400, 'malformed_json');
      await assertProblem(await sendJson('/v1/leads', ''), 400, 'body_missing');
      await assertProblem(await send('/v1/leads', { method: 'POST' }), 400, 'body_missing');
    });

    it('refuses a body that would change the prototype', async () => {
      const [owned, built] = ['{"__proto__":{"name":"x"}}', '{"constructor":{"prototype":{}}}'];
      await assertProblem(await sendJson('/v1/leads', owned), 400, 'malformed_json');
      await assertProblem(await sendJson('/v1/leads', built), 400, 'malformed_json');
    });

    it('returns 415 for anything except JSON', async () => {
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/xml',
        'x',
      ]) {
        const options = { method: 'POST', body: '{}', headers: { 'content-type': type } };
        await assertProblem(await send('/v1/leads', options), 415, 'unsupported_media_type');
      }
      const charset = { 'content-type': 'application/json; charset=utf-8' };
      const body = JSON.stringify(LEAD);
      const accepted = await send('/v1/leads', { method: 'POST', body, headers: charset });
      assert.equal(accepted.status, 201);
    });

    it('returns 413 for a body over 1 MiB and accepts one of exactly 1 MiB', async () => {
      const padded = (bytes: number) => `{"notes":"${'x'.repeat(bytes - 12)}"}`;
      assert.equal(padded(LIMIT_BYTES).length, LIMIT_BYTES);
      await assertProblem(await sendJson('/v1/leads', padded(LIMIT_BYTES)), 422);
      const over = await sendJson('/v1/leads', padded(LIMIT_BYTES + 1));
      await assertProblem(over, 413, 'body_too_large');
      const chunked = await send('/v1/leads', {
        method: 'POST',
        body: new Blob([padded(LIMIT_BYTES + 1)]).stream(),
        headers: { 'content-type': 'application/json' },
        duplex: 'half',
      });
      await assertProblem(chunked, 413, 'body_too_large');
    });

    it('returns 422 for a number in the query that is larger than any', async () => {
      for (const query of ['limit=1e400', 'limit=-1e400', 'limit=Infinity', 'limit=NaN']) {
        await assertProblem(await send(`/v1/leads?${query}`), 422, 'validation_failed');
      }
    });

    it('returns 422 for a value that an own rule of the operation cannot even read', async () => {
      const unreadable = '{"toString":null,"valueOf":null}';
      const withRules = routes.filter((one) => one.kind === 'mutation' && one.check && one.body);
      for (const operation of sampled(withRules, 12, 'unreadable values')) {
        assert(operation.kind === 'mutation' && operation.body);
        const { method, params, body } = operation;
        const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) =>
          params[name] === 'lifecycle_number'
            ? '100042-7'
            : `${params[name]}_01h455vb4pex5vsknk084sn02q`,
        );
        const fields = Object.keys(body.properties).map((name) => `"${name}":${unreadable}`);
        const response = await sendJson(path, `{${fields.join()}}`, method);
        assert([403, 422].includes(response.status), `${method} ${path}: ${response.status}`);
      }
    });

    it('returns 400 for a path with invalid percent-encoding', async () => {
      await assertProblem(await send('/v1/leads/%zz'), 400, 'bad_url');
      await assertProblem(await send('/%c0%af'), 400, 'bad_url');
    });

    it('returns 404 for an unknown id of any length and any bytes', async () => {
      for (const id of [
        'x'.repeat(499),
        'x'.repeat(5_000),
        '%00',
        '%F0%9F%9A%BF',
        '..%2f..',
        '-1',
      ]) {
        await assertProblem(await send(`/v1/leads/${id}`), 404, 'not_found');
      }
    });

    it('returns 431 when the headers are too large, and 400 for anything that is not HTTP', async () => {
      const overflow = `GET /v1/leads HTTP/1.1\r\nhost: x\r\nx-padding: ${'x'.repeat(20_000)}\r\n\r\n`;
      assertRawProblem(await exchange(service.url, overflow), 431, 'headers_too_large');
      assertRawProblem(await exchange(service.url, 'one two three\r\n\r\n'), 400, 'bad_request');
      const split = 'POST /v1/leads HTTP/1.1\r\nhost: x\r\ncontent-length: x\r\n\r\n';
      assertRawProblem(await exchange(service.url, split), 400, 'bad_request');
    });

    it('returns 401 with WWW-Authenticate for a token that is missing, garbled or too long', async () => {
      const valid = organization.token;
      const garbled = valid.slice(0, -1) + (valid.endsWith('0') ? '1' : '0');
      const wrong = [
        '',
        'Bearer',
        'Bearer ',
        'Bearer x',
        `Basic ${valid}`,
        valid,
        `Bearer ${valid} ${valid}`,
        `Bearer ${valid.toUpperCase()}`,
        `Bearer ${garbled}`,
        `Bearer ${newToken()}`,
        `Bearer ${'x'.repeat(12_000)}`,
        "Bearer ' or 1=1; -- and more of it",
        'Bearer tökenwithletters-from-latin1',
      ];
      for (const authorization of wrong) {
        const headers: Record<string, string> = authorization === '' ? {} : { authorization };
        const response = await fetch(`${service.url}/v1/leads`, { headers });
        const problem = await assertProblem(response, 401, 'unauthorized');
        assert.equal(response.headers.get('www-authenticate'), 'Bearer');
        assert(!JSON.stringify(problem).includes(valid), 'the problem contains the token');
      }
    });

    it('accepts the Bearer scheme in upper and lower case', async () => {
      const response = await fetch(`${service.url}/v1/leads`, {
        headers: { authorization: `bearer ${organization.token}` },
      });
      assert.equal(response.status, 200);
    });

    it('returns a 4xx, never a 500, for JSON nested 100,000 deep', async () => {
      const deep = '['.repeat(100_000) + ']'.repeat(100_000);
      await assertProblem(await sendJson('/v1/leads', deep), 422);
      const inside = `{"phone":"+15550100200","service_needed":"ac_repair","notes":${deep}}`;
      await assertProblem(await sendJson('/v1/leads', inside), 422);
      const objects = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
      await assertProblem(await sendJson('/v1/leads', objects), 422);
    });

    it('limits the size of the response to a body with eighty thousand errors', async () => {
      const names = Array.from({ length: 80_000 }, (_, number) => `"f${number}":0`);
      const response = await sendJson('/v1/leads', `{${names.join()}}`);
      assert.equal(response.status, 422);
      assert(
        (await response.text()).length < LIMIT_BYTES,
        'the response is larger than any request',
      );
    });

    it('reveals only the request id after an unexpected error', async (t) => {
      const { database } = service;
      const broken = statement('broken', 'select * from a_private_table');
      for (const name of ['read', 'transaction'] as const) {
        const original = database[name].bind(database);
        t.mock.method(database, name, (options: TransactionOptions) =>
          original(options, (tx) => tx.query(broken, [])),
        );
      }
      const headers = { 'x-request-id': 'the-broken-one' };
      const reading = await organization.api.get('/v1/leads', { headers });
      const writing = await organization.api.post('/v1/leads', LEAD, { headers });
      for (const { status, body } of [reading, writing]) {
        assert.equal(status, 500);
        assert.deepEqual(body, {
          type: 'urn:throughline:problem:internal_error',
          title: 'Internal server error',
          status: 500,
          detail:
            'Something went wrong in the service. Try again. If it happens again, report the request_id.',
          code: 'internal_error',
          request_id: 'the-broken-one',
        });
      }
      t.mock.restoreAll();
      assert.equal((await organization.api.get('/v1/leads')).status, 200);
    });
  });

  describe('request ids', () => {
    it('returns a valid X-Request-Id, in the header and in a problem', async () => {
      const headers = { 'x-request-id': 'trace:4f.a_b-1' };
      const fine = await send('/v1/leads', { headers });
      assert.equal(fine.headers.get('x-request-id'), 'trace:4f.a_b-1');
      for (const path of ['/v1/leads?limit=0', '/v1/nothing', '/v1/leads/%zz']) {
        const refused = await send(path, { headers });
        assert.equal(refused.headers.get('x-request-id'), 'trace:4f.a_b-1');
        const { request_id } = JSON.parse(await refused.text());
        assert.equal(request_id, 'trace:4f.a_b-1');
      }
    });

    it('replaces one that is empty, too long or invalid, and generates one if it is missing', async () => {
      const seen = new Set<string | null>();
      for (const given of [undefined, '', 'a b', '<script>', 'x'.repeat(101), 'x"y', 'é']) {
        const response = await send('/v1/leads', {
          headers: given === undefined ? {} : { 'x-request-id': given },
        });
        const id = response.headers.get('x-request-id');
        assert.match(id ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);
        seen.add(id);
      }
      assert.equal(seen.size, 7);
    });
  });

  it('responds to HEAD as to GET, without the body', async () => {
    for (const path of ['/v1/leads', '/v1/organization', '/healthz', '/openapi.json']) {
      const head = await send(path, { method: 'HEAD' });
      assert.equal(head.status, 200, path);
      assert.equal(await head.text(), '');
      const get = await send(path);
      assert.equal(head.headers.get('content-type'), get.headers.get('content-type'));
    }
    const unknown = await send('/v1/leads/lead_01h455vb4pex5vsknk084sn02q', { method: 'HEAD' });
    assert.equal(unknown.status, 404);
  });

  it('serves /healthz, /readyz and /metrics without a token', async () => {
    const healthz = await fetch(`${service.url}/healthz`);
    assert.equal(healthz.status, 200);
    assert.deepEqual(await healthz.json(), { status: 'alive' });
    const readyz = await fetch(`${service.url}/readyz`);
    assert.equal(readyz.status, 200);
    assert.deepEqual(await readyz.json(), { status: 'ready', checks: {} });
    const metrics = await fetch(`${service.url}/metrics`);
    assert.equal(metrics.status, 200);
    assert.match(metrics.headers.get('content-type') ?? '', /^text\/plain/);
    assert.match(await metrics.text(), /^# HELP /m);
  });

  it('writes no query string, body or token to the log', async () => {
    const app = await startAnotherApp(service);
    try {
      const api = app.as(organization.token);
      await api.post('/v1/leads', { ...LEAD, notes: 'a private note' });
      await api.post('/v1/leads', { notes: 'a private note' });
      await api.get('/v1/leads?cursor=a-private-cursor');
      await api.get('/v1/nothing?secret=a-private-cursor');
      await app.as(`${organization.token}x`).get('/v1/leads');
      const log = app.log();
      assert.match(log, /"route":"\/v1\/leads"/, 'nothing was logged at all');
      for (const secret of ['private', organization.token, LEAD.phone]) {
        assert(!log.includes(secret), `the log contains ${secret}`);
      }
    } finally {
      await app.stop();
    }
  });
});

describe('rate limits', () => {
  const service = sharedService();
  const app = shared(() => startAnotherApp(service, { rateLimit: 15 }));
  const tokens = shared(async () => {
    const { api } = await service.newOrganization();
    const newToken = async (scope: string): Promise<string> =>
      (await api.post('/v1/tokens', { name: 'One', scopes: [scope] })).body.token;
    return {
      first: await newToken('leads:read'),
      second: await newToken('leads:read'),
      capture: await newToken('leads:capture'),
    };
  });

  /** The windows of the limits have this time, which passes only when the test says so. */
  let nowMs: number;
  beforeEach((t) => {
    // Whole milliseconds: a fraction too much would be another second for a client to wait.
    nowMs = Math.ceil(performance.now());
    assert('mock' in t);
    t.mock.method(performance, 'now', () => nowMs);
  });

  const list = (token: string) =>
    fetch(`${app.url}/v1/leads`, { headers: { authorization: `Bearer ${token}` } });

  it('refuses requests of one token over its limit with 429, and accepts them again after Retry-After', async () => {
    const responses = await Promise.all(Array.from({ length: 40 }, () => list(tokens.first)));
    const fine = responses.filter((response) => response.status === 200);
    const refused = responses.filter((response) => response.status === 429);
    assert.deepEqual([fine.length, refused.length], [15, 25]);
    const remaining = fine.map((response) => Number(response.headers.get('ratelimit-remaining')));
    assert.deepEqual(
      remaining.sort((a, b) => a - b),
      fine.map((_, index) => index),
    );

    const one = firstOf(refused);
    assert.equal(one.headers.get('ratelimit-limit'), '15');
    assert.equal(one.headers.get('ratelimit-remaining'), '0');
    assert.equal(one.headers.get('ratelimit-reset'), '1');
    assert.equal(one.headers.get('retry-after'), '1');
    await assertProblem(one, 429, 'rate_limited');
    assert.equal((await list(tokens.second)).status, 200, 'another token was limited');

    nowMs += 999;
    assert.equal((await list(tokens.first)).status, 429);
    nowMs += 1;
    assert.equal((await list(tokens.first)).status, 200);
  });

  it('limits a capture token to 10 requests per second per IP address', async () => {
    const capture = (localAddress: string) =>
      post(`${app.url}/v1/leads`, tokens.capture, JSON.stringify(LEAD), { localAddress });
    const responses = await Promise.all(Array.from({ length: 20 }, () => capture('127.0.0.1')));
    const accepted = responses.filter((response) => response.status === 201);
    const refused = responses.filter((response) => response.status === 429);
    assert.deepEqual([accepted.length, refused.length], [10, 10]);
    for (const response of responses) assert.equal(response.limit, '10');

    const elsewhere = await capture('127.0.0.2');
    assert.equal(elsewhere.status, 201, 'another IP address was limited');
    assert.equal(elsewhere.remaining, '9');
  });
});

describe('a JSON response', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());

  it('over 2 kB is compressed for a client that accepts it, and a shorter one is not', async () => {
    const headers = { authorization: `Bearer ${organization.token}`, 'accept-encoding': 'gzip' };
    const long = await request(`${service.url}/v1/event-types`, headers);
    assert.equal(long.headers['content-encoding'], 'gzip');
    assert.equal(JSON.parse(gunzipSync(long.body).toString()).data.length, eventTypes.length);
    const short = await request(`${service.url}/v1/tokens?limit=1`, headers);
    assert.equal(short.headers['content-encoding'], undefined);
    JSON.parse(short.body.toString());
  });
});

describe('the API reference', () => {
  const service = sharedService();

  it('is a page that loads its script and the document from the service alone', async () => {
    const page = await fetch(`${service.url}/docs`);
    assert.deepEqual([page.status, page.url], [200, `${service.url}/docs/`]);
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
    const html = await page.text();
    assert.match(html, /<title>Throughline API<\/title>/);
    assert.match(html, /\/docs\/reference\.json/);
    assert.equal((await fetch(`${service.url}/docs/reference.json`)).status, 200);

    const tags = [...html.matchAll(/<(?:script|link|img|iframe)\b[^>]*>/g)].map(([tag]) => tag);
    const loaded = tags.flatMap((tag) => /\b(?:src|href)\s*=\s*"([^"]+)"/.exec(tag)?.[1] ?? []);
    const addresses = loaded.filter((one) => !one.startsWith('data:'));
    assert.equal(addresses.length, 1, `the page loads ${addresses}`);
    const script = new URL(addresses[0] ?? '', page.url);
    assert.equal(script.origin, service.url);
    assert.doesNotMatch(html, /@import|url\(\s*['"]?https?:/, 'a style loads from another host');
    assert.doesNotMatch(html, /\b(?:cdn|fonts|proxy)\.[a-z]+\.[a-z]+/i, 'it names another host');

    const zipped = await request(script.href, { 'accept-encoding': 'gzip' });
    assert.match(zipped.headers['content-type'] ?? '', /javascript/);
    const plain = await request(script.href, { 'accept-encoding': 'identity' });
    assert(plain.body.includes('createApiReference'));
    assert.deepEqual(gunzipSync(zipped.body), plain.body);
    const again = await request(script.href, { 'if-none-match': plain.headers.etag ?? '' });
    assert.deepEqual([again.status, again.body.length], [304, 0]);
  });
});

describe('the guides', () => {
  const service = sharedService();
  const get = (path: string) => fetch(`${service.url}${path}`);

  it('are served under /docs/guides/, with links that lead somewhere', async () => {
    const index = await get('/docs/guides/');
    const pages = new Set<string>(['/docs/guides/']);
    const open = [await index.text()];
    for (const html of open) {
      for (const [, path = ''] of html.matchAll(/href="(\/docs\/guides\/[\w-]*)/g)) {
        if (pages.has(path)) continue;
        pages.add(path);
        const page = await get(path);
        assert.equal(page.status, 200, path);
        assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
        open.push(await page.text());
      }
    }
    const known = ['webhooks', 'errors', 'events', 'glossary', 'playbooks', 'introduction'];
    for (const guide of [...known, 'booking', 'estimates']) {
      assert(pages.has(`/docs/guides/${guide}`), guide);
    }
    assert.doesNotMatch(open.join(), /href="[\w-]+\.md/, 'a link to a file');
  });

  it('are 404 when there is none of that name', async () => {
    for (const name of ['nothing', '..%2fREADME', 'decisions']) {
      assert.equal((await get(`/docs/guides/${name}`)).status, 404, name);
    }
  });

  it('are what descriptions link to: no description points at a file', () => {
    assert.doesNotMatch(committed, /docs\/[\w-]+\.md/);
    for (const [, name = ''] of committed.matchAll(/\/docs\/guides\/([\w-]+)/g)) {
      assert(existsSync(join(import.meta.dirname, `../docs/${name}.md`)), name);
    }
  });
});

describe('the OpenAPI document', () => {
  const service = sharedService();

  const document: Document = JSON.parse(committed);
  const { components } = document;
  const nameIn = (ref: string) => ref.split('/').at(-1) ?? '';
  /** Itself, or the shared response that it refers to. */
  const resolved = (response: Content | undefined): Content =>
    (response?.$ref ? components.responses[nameIn(response.$ref)] : response) ?? {};
  const parametersOf = (operation: { parameters: (Parameter | { $ref: string })[] }) =>
    operation.parameters.map((one) =>
      '$ref' in one ? valueIn(components.parameters, nameIn(one.$ref)) : one,
    );
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

  it('is served at /openapi.json as committed, and as generated from the routes', async () => {
    const response = await fetch(`${service.url}/openapi.json`);
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
    assert.deepEqual(await response.json(), document, 'run npm run openapi and commit the result');
    assert.equal(openapiDocument(), committed, 'run npm run openapi and commit the result');
  });

  it('has every route with its own operation id, and nothing else', () => {
    const described = operations.map(
      ({ path, method, operation }) => `${operation.operationId} ${method.toUpperCase()} ${path}`,
    );
    const all = [...routes, ...publicRoutes];
    const served = all.map(({ id, method, path }) => `${id} ${method} ${path}`);
    assert.deepEqual(described.sort(), served.sort());
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
  });

  it('describes for every operation what it does, what it needs and what it can return', () => {
    for (const { path, operation } of operations) {
      const id = operation.operationId;
      for (const text of [operation.summary, operation.description]) {
        assert(typeof text === 'string' && text.length > 5, id);
      }
      assert(
        Object.keys(operation.responses).some((status) => /^2/.test(status)),
        id,
      );
      const isPublic = operation.security?.length === 0;
      for (const status of [...(isPublic ? [] : ['401']), '403', '429', 'default']) {
        const { content } = resolved(operation.responses[status]);
        assert(content?.['application/problem+json'], `${id} ${status}`);
      }
      for (const response of Object.values(operation.responses)) {
        assert(resolved(response).description, id);
      }
      const inPath = parametersOf(operation).filter((parameter) => parameter.in === 'path');
      assert.deepEqual(
        inPath.map((parameter) => `{${parameter.name}}`),
        [...path.matchAll(/\{\w+\}/g)].map(([name]) => name),
        id,
      );
      for (const parameter of inPath) assert.equal(parameter.required, true, id);
    }
  });

  it('is OpenAPI 3.1: its references resolve and its schemas are JSON Schema', () => {
    assert.match(document.openapi, /^3\.1\.\d+$/);
    assert(document.info.title && document.info.version);
    assert(document.components.securitySchemes.token);
    const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, ...FAST });
    addFormats.default(ajv);
    ajv.addVocabulary(['openapi', 'info', 'tags', 'components', 'paths', 'example', 'servers']);
    ajv.addVocabulary(['security', 'webhooks', 'discriminator', 'x-needs', 'x-max-bytes']);
    ajv.addVocabulary(['x-for-people', 'all']);
    const names = Object.keys(components.schemas);
    for (const name of names) {
      const isValid = ajv.validateSchema(valueIn(components.schemas, name) as AnySchemaObject);
      assert(isValid, `${name}: ${ajv.errorsText()}`);
    }
    // All at once, because each part that several of them refer to is then compiled once.
    const all = { anyOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })) };
    ajv.addSchema({ ...document, all, $id: 'openapi' });
    ajv.compile({ $ref: 'openapi#/all' });
    for (const { place, schema } of schemasOf(document)) {
      assert(!('nullable' in schema), `${place} uses the syntax of OpenAPI 3.0`);
      if (!('$ref' in schema)) continue;
      const $ref = String(schema.$ref);
      const name = /^#\/components\/schemas\/(\w+)$/.exec($ref)?.[1];
      assert(name && document.components.schemas[name], `${place} refers to ${$ref}`);
    }
  });

  it('describes every field and parameter, with a valid example of each', () => {
    const ajv = new Ajv2020({ strict: false, ...FAST });
    addFormats.default(ajv);
    ajv.addSchema({ ...document, $id: 'openapi' });
    let fields = 0;
    // Most fields are in many schemas, and a schema takes a millisecond to compile.
    const checked = new Set<string>();
    for (const { place, schema } of schemasOf(document)) {
      for (const [name, field] of Object.entries(schema.properties ?? {})) {
        fields += 1;
        const at = `${place}.${name}`;
        if ('$ref' in field || 'anyOf' in field) continue;
        assert(field.description, `${at} has no description`);
        // If the parts have examples, the whole needs none.
        if (field.properties || field.items) continue;
        assert(field.examples && field.examples.length > 0, `${at} has no example`);
        const text = JSON.stringify(field).replaceAll('"#/', '"openapi#/');
        if (checked.has(text)) continue;
        checked.add(text);
        const whole = JSON.parse(text);
        for (const example of field.examples) {
          assert(ajv.validate(whole, example), `${at}: ${ajv.errorsText()}`);
        }
      }
    }
    assert(fields > 50, `the walk saw ${fields} fields`);
    for (const { operation } of operations) {
      for (const parameter of parametersOf(operation)) {
        const at = `${operation.operationId} ${parameter.name}`;
        assert(parameter.description, `${at} has no description`);
        const example = parameter.example ?? parameter.schema.examples?.[0];
        assert(example !== undefined, `${at} has no example`);
        assert(ajv.validate(parameter.schema, example), `${at}: ${ajv.errorsText()}`);
      }
    }
  });

  it('names an operation that exists as the undo of another', () => {
    const ids = new Set(routes.map(({ id }) => id));
    for (const { id, undo } of routes) assert(undo === null || ids.has(undo), id);
  });

  it('marks what is for people: operations with secrets, and the fields of requests that take them', () => {
    const marked = operations.filter(({ operation }) => operation['x-for-people']);
    const ids = marked.map(({ operation }) => operation.operationId);
    const expected = [
      'createPaymentProvider',
      'createSecret',
      'createToken',
      'rotateWebhookSecret',
    ];
    for (const id of expected) assert(ids.includes(id), id);
    for (const { place, schema } of schemasOf(document)) {
      if (schema.additionalProperties !== false) continue;
      for (const [name, field] of Object.entries(schema.properties ?? {})) {
        const isSecret = /secret|password|_token$/.test(name) && !name.startsWith('has_');
        if (isSecret) assert.equal(field['x-for-people'], true, `${place}.${name}`);
      }
    }
  });

  it('has an event schema for every event type, and a webhook that sends it', () => {
    const { Event: union } = components.schemas;
    assert.equal(union?.oneOf?.length, eventTypes.length);
    for (const { type } of eventTypes) {
      const ref: string = union?.discriminator?.mapping[type] ?? '';
      assert(components.schemas[nameIn(ref)], type);
      const sent = document.webhooks[type]?.post.requestBody.content['application/json']?.schema;
      assert.equal(sent?.$ref, ref, type);
    }
  });

  it('refuses unknown fields in requests, and allows new ones in responses', () => {
    for (const { operation } of operations) {
      const { content = {} } = operation.requestBody ?? {};
      const ref = content['application/json']?.schema.$ref;
      if (ref === undefined) continue;
      assert.equal(components.schemas[nameIn(ref)]?.additionalProperties, false, ref);
    }
    for (const name of ['Lead', 'Appointment', 'Job', 'Invoice', 'Problem']) {
      assert.equal(components.schemas[name]?.additionalProperties, undefined, name);
    }
  });

  it('has at most 4 kB per operation, is compressed on request, and sent again only when it has changed', async () => {
    const url = `${service.url}/openapi.json`;
    const plain = await request(url, { 'accept-encoding': 'identity' });
    const perOperation = plain.body.length / (routes.length + publicRoutes.length);
    assert(perOperation <= 4_000, `${plain.body.length} bytes`);
    const gzipped = await request(url, { 'accept-encoding': 'gzip' });
    assert.equal(gzipped.headers['content-encoding'], 'gzip');
    assert.deepEqual(gunzipSync(gzipped.body), plain.body);
    const etag = plain.headers.etag ?? '';
    const again = await request(url, { 'if-none-match': etag });
    assert.deepEqual([again.status, again.body.length], [304, 0]);
  });
});

/** Of options for Ajv: the schemas are compiled here, but hardly used. */
const FAST = { inlineRefs: false, code: { optimize: false } };

interface Schema {
  'x-for-people'?: boolean;
  $ref?: string;
  type?: string | string[];
  description?: string;
  examples?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: unknown;
  oneOf?: Schema[];
  discriminator?: { mapping: Record<string, string> };
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  example?: unknown;
  schema: Schema;
}

/** As the server sent it, still compressed. */
function request(
  url: string,
  headers: Record<string, string>,
): Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const { statusCode: status = 0 } = response;
      resolve({ status, headers: response.headers, body: Buffer.concat(chunks) });
    });
    sent.on('error', reject).end();
  });
}

interface Content {
  $ref?: string;
  description?: string;
  content?: Record<string, { schema: Schema }>;
}

interface Document {
  openapi: string;
  info: { title: string; version: string };
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Content>;
    parameters: Record<string, Parameter>;
    securitySchemes: Record<string, unknown>;
  };
  webhooks: Record<string, { post: { requestBody: Required<Pick<Content, 'content'>> } }>;
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        'x-for-people'?: boolean;
        summary: string;
        description: string;
        parameters: (Parameter | { $ref: string })[];
        requestBody?: Content;
        security?: unknown[];
        responses: Record<string, Content>;
      }
    >
  >;
}

function valueIn<Value>(values: Record<string, Value>, name: string): Value {
  const value = values[name];
  assert(value !== undefined, `there is no ${name}`);
  return value;
}

/** Every schema of the document, including nested ones, with its location. */
function schemasOf(document: Document): { place: string; schema: Schema }[] {
  const found: { place: string; schema: Schema }[] = [];
  const walk = (place: string, schema: Schema) => {
    found.push({ place, schema });
    for (const [name, field] of Object.entries(schema.properties ?? {}))
      walk(`${place}.${name}`, field);
    if (schema.items) walk(`${place}[]`, schema.items);
  };
  for (const [name, schema] of Object.entries(document.components.schemas)) walk(name, schema);
  for (const operation of Object.values(document.paths).flatMap(Object.values)) {
    const contents: [string, Content][] = Object.entries(operation.responses);
    if (operation.requestBody) contents.push(['body', operation.requestBody]);
    for (const [name, { content = {} }] of contents) {
      for (const { schema } of Object.values(content))
        walk(`${operation.operationId} ${name}`, schema);
    }
  }
  return found;
}

async function assertProblem(
  response: Response,
  status: number,
  code?: string,
): Promise<Record<string, unknown>> {
  const text = await response.text();
  const place = `${response.url.slice(0, 200)} returned ${response.status}: ${text.slice(0, 500)}`;
  assert.equal(response.status, status, place);
  assert.equal(
    response.headers.get('content-type'),
    'application/problem+json; charset=utf-8',
    place,
  );
  const problem = JSON.parse(text);
  assert.equal(problem.request_id, response.headers.get('x-request-id'), place);
  assertProblemShape(problem, status, code);
  return problem;
}

function assertProblemShape(problem: Record<string, unknown>, status: number, code?: string): void {
  for (const member of ['type', 'title', 'detail', 'code', 'request_id']) {
    const value = problem[member];
    assert(typeof value === 'string' && value !== '', `${member} is ${JSON.stringify(value)}`);
  }
  assert.equal(problem.status, status);
  assert.match(String(problem.code), /^[a-z]+(_[a-z]+)*$/);
  assert.equal(problem.type, `urn:throughline:problem:${problem.code}`);
  if (code !== undefined) assert.equal(problem.code, code);
}

/** Writes raw bytes to the socket, and reads the response until the socket is closed. */
function exchange(url: string, sent: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(sent));
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('end', () => resolve(received));
    socket.on('error', reject);
  });
}

function assertRawProblem(received: string, status: number, code: string): void {
  const [head, body] = received.split('\r\n\r\n');
  assert.match(head ?? '', new RegExp(`^HTTP/1\\.1 ${status} `));
  assert.match(head ?? '', /^content-type: application\/problem\+json/im);
  assertProblemShape(JSON.parse(body ?? ''), status, code);
}

/** Needed because fetch cannot set the local IP address. */
function post(
  url: string,
  token: string,
  body: string,
  options: RequestOptions,
): Promise<{ status: number; limit: unknown; remaining: unknown }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sending = httpRequest(url, { method: 'POST', headers, ...options }, (response) => {
      response.resume();
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          limit: response.headers['ratelimit-limit'],
          remaining: response.headers['ratelimit-remaining'],
        }),
      );
    });
    sending.on('error', reject);
    sending.end(body);
  });
}
