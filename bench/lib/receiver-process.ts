import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The receiver of webhooks, as a process of its own. What it does goes by the path: /hang never answers,
 * /shaky does not take one in ten at the first attempt, everything else is taken at once.
 */
const arrivals: Arrival[] = [];
const seen = new Set<string>();

export interface Arrival {
  /** The header `webhook-id`. */
  id: string;
  path: string;
  /** The lead that the event is about; empty if it is about something else. */
  lead: string;
  type: string;
  taken: boolean;
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
    const taken = answer(path, id, response);
    const lead = /"lead_id": ?"(\w+)"/.exec(text)?.[1] ?? '';
    const type = /"type":"([a-z_.]+)"/.exec(text)?.[1] ?? '';
    arrivals.push({ id, path, lead, type, taken, at });
  });
});

function answer(path: string, id: string, response: ServerResponse): boolean {
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
