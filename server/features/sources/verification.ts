import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FieldError } from '../../platform/errors.ts';
import { isObject } from '../../platform/is-object.ts';
import type { SourceKind, Verification } from './schemas.ts';
import type { SourceSecrets } from './secret.ts';
import { at } from './texts.ts';

/** Pure rules: how a request proves that its maker sent it. */

type Method = Verification['method'];

/** What is stored of the verification besides the secrets. */
export interface StoredVerification {
  header: string | null;
  query: string | null;
  username: string | null;
  /** Which secrets are set. */
  secrets: (keyof SourceSecrets)[];
}

/** Where the secret can be, besides the place of its kind. */
export const PLACES = ['header', 'query', 'username'] as const;

const DEFAULT_HEADER = 'x-api-key';

const OWN_METHOD: Partial<Record<SourceKind, Method>> = {
  google_lead_form: 'google_key',
  facebook: 'facebook_signature',
  callrail: 'callrail_signature',
};

/** What is given explicitly comes first: a gateway in between does not sign as the maker does. */
export function methodOf(kind: SourceKind, stored: StoredVerification): Method {
  if (!stored.secrets.includes('secret')) return 'none';
  if (stored.username !== null) return 'basic';
  if (stored.header !== null) return 'header';
  if (stored.query !== null) return 'query';
  return OWN_METHOD[kind] ?? 'header';
}

/** Whether the whole body is needed to check it. */
export function isBodyNeeded(method: Method): boolean {
  return ['google_key', 'facebook_signature', 'callrail_signature'].includes(method);
}

export interface SignedRequest {
  headers: IncomingHttpHeaders;
  query: Readonly<Record<string, unknown>>;
  bytes: Buffer;
  /** The body as JSON or as the fields of a form; undefined if it is neither. */
  payload: unknown;
}

export function isVerified(
  kind: SourceKind,
  stored: StoredVerification,
  { secret }: SourceSecrets,
  request: SignedRequest,
): boolean {
  const method = methodOf(kind, stored);
  if (method === 'none') return true;
  if (secret === undefined) return false;
  const { headers, query, bytes, payload } = request;
  switch (method) {
    case 'header':
      return isSame(headers[(stored.header ?? DEFAULT_HEADER).toLowerCase()], secret);
    case 'query':
      return isSame(query[stored.query ?? ''], secret);
    case 'basic':
      return isSame(basicIn(headers.authorization), basic(stored.username ?? '', secret));
    case 'google_key':
      return isSame(at(payload, 'google_key'), secret);
    case 'facebook_signature':
      return isSame(
        headers['x-hub-signature-256'],
        `sha256=${hmac('sha256', secret, bytes, 'hex')}`,
      );
    case 'callrail_signature':
      return isSame(headers.signature, hmac('sha1', secret, bytes, 'base64'));
  }
}

/** The answer to Facebook's challenge; null if its token is wrong. */
export function challengeAnswer(
  { verify_token }: SourceSecrets,
  query: Readonly<Record<string, unknown>>,
): string | null {
  const challenge = query['hub.challenge'];
  const isAsked = query['hub.mode'] === 'subscribe' && typeof challenge === 'string';
  if (!isAsked || verify_token === undefined || !isSame(query['hub.verify_token'], verify_token)) {
    return null;
  }
  // It is sent back as it is, so it must not be markup.
  return /^[\w.-]{1,500}$/.test(challenge) ? challenge : null;
}

function basic(username: string, password: string): string {
  return Buffer.from(`${username}:${password}`).toString('base64');
}

/** The name of the scheme is written in any case (RFC 9110). */
function basicIn(authorization: string | undefined): string | undefined {
  return /^basic +(\S+)\s*$/i.exec(authorization ?? '')?.[1];
}

function hmac(
  algorithm: 'sha1' | 'sha256',
  secret: string,
  bytes: Buffer,
  encoding: 'hex' | 'base64',
): string {
  return createHmac(algorithm, secret).update(bytes).digest(encoding);
}

/** In a time that does not depend on how much is right. */
function isSame(given: unknown, expected: string): boolean {
  const text = typeof given === 'string' ? given.trim() : '';
  return timingSafeEqual(hash('sha256', text, 'buffer'), hash('sha256', expected, 'buffer'));
}

/** What fits only some kinds, and a place without the secret that is expected there. */
export function verificationErrors(
  kind: unknown,
  given: unknown,
  stored: StoredVerification,
): FieldError[] {
  if (!isObject(given)) return [];
  const errors: FieldError[] = [];
  for (const name of ['verify_token', 'access_token']) {
    if (typeof given[name] === 'string' && kind !== undefined && kind !== 'facebook') {
      const detail = `Only a source of the kind facebook has verification.${name}. Leave it out.`;
      errors.push({ pointer: `/verification/${name}`, code: 'not_allowed', detail });
    }
  }
  const ways = PLACES.filter((name) => typeof given[name] === 'string');
  if (ways.length > 1) {
    const detail = `The secret is in one place. Send only one of ${ways.join(', ')}.`;
    errors.push({ pointer: `/verification/${ways[1]}`, code: 'not_allowed', detail });
  }
  if (ways.length > 0 && given.secret === undefined && !stored.secrets.includes('secret')) {
    const detail = `Without a secret, verification.${ways[0]} checks nothing. Send verification.secret, too.`;
    errors.push({ pointer: '/verification/secret', code: 'required', detail });
  }
  return errors;
}
