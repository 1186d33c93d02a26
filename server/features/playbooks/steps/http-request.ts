import Type from 'typebox';
import { TEXT_LIMITS } from '../../../domain/text-limits.ts';
import { isObject } from '../../../platform/is-object.ts';
import { escapePointer, type Members } from '../members.ts';
import { hasLiquid, type TextVariables } from '../texts.ts';
import { checkTextsWithin } from './checks.ts';
import { CLOSED, oneOf } from './fields.ts';
import { type StepCheck, type StepRequest, step } from './step.ts';
import { StepFailure } from './step-failure.ts';
import { filledIn, filledInThroughout } from './texts.ts';

const DEFAULT_TIMEOUT_SECONDS = 15;
const MAX_TIMEOUT_SECONDS = 60;
const MAX_URL_LENGTH = 8_000;

/** Sends a request to another machine. Its host is guarded at the moment of connecting. */
export const httpRequest = step({
  do: 'http_request',
  schema: Type.Object(
    {
      method: Type.Optional(oneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE')),
      url: Type.String({ minLength: 1, maxLength: TEXT_LIMITS.url }),
      headers: Type.Optional(
        Type.Record(Type.String(), Type.String({ maxLength: 2_000 }), { maxProperties: 30 }),
      ),
      /** Sent as JSON; every text in it is Liquid. */
      body: Type.Optional(Type.Unknown()),
      /** The receiver heeds Idempotency-Key, so that an ambiguous attempt may be made again. */
      idempotent: Type.Optional(Type.Boolean()),
      timeout_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 30 })),
    },
    CLOSED,
  ),
  effect: 'request',
  check(check, given, pointer) {
    if (typeof given.url === 'string') checkUrl(check, given.url, `${pointer}/url`);
    if (isObject(given.headers)) checkHeaders(check, given.headers, `${pointer}/headers`);
    if (given.method === 'GET' && given.body !== undefined) {
      const detail = 'A GET has no body. Leave it out, or choose another method.';
      check.add(`${pointer}/body`, 'not_allowed', detail);
    }
    checkTextsWithin(check, given.body, `${pointer}/body`);
  },
  async perform({ step, variables }) {
    const { method = 'POST', url, headers = {}, body, timeout_seconds } = step.with;
    const seconds = Math.min(timeout_seconds ?? DEFAULT_TIMEOUT_SECONDS, MAX_TIMEOUT_SECONDS);
    const request: StepRequest = {
      method,
      url: fillInUrl(url, variables),
      headers: fillInHeaders(headers, variables),
      body: body === undefined ? null : filledInThroughout(body, variables),
    };
    return { status: 'request', request, timeoutMs: seconds * 1_000 };
  },
  mayRepeat: (step) => step.with.idempotent === true,
});

/** Where it leads after it was filled in is guarded when it is sent; here it must look like an address. */
function checkUrl(check: StepCheck, text: string, pointer: string): void {
  const isAddress = hasLiquid(text)
    ? /^https?:\/\/\S/.test(text)
    : URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  if (!isAddress) {
    const detail = 'It must be an address that begins with https:// or http://.';
    check.add(pointer, 'invalid_url', detail);
  } else if (!hasLiquid(text) && new URL(text).username + new URL(text).password !== '') {
    const detail = 'An address must not hold a name or a password. Send them in headers.';
    check.add(pointer, 'invalid_url', detail);
  }
  check.text(text, pointer);
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Those that say how the request is sent are ours to say, and the signature's. */
const RESERVED =
  /^(host|content-length|content-encoding|connection|keep-alive|upgrade|expect|te|trailer|transfer-encoding|proxy-.*|idempotency-key|webhook-.*)$/i;

function checkHeaders(check: StepCheck, given: Members, pointer: string): void {
  for (const [name, value] of Object.entries(given)) {
    const at = `${pointer}/${escapePointer(name)}`;
    if (!HEADER_NAME.test(name)) check.add(at, 'invalid_format', 'It is no name of a header.');
    else if (RESERVED.test(name)) {
      check.add(at, 'not_allowed', 'This header is set by the service itself. Leave it out.');
    }
    if (typeof value !== 'string') continue;
    if (/[\r\n]/.test(value)) check.add(at, 'invalid_format', 'A header is a single line.');
    check.text(value, at);
  }
}

function fillInUrl(text: string, variables: TextVariables): string {
  const url = filledIn(text, variables).trim();
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || url.length > MAX_URL_LENGTH) {
    const detail = `“${url.slice(0, 200)}” is not an address that begins with http:// or https://.`;
    throw new StepFailure('invalid_url', detail);
  }
  return parsed.href;
}

/** Set by the service, whatever the playbook says. */
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

function fillInHeaders(
  headers: Readonly<Record<string, string>>,
  variables: TextVariables,
): Record<string, string> {
  const given = Object.entries(headers).filter(([name]) => !OURS.includes(name.toLowerCase()));
  return Object.fromEntries(
    given.map(([name, value]) => [
      name.toLowerCase(),
      filledIn(value, variables).replaceAll(/[\r\n\0]+/g, ' '),
    ]),
  );
}
