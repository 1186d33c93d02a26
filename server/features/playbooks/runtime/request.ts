import { Webhook } from 'standardwebhooks';
import { sendHttp } from '../../../platform/outbound/http-client.ts';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { parseWebAddress } from '../../../platform/web-address.ts';
import type { HttpRequestStep } from '../definition.ts';
import { filledIn, filledInThroughout } from '../steps/texts.ts';
import type { TextVariables } from '../texts.ts';
import { type Answer, toAnswer } from './answer.ts';
import { StepFailure } from './step-failure.ts';

const DEFAULT_TIMEOUT_SECONDS = 15;
const MAX_TIMEOUT_SECONDS = 60;
const MAX_RESPONSE_BYTES = 64 * 1024;
const MAX_URL_LENGTH = 8_000;

/** A request as it goes out, filled in; also what the trace shows of it. */
export interface StepRequest {
  method: NonNullable<HttpRequestStep['with']['method']>;
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

/** Said by us, whatever the playbook says. */
const OURS = [
  'content-length',
  'host',
  'idempotency-key',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
  'transfer-encoding',
  'connection',
];

export function prepareRequest(step: HttpRequestStep, variables: TextVariables): StepRequest {
  const { method = 'POST', headers = {}, body } = step.with;
  const url = filledIn(step.with.url, variables).trim();
  const parsed = parseWebAddress(url);
  if (parsed === null || url.length > MAX_URL_LENGTH) {
    const detail = `“${url.slice(0, 200)}” is not an address that begins with http:// or https://.`;
    throw new StepFailure('invalid_url', detail);
  }
  const given = Object.entries(headers).filter(([name]) => !OURS.includes(name.toLowerCase()));
  return {
    method,
    url: parsed.href,
    headers: Object.fromEntries(
      given.map(([name, value]) => [
        name.toLowerCase(),
        filledIn(value, variables).replaceAll(/[\r\n\0]+/g, ' '),
      ]),
    ),
    body: body === undefined ? null : filledInThroughout(body, variables),
  };
}

export function timeoutOf({ with: { timeout_seconds } }: HttpRequestStep): number {
  return Math.min(timeout_seconds ?? DEFAULT_TIMEOUT_SECONDS, MAX_TIMEOUT_SECONDS) * 1_000;
}

/** Sends it once, under its key and signed with every secret that is valid now. */
export async function sendRequest(
  outbound: Outbound,
  { method, url, headers, body }: StepRequest,
  options: { key: string; secrets: readonly string[]; at: Date; timeoutMs: number },
): Promise<Answer> {
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
  return toAnswer(sent);
}

/** As Standard Webhooks has it; without a secret only the id and the time. */
function signed(
  body: string,
  { key, secrets, at }: { key: string; secrets: readonly string[]; at: Date },
): Record<string, string> {
  const signature = secrets.map((secret) => new Webhook(secret).sign(key, at, body)).join(' ');
  return {
    'webhook-id': key,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    ...(signature === '' ? {} : { 'webhook-signature': signature }),
  };
}
