import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The webhook receiver, as a separate process. The path decides what it does: /hang never responds, /shaky fails one
 * in ten first attempts, and everything else is accepted immediately.
 */
const arrivals: Arrival[] = [];
const seen = new Set<string>();

export interface Arrival {
  /** The `webhook-id` header. */
  id: string;
  path: string;
  /** Id of the lead of the event; empty if it is not about a lead. */
  lead: string;
  type: string;
  isAccepted: boolean;
  /** In milliseconds since 1970, with a fraction. */
  at: number;
}

const server = createServer((request, response) => {
  const at = performance.timeOrigin + performance.now();
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    const id = String(request.headers['webhook-id']);
    const path = request.url!;
    const text = Buffer.concat(pieces).toString('latin1');
    const isAccepted = respond(path, id, response);
    const lead = /"lead_id": ?"(\w+)"/.exec(text)?.[1] ?? '';
    const type = /"type":"([a-z_.]+)"/.exec(text)?.[1] ?? '';
    arrivals.push({ id, path, lead, type, isAccepted, at });
  });
});

function respond(path: string, id: string, response: ServerResponse): boolean {
  if (path === '/hang') return false;
  const isFirst = !seen.has(id);
  if (path === '/shaky' && isFirst && Math.random() < 0.1) {
    seen.add(id);
    response.writeHead(500).end();
    return false;
  }
  response.end('ok');
  return true;
}

server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  process.send!({ port: (server.address() as AddressInfo).port });
});
process.on('message', (what) => {
  if (what === 'count') process.send!({ count: arrivals.length });
  else process.send!({ arrivals: arrivals.splice(0) });
});
