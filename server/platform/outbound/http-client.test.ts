import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { after, describe, it } from 'node:test';
import { type HttpRequest, sendHttp } from './http-client.ts';
import { Outbound } from './outbound.ts';

describe('the HTTP client', () => {
  const outbound = new Outbound({ allowPrivate: true });
  const servers: Server[] = [];
  after(async () => {
    await outbound.close();
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });

  async function serve(listener: RequestListener): Promise<string> {
    const server = createServer(listener).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    const address = server.address();
    assert(address !== null && typeof address === 'object');
    return `http://127.0.0.1:${address.port}/`;
  }

  const post = (url: string, more: Partial<HttpRequest> = {}) =>
    sendHttp(outbound, {
      url,
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: 'hello',
      timeoutMs: 5_000,
      maxResponseBytes: 10,
      ...more,
    });

  it('returns the status, the relevant headers and the complete body of a short response', async () => {
    const url = await serve((request, response) => {
      response.setHeader('content-type', 'text/plain').setHeader('retry-after', '7');
      request.pipe(response);
    });
    const { result, reply, mayHaveArrived, durationMs } = await post(url);
    assert.deepEqual([result, mayHaveArrived], ['accepted', true]);
    assert.deepEqual(reply, {
      status: 200,
      contentType: 'text/plain',
      retryAfter: '7',
      body: Buffer.from('hello'),
      bodyEnd: 'complete',
    });
    assert(durationMs >= 0 && durationMs < 5_000);
  });

  it('ignores a header that is sent twice', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(429, ['Retry-After', '7', 'Retry-After', '9']).end();
    });
    const { reply } = await post(url);
    assert.deepEqual([reply?.status, reply?.retryAfter], [429, null]);
  });

  it('reads at most the allowed number of bytes, however they arrive', async () => {
    const exact = await serve((_request, response) => response.end('0123456789'));
    const { reply: whole } = await post(exact);
    assert.deepEqual([whole?.body.toString(), whole?.bodyEnd], ['0123456789', 'complete']);
    const longer = await serve((_request, response) => {
      response.write('01234');
      response.end('5678901234');
    });
    const { reply: start } = await post(longer);
    assert.deepEqual([start?.body.toString(), start?.bodyEnd], ['0123456789', 'truncated']);
  });

  it('uses the status even if the response never ends', async () => {
    const url = await serve((_request, response) => response.write('hm'));
    const { result, reply } = await post(url, { timeoutMs: 300 });
    assert.equal(result, 'accepted');
    assert.deepEqual([reply?.body.toString(), reply?.bodyEnd], ['hm', 'interrupted']);
  });

  it('classifies a status as refused or deferred, with the reply; the caller can override it', async () => {
    const url = await serve((_request, response) => response.writeHead(503).end('later'));
    const deferred = await post(url);
    assert(deferred.result !== 'accepted');
    assert.deepEqual(
      [deferred.result, deferred.reason, deferred.detail, deferred.mayHaveArrived],
      ['deferred', 'bad_status', 'The receiver returned 503', true],
    );
    assert.equal(deferred.reply?.body.toString(), 'later');
    const other = await post(url, { resultOfStatus: () => 'ambiguous' });
    assert.deepEqual([other.result, other.reply?.status], ['ambiguous', 503]);
  });

  it('follows no redirect', async () => {
    let requests = 0;
    const url = await serve((_request, response) => {
      requests += 1;
      response.writeHead(302, { location: '/' }).end();
    });
    const sent = await post(url);
    assert.deepEqual(
      [sent.result, 'reason' in sent && sent.reason, requests],
      ['refused', 'redirect', 1],
    );
  });

  it('distinguishes a timeout, a broken connection, a refused connection and an invalid header', async () => {
    const silent = await serve(() => {});
    const broken = await serve((request) => request.socket.destroy());
    const outcomes = [
      await post(silent, { timeoutMs: 200 }),
      await post(broken),
      await post('http://127.0.0.1:1/'),
      await post(silent, { headers: { 'x-a': 'a\nb' } }),
    ];
    assert.deepEqual(
      outcomes.map((one) => [one.result, 'reason' in one && one.reason, one.mayHaveArrived]),
      [
        ['ambiguous', 'timeout', true],
        ['ambiguous', 'connection_lost', true],
        ['deferred', 'connection_refused', false],
        ['refused', 'invalid_request', false],
      ],
    );
    assert(outcomes.every(({ reply }) => reply === null));
  });

  it('connects to no private address unless it is allowed', async () => {
    let requests = 0;
    const url = await serve((_request, response) => {
      requests += 1;
      response.end();
    });
    const strict = new Outbound({ allowPrivate: false });
    const request = { method: 'GET', headers: {}, body: null } as const;
    const limits = { timeoutMs: 5_000, maxResponseBytes: 10 };
    const sent = await sendHttp(strict, { url, ...request, ...limits });
    assert.deepEqual(
      [sent.result, 'reason' in sent && sent.reason, requests],
      ['refused', 'address_not_public', 0],
    );
    await strict.close();
  });

  it('rejects when the caller cancels, because the outcome is then unknown', async () => {
    const cancel = new AbortController();
    const url = await serve(() => cancel.abort(new Error('Shutting down')));
    await assert.rejects(post(url, { signal: cancel.signal }), /Shutting down/);
  });
});
