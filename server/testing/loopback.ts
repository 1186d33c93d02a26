import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Server } from 'node:net';
import { text } from 'node:stream/consumers';

export interface LoopbackServer {
  url: string;
  stop(): Promise<void>;
}

/** A local HTTP server of another company: the handler gets each request with its complete body. */
export async function startLoopback(
  handler: (request: IncomingMessage, body: string, response: ServerResponse) => unknown,
): Promise<LoopbackServer> {
  const server = createServer(async (request, response) => {
    await handler(request, await text(request), response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The port that a server listens on. */
export function portOf(server: Server): number {
  const address = server.address();
  assert(address !== null && typeof address === 'object', 'it listens on a port');
  return address.port;
}
