import { sendHttp } from '../../../platform/outbound/http-client.ts';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { Signer } from '../../../platform/outbound/signer.ts';
import type { StepRequest } from '../steps/step.ts';
import { type RequestOutcome, toRequestOutcome } from './request-outcome.ts';

const MAX_RESPONSE_BYTES = 64 * 1024;

/** Sends the request once, with its idempotency key and a signature for each secret that is valid now. */
export async function sendRequest(
  outbound: Outbound,
  { method, url, headers, body }: StepRequest,
  options: {
    key: string;
    secrets: readonly string[];
    at: Date;
    timeoutMs: number;
    /** Hides secrets of the request in what is stored of its outcome. */
    mask?(value: unknown): unknown;
  },
): Promise<RequestOutcome> {
  const text = body === null || method === 'GET' ? '' : JSON.stringify(body);
  const sent = await sendHttp(outbound, {
    method,
    url,
    headers: {
      'user-agent': 'Throughline',
      ...(text === '' ? {} : { 'content-type': 'application/json' }),
      ...headers,
      'idempotency-key': options.key,
      ...signed(text, options),
    },
    body: text === '' ? null : text,
    timeoutMs: options.timeoutMs,
    maxResponseBytes: MAX_RESPONSE_BYTES,
  });
  return toRequestOutcome(sent, options.mask);
}

/** Headers of the Standard Webhooks specification; without a secret, only the id and the timestamp. */
function signed(
  body: string,
  { key, secrets, at }: { key: string; secrets: readonly string[]; at: Date },
): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1000);
  const signature = secrets.map((secret) => new Signer(secret).sign(key, seconds, body)).join(' ');
  return {
    'webhook-id': key,
    'webhook-timestamp': String(seconds),
    ...(signature === '' ? {} : { 'webhook-signature': signature }),
  };
}
