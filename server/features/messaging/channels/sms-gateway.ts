import { isObject } from '../../../platform/is-object.ts';
import { resultOfStatus } from '../../../platform/outbound/classify.ts';
import {
  type HttpOutcome,
  type HttpReply,
  sendHttp,
} from '../../../platform/outbound/http-client.ts';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import type { NotAccepted, SendResult } from '../../../platform/outbound/outcome.ts';
import type { GatewaySettings } from './channel.ts';
import type { Message, Outcome } from './delivery.ts';
import { sign, toTimestamp } from './signature.ts';

const MAX_RESPONSE_BYTES = 64 * 1024;
const MAX_PROVIDER_ID_LENGTH = 200;

/** Posts a text to the organization's gateway. docs/sms-gateway.md is the protocol. */
export async function sendText(
  { outbound, now }: { outbound: Outbound; now: Date },
  { url, from_number: from }: GatewaySettings,
  secret: string,
  { reference, idempotencyKey, to, body: text, expiresAt }: Message,
): Promise<Outcome> {
  const expiry = expiresAt && { expires_at: expiresAt.toISOString() };
  const body = JSON.stringify({ to, from, body: text, reference, ...expiry });
  const timestamp = toTimestamp(now);
  const sent = await sendHttp(outbound, {
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
      'x-throughline-timestamp': timestamp,
      'x-throughline-signature': sign(secret, timestamp, body),
    },
    body,
    timeoutMs: outbound.timeoutsMs.response,
    maxResponseBytes: MAX_RESPONSE_BYTES,
    resultOfStatus: resultOfGatewayStatus,
  });
  return toOutcome(sent);
}

/**
 * A gateway that fails may already have passed the text on. The text was certainly not accepted only if the
 * gateway says so with 425, 429 or 503.
 */
export function resultOfGatewayStatus(status: number): SendResult {
  const result = resultOfStatus(status);
  const isCertain = status === 425 || status === 429 || status === 503;
  return result === 'deferred' && !isCertain ? 'ambiguous' : result;
}

export function toOutcome(sent: HttpOutcome): Outcome {
  if (sent.result === 'accepted') {
    return { ...sent, reply: { providerId: providerIdOf(sent.reply) } };
  }
  return { ...sent, reason: reasonOf(sent), detail: detailOf(sent), reply: null };
}

const REASON_OF_REPLY = {
  deferred: 'gateway_busy',
  ambiguous: 'gateway_error',
  refused: 'gateway_refused',
} as const;

function reasonOf({ result, reason, reply }: NotAccepted<HttpReply>): string {
  if (reply !== null) return REASON_OF_REPLY[result];
  if (result === 'refused' || reason === 'tls_failed' || reason === 'timeout') return reason;
  return result === 'deferred' ? 'connection_failed' : 'connection_lost';
}

function detailOf({ result, reply, detail, errorCode }: NotAccepted<HttpReply>): string | null {
  if (reply !== null) return `HTTP ${reply.status}`;
  return result === 'refused' ? detail : errorCode;
}

/** Null if the response has no readable id. The text counts as accepted: the status said so. */
function providerIdOf({ body, bodyEnd }: HttpReply): string | null {
  if (bodyEnd !== 'complete') return null;
  try {
    const parsed: unknown = JSON.parse(body.toString());
    if (!isObject(parsed) || typeof parsed.id !== 'string') return null;
    return parsed.id.slice(0, MAX_PROVIDER_ID_LENGTH);
  } catch {
    return null;
  }
}
