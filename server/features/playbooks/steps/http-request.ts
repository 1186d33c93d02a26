import Type from 'typebox';
import { TEXT_LIMITS } from '../../../domain/text-limits.ts';
import { isObject } from '../../../platform/is-object.ts';
import { escapePointer, type JsonObject } from '../json.ts';
import {
  hasSecrets,
  misusesSecrets,
  SecretPlaceholders,
  withoutSecrets,
} from '../secret-references.ts';
import { hasLiquid } from '../texts.ts';
import { checkTextsWithin } from './checks.ts';
import { CLOSED, oneOf } from './fields.ts';
import { containsLiteral, isSecretHeader } from './secret-headers.ts';
import { type StepCheck, type StepRequest, step } from './step.ts';
import { StepFailure } from './step-failure.ts';
import { render } from './texts.ts';

const DEFAULT_TIMEOUT_SECONDS = 15;
const MAX_TIMEOUT_SECONDS = 60;
const MAX_URL_LENGTH = 8_000;
const MAX_HEADER_LENGTH = 2_000;

export const httpRequest = step({
  do: 'http_request',
  description: 'Sends a signed HTTP request to another system, at a public address.',
  needs: () => [],
  schema: Type.Object(
    {
      method: Type.Optional(
        oneOf(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], {
          description: 'HTTP method. Default `POST`.',
          examples: ['POST'],
        }),
      ),
      url: Type.String({
        minLength: 1,
        maxLength: TEXT_LIMITS.url,
        description: 'URL that starts with https:// or http://, as a Liquid template.',
        examples: ['https://example.com/leads/{{ lead.lead_id }}'],
      }),
      headers: Type.Optional(
        Type.Unsafe<Record<string, string>>({
          type: 'object',
          additionalProperties: { type: 'string', maxLength: MAX_HEADER_LENGTH },
          maxProperties: 30,
          description:
            'Headers by name, each value a Liquid template. `{{ secrets.crm }}` is the value of the secret `crm`.',
          examples: [{ Authorization: 'Bearer {{ secrets.crm }}' }],
        }),
      ),
      body: Type.Optional(
        Type.Unknown({
          description:
            'Body, sent as JSON. Every string in it is a Liquid template, and can use `{{ secrets.crm }}`.',
          examples: [{ name: '{{ lead.name }}' }],
        }),
      ),
      idempotent: Type.Optional(
        Type.Boolean({
          description:
            'Whether the receiver supports Idempotency-Key, so that a request with an unknown outcome can be sent again.',
          examples: [true],
        }),
      ),
      timeout_seconds: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 30,
          description: `Seconds to wait for the response. Default ${DEFAULT_TIMEOUT_SECONDS}.`,
          examples: [DEFAULT_TIMEOUT_SECONDS],
        }),
      ),
    },
    CLOSED,
  ),
  effect: 'request',
  check(check, given, pointer) {
    if (typeof given.url === 'string') checkUrl(check, given.url, `${pointer}/url`);
    if (isObject(given.headers)) checkHeaders(check, given.headers, `${pointer}/headers`);
    if (given.method === 'GET' && given.body !== undefined) {
      const detail = 'A GET request cannot have a body. Remove body, or choose another method.';
      check.add(`${pointer}/body`, 'not_allowed', detail);
    }
    checkTextsWithin(withSecrets(check), given.body, `${pointer}/body`);
  },
  async perform({ tx, step, variables }) {
    const { method = 'POST', url, headers = {}, body = null, timeout_seconds } = step.with;
    const seconds = Math.min(timeout_seconds ?? DEFAULT_TIMEOUT_SECONDS, MAX_TIMEOUT_SECONDS);
    const placeholders = new SecretPlaceholders();
    const texts = {
      url,
      headers: placeholders.insert(Object.fromEntries(sentHeaders(headers))),
      body: placeholders.insert(body),
    };
    const rendered = await render(tx, texts, variables);
    const request: StepRequest = {
      method,
      url: readUrl(rendered.url),
      headers: onOneLine(rendered.headers),
      body: rendered.body,
    };
    const shown = {
      ...placeholders.show(request),
      headers: { ...placeholders.show(request.headers), ...secretTemplates(headers) },
    };
    return { status: 'request', request, shown, placeholders, timeoutMs: seconds * 1_000 };
  },
  mayRepeat: (step) => step.with.idempotent === true,
});

