import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type LoopbackServer, startLoopback } from './loopback.ts';

export interface ReceivedText {
  headers: IncomingMessage['headers'];
  raw: string;
  body: { to: string; from: string; body: string; reference: string };
  /** When it arrived, in milliseconds. */
  at: number;
}

export interface SmsGateway extends LoopbackServer {
  /** Every request it received, in order. */
  requests: ReceivedText[];
  /** Responses to the next requests, instead of accepting them. */
  next: ((response: ServerResponse, text: ReceivedText) => void)[];
}

export const GATEWAY_SECRET = 'the-secret-of-the-gateway-and-us';

/** A local SMS gateway that accepts every text. */
export async function startSmsGateway(): Promise<SmsGateway> {
  const requests: ReceivedText[] = [];
  const next: SmsGateway['next'] = [];
  const server = await startLoopback((request, raw, response) => {
    const text = { headers: request.headers, raw, body: JSON.parse(raw), at: Date.now() };
    requests.push(text);
    const handler = next.shift();
    if (handler) return handler(response, text);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ id: `gw-${requests.length}` }));
  });
  return { url: `${server.url}/send`, requests, next, stop: server.stop };
}

/** The headers of a callback, as docs/sms-gateway.md defines them. */
export function signedHeaders(
  body: string,
  at: Date,
  secret = GATEWAY_SECRET,
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  return {
    'content-type': 'application/json',
    'x-throughline-timestamp': timestamp,
    'x-throughline-signature': createHmac('sha256', secret)
      .update(`${timestamp}.${body}`)
      .digest('hex'),
  };
}
