import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { after, describe, it } from 'node:test';
import { Outbound } from '../../../platform/outbound/outbound.ts';
import { eventually } from '../../../testing/eventually.ts';
import { shared, sharedService } from '../../../testing/fixtures.ts';
import { freshLead } from '../../../testing/leads.ts';
import { portOf } from '../../../testing/loopback.ts';
import {
  startWebhookReceiver,
  status,
  type WebhookReceiver,
} from '../../../testing/webhook-receiver.ts';
import { attempt } from './attempt.ts';

const TIMEOUT_MS = 300;
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n';

const stops: (() => unknown)[] = [];
after(async () => {
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
  stops.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${portOf(server)}/`;
}

async function startReceiver(always: WebhookReceiver['always'] = null) {
  const receiver = await startWebhookReceiver();
  stops.push(() => receiver.stop());
  receiver.always = always;
  return receiver;
}

describe('receivers that misbehave', () => {
  const patient = new Outbound({ allowPrivate: true });
  const impatient = new Outbound({
    allowPrivate: true,
    timeoutsMs: { response: TIMEOUT_MS, processing: TIMEOUT_MS },
  });
  const guarded = new Outbound({ allowPrivate: false });
  stops.push(() => Promise.all([patient, impatient, guarded].map((one) => one.close())));

  async function attemptAt(url: string, outbound = patient) {
    const headers = { 'content-type': 'application/json' };
    const post = { url: new URL(url), headers, body: '{}' };
    const outcome = await attempt(outbound, post, new AbortController().signal);
    assert(outcome !== null);
    return outcome;
  }

  it('one that accepts the connection and never responds times out', async () => {
    const { error, statusCode, response } = await attemptAt(
      await startSockets(() => {}),
      impatient,
    );
    assert.deepEqual([error, statusCode, response], ['timeout', null, null]);
  });

  it('one that sends its headers one byte at a time still times out', async () => {
    const url = await startSockets((socket) => {
      const text = HEAD.repeat(100);
      let sent = 0;
      const drip = setInterval(() => socket.write(text[sent++]!), TIMEOUT_MS / 10);
      socket.on('close', () => clearInterval(drip));
    });
    assert.equal((await attemptAt(url, impatient)).error, 'timeout');
  });

  it('one whose body never ends counts as delivered by its status; the part of the body received is stored', async () => {
    const url = await startSockets((socket) => {
      socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n2\r\nhm\r\n`);
      const drip = setInterval(() => socket.write('2\r\nhm\r\n'), TIMEOUT_MS / 10);
      socket.on('close', () => clearInterval(drip));
    });
    const { error, response } = await attemptAt(url, impatient);
    assert.equal(error, null);
    assert.match(response ?? '', /^(hm)+$/);
  });

  it('when one responds with a gigabyte, 16 KiB are read and 1 KiB is stored', async () => {
    let sent = 0;
    const { url } = await startReceiver((reply) => {
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
    const { error, response } = await attemptAt(url);
    assert.equal(error, null);
    assert.equal(response, 'x'.repeat(1024));
    assert(sent < 2 ** 25, `${sent} bytes`);
  });

  it('a redirect is a failure, and is not followed', async () => {
    const good = await startReceiver();
    const receiver = await startReceiver(status(302, { location: good.url }));
    const { error, statusCode } = await attemptAt(receiver.url);
    assert.deepEqual([error, statusCode], ['redirect', 302]);
    assert.deepEqual([receiver.requests.length, good.requests.length], [1, 0]);
  });

  it('closing the connection, refusing it and not speaking HTTP get different error codes', async () => {
    const reset = await startSockets((socket) => socket.on('data', () => socket.resetAndDestroy()));
    const closed = await startSockets((socket) => socket.on('data', () => socket.end()));
    const talker = await startSockets((socket) =>
      socket.on('data', () => socket.write('502 5.5.2 What?\r\n')),
    );
    const chatty = await startSockets((socket) =>
      socket.on('data', () => socket.write(HEAD + 'x: y\r\n'.repeat(20_000))),
    );
    const { url: plain } = await startReceiver();
    const expected = {
      [reset]: 'connection_lost',
      [closed]: 'connection_lost',
      [talker]: 'not_http',
      [chatty]: 'not_http',
      'http://127.0.0.1:1/': 'connection_refused',
      'http://nobody.invalid/': 'host_not_found',
      [plain.replace('http:', 'https:')]: 'tls_failed',
    };
    for (const [url, error] of Object.entries(expected)) {
      assert.equal((await attemptAt(url)).error, error, url);
    }
  });

  it('one at a private address is refused when we connect to it, by IP address or by host name', async () => {
    const receiver = await startReceiver();
    // As if the host name had resolved to another address when it was saved.
    for (const url of [receiver.url, receiver.url.replace('127.0.0.1', 'localhost')]) {
      assert.equal((await attemptAt(url, guarded)).error, 'address_not_public');
    }
    assert.equal(receiver.requests.length, 0);
  });
});

describe('a delivery to a receiver that misbehaves', () => {
  const service = sharedService({ hasWorker: true });
  const organization = shared(() => service.newOrganization());
  const newEndpoint = async (url: string) => {
    const body = { url, event_types: ['lead.created'] };
    const { status: created, body: endpoint } = await organization.api.post(
      '/v1/webhook-endpoints',
      body,
    );
    assert.equal(created, 201);
    return `/v1/webhook-endpoints/${endpoint.webhook_endpoint_id}`;
  };

  it('stores any response body as text, and why it failed', async () => {
    const bytes = Buffer.concat([Buffer.from('a\0b\xff', 'latin1'), Buffer.from('é'.repeat(600))]);
    const { url } = await startReceiver((reply) => reply.end(bytes));
    const [delivered, failed] = [await newEndpoint(url), await newEndpoint('http://127.0.0.1:1/')];
    await organization.api.post('/v1/leads', freshLead());
    const attempted = (path: string) =>
      eventually(async () => {
        const [delivery] = (await organization.api.get(`${path}/deliveries`)).body.data;
        if (delivery?.attempt_count !== 1) return null;
        return (await organization.api.get(`${path}/deliveries/${delivery.delivery_id}`)).body;
      });
    const accepted = await attempted(delivered);
    assert.equal(accepted.status, 'delivered');
    const { response } = accepted.attempts[0];
    assert(response.startsWith('ab\ufffdé') && response.endsWith('é'));
    const refused = await attempted(failed);
    assert.equal(refused.status, 'pending');
    assert.deepEqual(
      [refused.attempts[0].error, refused.attempts[0].status_code],
      ['connection_refused', null],
    );
    for (const path of [delivered, failed]) await organization.api.delete(path);
  });

  it('delays no others, and holds only a window of requests open', async () => {
    let open = 0;
    let most = 0;
    const url = await startSockets((socket) => {
      open += 1;
      most = Math.max(most, open);
      socket.resume().on('close', () => {
        open -= 1;
      });
    });
    const good = await startReceiver();
    const paths = [await newEndpoint(url), await newEndpoint(good.url)];
    const count = 12;
    await Promise.all(
      Array.from({ length: count }, () => organization.api.post('/v1/leads', freshLead())),
    );
    await eventually(() => good.requests.length === count);
    await eventually(() => most > 0);
    assert(most <= 8, `${most} at once`);
    for (const path of paths) await organization.api.delete(path);
  });
});
