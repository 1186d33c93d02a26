import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { eventually } from '../../../testing/eventually.ts';
import {
  startTestService,
  type TestOrganization,
  type TestService,
} from '../../../testing/harness.ts';
import { freshLead } from '../../../testing/leads.ts';
import {
  startWebhookReceiver,
  status,
  type WebhookReceiver,
} from '../../../testing/webhook-receiver.ts';

const TIMEOUT_MS = 700;
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n';

describe('receivers that misbehave', () => {
  let service: TestService;
  let organization: TestOrganization;
  let good: WebhookReceiver;
  const stops: (() => Promise<unknown>)[] = [];
  before(async () => {
    service = await startTestService({
      timeoutsMs: { response: TIMEOUT_MS, processing: TIMEOUT_MS },
    });
    organization = await service.newOrganization();
    good = await startWebhookReceiver();
    await service.startWorker();
  });
  after(async () => {
    await service.stop();
    await good.stop();
    for (const stop of stops) await stop();
  });

  /** A raw TCP server that handles each connection as the test likes. */
  async function startSockets(handleSocket: (socket: Socket) => void): Promise<string> {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      handleSocket(socket);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    stops.push(async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  /** Sends an event to the URL and also to a good receiver; returns the first attempt. */
  async function attemptAt(url: string) {
    const api = organization.api;
    const created = await api.post('/v1/webhook-endpoints', { url, event_types: ['lead.created'] });
    const toGood = { url: good.url, event_types: ['lead.created'] };
    const { body: goodOne } = await api.post('/v1/webhook-endpoints', toGood);
    const before = good.requests.length;
    await api.post('/v1/leads', freshLead());
    await eventually(async () => good.requests.length > before);
    const path = `/v1/webhook-endpoints/${created.body.webhook_endpoint_id}`;
    const { delivery_id: id } = await eventually(async () => {
      const { body } = await api.get(`${path}/deliveries`);
      return body.data[0]?.attempt_count === 1 && body.data[0];
    });
    const { body: delivery } = await api.get(`${path}/deliveries/${id}`);
    await api.delete(path);
    await api.delete(`/v1/webhook-endpoints/${goodOne.webhook_endpoint_id}`);
    return { status: delivery.status, ...delivery.attempts[0] };
  }

  async function attemptAtHttp(always: WebhookReceiver['always']) {
    const receiver = await startWebhookReceiver();
    stops.push(() => receiver.stop());
    receiver.always = always;
    return { ...(await attemptAt(receiver.url)), receiver };
  }

  it('one that accepts the connection and never responds times out', async () => {
    const attempt = await attemptAt(await startSockets(() => {}));
    assert.equal(attempt.status, 'pending');
    assert.equal(attempt.error, 'timeout');
    assert.equal(attempt.status_code, null);
    assert(attempt.duration_ms >= TIMEOUT_MS - 50);
  });

  it('one that sends its headers one byte at a time still times out', async () => {
    const url = await startSockets((socket) => {
      const text = HEAD.repeat(100);
      let sent = 0;
      const drip = setInterval(() => socket.write(text[sent++]!), 50);
      socket.on('close', () => clearInterval(drip));
    });
    assert.equal((await attemptAt(url)).error, 'timeout');
  });

  it('one whose body never ends counts as delivered by its status; the part of the body received is stored', async () => {
    const url = await startSockets((socket) => {
      socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`);
      const drip = setInterval(() => socket.write('2\r\nhm\r\n'), 100);
      socket.on('close', () => clearInterval(drip));
    });
    const attempt = await attemptAt(url);
    assert.equal(attempt.status, 'delivered');
    assert.match(attempt.response, /^(hm)+$/);
  });

  it('when one responds with a gigabyte, 16 KiB are read and 1 KiB is stored', async () => {
    let sent = 0;
    const { status: outcome, response } = await attemptAtHttp((reply) => {
      reply.writeHead(200);
      const piece = Buffer.alloc(64 * 1024, 'x');
      const pour = () => {
        while (sent < 2 ** 30 && !reply.destroyed) {
          sent += piece.length;
          if (!reply.write(piece)) return reply.once('drain', pour);
        }
      };
      pour();
    });
    assert.equal(outcome, 'delivered');
    assert.equal(response, 'x'.repeat(1024));
    assert(sent < 2 ** 25, `${sent} bytes`);
  });

  it('any response body is stored as text', async () => {
    const bytes = Buffer.concat([Buffer.from('a\0b\xff', 'latin1'), Buffer.from('é'.repeat(600))]);
    const { response } = await attemptAtHttp((reply) => reply.end(bytes));
    assert(response.startsWith('ab\ufffdé'));
    assert(response.endsWith('é'));
  });

  it('a redirect is a failure, and is not followed', async () => {
    const { error, status_code, receiver } = await attemptAtHttp(
      status(302, { location: good.url }),
    );
    assert.equal(error, 'redirect');
    assert.equal(status_code, 302);
    assert.equal(receiver.requests.length, 1);
    assert(good.requests.every(({ headers }) => headers.referer === undefined));
  });

  it('closing the connection, refusing it and not speaking HTTP get different error codes', async () => {
    const reset = await startSockets((socket) => socket.on('data', () => socket.resetAndDestroy()));
    assert.equal((await attemptAt(reset)).error, 'connection_lost');
    const closed = await startSockets((socket) => socket.on('data', () => socket.end()));
    assert.equal((await attemptAt(closed)).error, 'connection_lost');
    const talker = await startSockets((socket) =>
      socket.on('data', () => socket.write('502 5.5.2 What?\r\n')),
    );
    assert.equal((await attemptAt(talker)).error, 'not_http');
    const chatty = await startSockets((socket) =>
      socket.on('data', () => socket.write(HEAD + 'x: y\r\n'.repeat(20_000))),
    );
    assert.equal((await attemptAt(chatty)).error, 'not_http');
    assert.equal((await attemptAt('http://127.0.0.1:1/')).error, 'connection_refused');
    assert.equal((await attemptAt('http://nobody.invalid/')).error, 'host_not_found');
    const plain = good.url.replace('http:', 'https:');
    assert.equal((await attemptAt(plain)).error, 'tls_failed');
  });

  it('one that hangs does not delay others, and holds only a window of requests open', async () => {
    const api = organization.api;
    let open = 0;
    let most = 0;
    const url = await startSockets((socket) => {
      open += 1;
      most = Math.max(most, open);
      socket.resume().on('close', () => {
        open -= 1;
      });
    });
    const hanging = await api.post('/v1/webhook-endpoints', { url, event_types: ['lead.created'] });
    await api.post('/v1/webhook-endpoints', { url: good.url, event_types: ['lead.created'] });
    const before = good.requests.length;
    for (let n = 0; n < 20; n += 1) await api.post('/v1/leads', freshLead());
    await eventually(async () => good.requests.length === before + 20);
    assert(most >= 1 && most <= 8, `${most} at once`);
    await api.delete(`/v1/webhook-endpoints/${hanging.body.webhook_endpoint_id}`);
  });
});

describe('a private address', () => {
  it('is refused when we connect to it, by IP address or by host name, and the attempt records it', async () => {
    const receiver = await startWebhookReceiver();
    const service = await startTestService({ allowPrivate: false });
    try {
      const { api } = await service.newOrganization();
      const body = { url: 'https://example.com/', event_types: ['lead.created'] };
      const { webhook_endpoint_id: id } = (await api.post('/v1/webhook-endpoints', body)).body;
      // As if the host name had resolved to another address when it was saved.
      for (const url of [receiver.url, receiver.url.replace('127.0.0.1', 'localhost')]) {
        await service.owner.query('update webhook_endpoints set url = $1', [url]);
        await service.startWorker();
        await api.post('/v1/leads', freshLead());
        const delivery = await eventually(async () => {
          const path = `/v1/webhook-endpoints/${id}/deliveries`;
          const [newest] = (await api.get(path)).body.data;
          if (newest?.attempt_count !== 1) return null;
          return (await api.get(`${path}/${newest.delivery_id}`)).body;
        });
        assert.equal(delivery.attempts[0].error, 'address_not_public');
      }
      assert.equal(receiver.requests.length, 0);
    } finally {
      await service.stop();
      await receiver.stop();
    }
  });
});
