import { isIP } from 'node:net';
import { conflict, type FieldError, validationFailed } from '../../platform/errors.ts';
import { isObject } from '../../platform/is-object.ts';
import { CalledThread } from '../../platform/threads/called-thread.ts';
import type { webauthnCalls } from './webauthn-calls.ts';

/** The library takes up to 0.4 s to load, and 28 MB: it has its own thread, which is started with the first passkey. */
export const webauthn = new CalledThread<typeof webauthnCalls>(
  new URL('./webauthn.worker.ts', import.meta.url),
);

/** Whom a passkey is for: browsers show it only to pages of this domain. */
export interface Site {
  origin: string;
  domain: string;
}

/** Browsers have passkeys only where no one can change the page on its way, and only for names. */
export function siteOf(origin: string): Site {
  const { protocol, hostname: domain } = new URL(origin);
  const isLocal = domain === 'localhost' || domain.endsWith('.localhost');
  const isName = isIP(domain.replaceAll(/[[\]]/g, '')) === 0;
  if (isLocal || (protocol === 'https:' && isName)) return { origin, domain };
  throw conflict(
    'passkeys_unavailable',
    `Browsers allow passkeys only at a domain name with https, or at http://localhost. This page is at ${origin}. Open the service there, or sign in with a password or a link.`,
  );
}

/** A credential that the browser sent; its challenge is ours only if `readChallenge` says so. */
export interface GivenCredential {
  id: string;
  challenge: string;
  /** The texts in its response, by name. */
  response: Record<string, string>;
  transports: string[];
}

export function readCredential(
  credential: Record<string, unknown>,
  needed: readonly string[],
): GivenCredential {
  const { id } = credential;
  const response = isObject(credential.response) ? credential.response : {};
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(response)) {
    if (typeof value === 'string') texts[name] = value;
  }
  const challenge = challengeIn(texts.clientDataJSON);
  const errors = [
    ...(typeof id === 'string' ? [] : [wrong('/credential/id')]),
    ...needed
      .filter((name) => !BASE64URL.test(texts[name] ?? ''))
      .map((name) => wrong(`/credential/response/${name}`)),
  ];
  if (errors.length === 0 && challenge === null) {
    errors.push(wrong('/credential/response/clientDataJSON'));
  }
  if (typeof id !== 'string' || challenge === null || errors.length > 0) {
    throw validationFailed(errors);
  }
  const { transports } = response;
  const known = Array.isArray(transports) ? transports : [];
  return {
    id,
    challenge,
    response: texts,
    transports: known.filter((one) => TRANSPORTS.has(one)),
  };
}

const BASE64URL = /^[\w-]+$/;
const TRANSPORTS = new Set<unknown>([
  'ble',
  'cable',
  'hybrid',
  'internal',
  'nfc',
  'smart-card',
  'usb',
]);

function wrong(pointer: string): FieldError {
  const detail = `The field ${pointer.slice(1).replaceAll('/', '.')} is missing or not base64url. Send what toJSON() of the browser’s credential returns.`;
  return { pointer, code: 'invalid_format', detail };
}

function challengeIn(clientData: string | undefined): string | null {
  try {
    const read: unknown = JSON.parse(textOf(clientData ?? ''));
    return isObject(read) && typeof read.challenge === 'string' ? textOf(read.challenge) : null;
  } catch {
    return null;
  }
}

function textOf(base64url: string): string {
  return Buffer.from(base64url, 'base64url').toString('utf8');
}