/** Checks only the form; the rendered address is checked when the request is sent. */
function checkUrl(check: StepCheck, text: string, pointer: string): void {
  const isAddress = hasLiquid(text)
    ? /^https?:\/\/\S/.test(text)
    : URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  if (!isAddress) {
    const detail = 'The URL must start with https:// or http://.';
    check.add(pointer, 'invalid_url', detail);
  } else if (!hasLiquid(text) && new URL(text).username + new URL(text).password !== '') {
    const detail = 'The URL must not contain a user name or password. Send them in headers.';
    check.add(pointer, 'invalid_url', detail);
  }
  if (hasSecrets(text)) {
    const detail =
      'A URL cannot contain a secret, because URLs are logged. Send it in a header or in the body.';
    check.add(pointer, 'not_allowed', detail);
  }
  withSecrets(check).text(text, pointer);
}

/** The same checks of texts that may contain references to secrets. */
function withSecrets(check: StepCheck): Pick<StepCheck, 'text'> {
  return {
    text(text, pointer) {
      if (!misusesSecrets(text)) return check.text(withoutSecrets(text), pointer);
      const detail =
        'A secret can only be written as {{ secrets.name }}, without filters and tags. Store the value in the form in which it is sent.';
      check.add(pointer, 'invalid_secret', detail);
    },
  };
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Headers that control the transfer or carry the signature; only the service sets them. */
const RESERVED_HEADERS =
  /^(host|content-length|content-encoding|connection|keep-alive|upgrade|expect|te|trailer|transfer-encoding|proxy-.*|idempotency-key|webhook-.*)$/i;

function checkHeaders(check: StepCheck, given: JsonObject, pointer: string): void {
  for (const [name, value] of Object.entries(given)) {
    const at = `${pointer}/${escapePointer(name)}`;
    if (!HEADER_NAME.test(name))
      check.add(at, 'invalid_format', 'This is not a valid header name. Correct it.');
    else if (RESERVED_HEADERS.test(name)) {
      check.add(at, 'not_allowed', 'The service sets this header. Remove it.');
    }
    // The schema reports what is too long.
    if (typeof value !== 'string' || value.length > MAX_HEADER_LENGTH) continue;
    if (/[\r\n]/.test(value))
      check.add(
        at,
        'invalid_format',
        'A header value must be a single line. Remove the line breaks.',
      );
    if (HEADER_NAME.test(name) && isSecretHeader(name) && containsLiteral(value)) {
      const detail = `The header ${name} contains a secret that everyone who reads the playbook could see. Store it with POST /v1/secrets, and write {{ secrets.name }} here.`;
      check.add(at, 'secret_in_header', detail);
    }
    withSecrets(check).text(value, at);
  }
}

/** What the trace shows of headers with secrets: their templates, not what other data made of them. */
function secretTemplates(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(sentHeaders(headers).filter(([name]) => isSecretHeader(name)));
}

function readUrl(text: string): string {
  const url = text.trim();
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || url.length > MAX_URL_LENGTH) {
    const detail = `“${url.slice(0, 200)}” is not a valid http:// or https:// URL. Correct the playbook or the data it uses.`;
    throw new StepFailure('invalid_url', detail);
  }
  return parsed.href;
}

/** The service sets these, so headers of the playbook with these names are dropped. */
const SERVICE_HEADERS = [
  'content-length',
  'host',
  'idempotency-key',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
  'transfer-encoding',
  'connection',
];

function onOneLine(headers: Readonly<Record<string, string>>): Record<string, string> {
  const lines = Object.entries(headers).map(([name, value]) => [
    name,
    value.replaceAll(/[\r\n\0]+/g, ' '),
  ]);
  return Object.fromEntries(lines);
}

function sentHeaders(headers: Readonly<Record<string, string>>): [name: string, value: string][] {
  return Object.entries(headers)
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .filter(([name]) => !SERVICE_HEADERS.includes(name));
}
