import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { after, describe, it } from 'node:test';
import tls from 'node:tls';
import { selfSignedCertificate } from '../../testing/certificate.ts';
import { readWithPauses } from './large-results.ts';

const SENT_BYTES = 8 * 1024 * 1024;
const READ_BYTES = 65_536;

describe('a result of megabytes', () => {
  const servers: net.Server[] = [];
  after(() => {
    for (const server of servers) server.close();
  });

  async function listen(server: net.Server): Promise<number> {
    servers.push(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return (server.address() as net.AddressInfo).port;
  }

  it('leaves other requests a turn after every read', async () => {
    const port = await listen(net.createServer((socket) => socket.end(Buffer.alloc(SENT_BYTES))));
    await readsWithTurns(net.connect(port, '127.0.0.1'));
  });

  it('leaves them a turn also over TLS', async () => {
    const certificate = selfSignedCertificate('localhost');
    const server = tls.createServer(certificate, (socket) => socket.end(Buffer.alloc(SENT_BYTES)));
    const ca = certificate.cert;
    await readsWithTurns(tls.connect({ port: await listen(server), ca, servername: 'localhost' }));
  });
});

async function readsWithTurns(socket: net.Socket): Promise<void> {
  readWithPauses(socket);
  const most = await mostInOneTurn(socket);
  assert(most <= 2 * READ_BYTES, `${most} bytes were read in one turn of the event loop`);
}

/** How many bytes arrive at most before what waits for a turn of the event loop runs. */
async function mostInOneTurn(socket: net.Socket): Promise<number> {
  let [all, inTurn, most] = [0, 0, 0];
  socket.on('data', ({ length }: Buffer) => {
    if (inTurn === 0) {
      setImmediate(() => {
        inTurn = 0;
      });
    }
    all += length;
    inTurn += length;
    most = Math.max(most, inTurn);
  });
  await once(socket, 'end');
  assert.equal(all, SENT_BYTES);
  return most;
}
