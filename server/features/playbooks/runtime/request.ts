import { Webhook } from 'standardwebhooks';
import { type Dispatcher, request } from 'undici';
import { AddressNotPublic, type Outbound } from '../../../platform/outbound/outbound.ts';
import type { HttpRequestStep } from '../definition.ts';
import { filledIn, filledInThroughout } from '../steps/texts.ts';
import type { TextVariables } from '../texts.ts';
import { StepFailure } from './step-failure.ts';
import { storable, storableText } from './storable.ts';

const DEFAULT_TIMEOUT_SECONDS = 15;
const MOST_TIMEOUT_SECONDS = 60;
const LONGEST_ANSWER_BYTES = 64 * 1024;
const LONGEST_URL = 8_000;

/** A request as it goes out, filled in; also what the trace shows of it. */
export interface StepRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

/** What came of one attempt. */
export type Answer =
  | { result: 'accepted'; output: unknown }
  /** The other side has not taken it, and may later. */
  | { result: 'deferred'; code: string; detail: string }
  | { result: 'refused'; code: string; detail: string; output?: unknown }
  /** It may or may not have been taken. */
  | { result: 'ambiguous'; code: string; detail: string };

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
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || url.length > LONGEST_URL) {
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
  return Math.min(timeout_seconds ?? DEFAULT_TIMEOUT_SECONDS, MOST_TIMEOUT_SECONDS) * 1_000;
}

/** Sends it once, under its key and signed with every secret that is valid now. */
export async function sendRequest(
  outbound: Outbound,
  { method, url, headers, body }: StepRequest,
  options: { key: string; secrets: readonly string[]; at: Date; timeoutMs: number },
): Promise<Answer> {
  const text = body === null || method === 'GET' ? '' : JSON.stringify(body);
  try {
    const answer = await request(url, {
      method: method as Dispatcher.HttpMethod,
      dispatcher: outbound.agent,
      signal: AbortSignal.timeout(options.timeoutMs),
      headers: {
        'user-agent': 'Throughline',
        ...(text === '' ? {} : { 'content-type': 'application/json' }),
        ...headers,
        'idempotency-key': options.key,
        ...signed(text, options),
      },
      ...(text === '' ? {} : { body: text }),
    });
    return outcomeOf(answer.statusCode, await readBody(answer));
  } catch (error) {
    return failureOf(error);
  }
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

function outcomeOf(status: number, body: unknown): Answer {
  const output = { status, body };
  if (status >= 200 && status < 300) return { result: 'accepted', output };
  const detail = `The receiver answered ${status}.`;
  if (status === 429 || status === 408 || status === 425 || status >= 500) {
    return { result: 'deferred', code: 'request_failed', detail };
  }
  return { result: 'refused', code: 'request_refused', detail, output };
}

/** Failed before a connection stood: nothing can have been taken. */
const NOT_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const NOT_TRUSTED = /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

function failureOf(error: unknown): Answer {
  const { code, name } = error as { code?: string; name?: string };
  if (error instanceof AddressNotPublic) {
    return { result: 'refused', code: 'address_not_public', detail: `${error.message}.` };
  }
  if (code !== undefined && NOT_CONNECTED.has(code)) {
    const detail = `No connection to the receiver: ${code}.`;
    return { result: 'deferred', code: 'connection_failed', detail };
  }
  if (code !== undefined && NOT_TRUSTED.test(code)) {
    const detail = `The receiver’s certificate is not to be trusted: ${code}.`;
    return { result: 'deferred', code: 'tls_failed', detail };
  }
  if (code === 'UND_ERR_INVALID_ARG' || name === 'InvalidArgumentError') {
    const detail = 'The request cannot be written as it is: look at its headers.';
    return { result: 'refused', code: 'invalid_request', detail };
  }
  const isLate = name === 'TimeoutError';
  return {
    result: 'ambiguous',
    code: isLate ? 'request_timed_out' : 'connection_lost',
    detail: isLate
      ? 'The receiver did not answer in time.'
      : `The connection broke before the receiver had answered${code ? `: ${code}` : ''}.`,
  };
}

/** The status has said enough: an answer that cannot be read is shown as null. */
async function readBody({ body, headers }: Dispatcher.ResponseData): Promise<unknown> {
  try {
    const pieces: Buffer[] = [];
    let size = 0;
    for await (const piece of body) {
      size += piece.length;
      if (size > LONGEST_ANSWER_BYTES) break;
      pieces.push(piece);
    }
    const text = Buffer.concat(pieces).subarray(0, LONGEST_ANSWER_BYTES).toString('utf8');
    if (!/json/i.test(String(headers['content-type']))) return storableText(text);
    return storable(JSON.parse(text));
  } catch {
    return null;
  }
}
