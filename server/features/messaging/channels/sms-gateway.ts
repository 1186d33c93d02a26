import { type Dispatcher, request } from 'undici';
import { AddressNotPublic, type Outbound } from '../../../platform/outbound/outbound.ts';
import type { GatewaySettings } from './channel.ts';
import { isNotTrusted, type Message, type Outcome } from './delivery.ts';
import { sign, toTimestamp } from './signature.ts';

const LONGEST_ANSWER_BYTES = 64 * 1024;
const LONGEST_PROVIDER_ID = 200;

/** Failed before a connection stood: nothing can have been taken. */
const NOT_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
/** The gateway says itself that it did not take it, and that it may later. */
const NOT_NOW = new Set([425, 429, 503]);

/** Posts a text to the organization's gateway: docs/sms-gateway.md tells what it is held to. */
export async function sendText(
  { outbound, now }: { outbound: Outbound; now: Date },
  { url, from_number: from }: GatewaySettings,
  secret: string,
  { reference, idempotencyKey, to, body: text }: Message,
): Promise<Outcome> {
  const body = JSON.stringify({ to, from, body: text, reference });
  const timestamp = toTimestamp(now);
  try {
    const answer = await request(url, {
      method: 'POST',
      dispatcher: outbound.agent,
      signal: AbortSignal.timeout(outbound.patienceMs.answer),
      headers: {
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
        'x-throughline-timestamp': timestamp,
        'x-throughline-signature': sign(secret, timestamp, body),
      },
      body,
    });
    return outcomeOf(answer.statusCode, await readProviderId(answer.body));
  } catch (error) {
    return failureOf(error);
  }
}

function outcomeOf(status: number, providerId: string | null): Outcome {
  if (status >= 200 && status < 300) return { result: 'accepted', providerId };
  const detail = `HTTP ${status}`;
  if (NOT_NOW.has(status)) return { result: 'deferred', reason: 'gateway_busy', detail };
  if (status === 408 || status >= 500) {
    return { result: 'ambiguous', reason: 'gateway_error', detail };
  }
  return { result: 'refused', reason: 'gateway_refused', detail };
}

function failureOf(error: unknown): Outcome {
  const { code, name } = error as { code?: string; name?: string };
  if (error instanceof AddressNotPublic) {
    return { result: 'refused', reason: 'address_not_public', detail: error.message };
  }
  if (code !== undefined && NOT_CONNECTED.has(code)) {
    return { result: 'deferred', reason: 'connection_failed', detail: code };
  }
  if (isNotTrusted(code)) {
    return { result: 'deferred', reason: 'tls_failed', detail: code };
  }
  const reason = name === 'TimeoutError' ? 'timeout' : 'connection_lost';
  return { result: 'ambiguous', reason, detail: code ?? null };
}

/** The status has said enough: an answer that cannot be read only leaves its id unknown. */
async function readProviderId(body: Dispatcher.ResponseData['body']): Promise<string | null> {
  try {
    const pieces: Buffer[] = [];
    let size = 0;
    for await (const piece of body) {
      size += piece.length;
      if (size > LONGEST_ANSWER_BYTES) return null;
      pieces.push(piece);
    }
    const { id } = JSON.parse(Buffer.concat(pieces).toString());
    return typeof id === 'string' ? id.slice(0, LONGEST_PROVIDER_ID) : null;
  } catch {
    return null;
  }
}
