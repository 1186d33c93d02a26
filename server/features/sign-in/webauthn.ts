import { isIP } from 'node:net';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { conflict, type FieldError, validationFailed } from '../../platform/errors.ts';
import { isObject } from '../../platform/is-object.ts';
import type { PasskeyRow } from './passkey-queries.ts';

/** Loaded with the first passkey: it takes 0.4 s and 28 MB, which a service without passkeys does not need. */
const library = () => import('@simplewebauthn/server');
const helpers = () => import('@simplewebauthn/server/helpers');

/** EdDSA, ES256 and RS256: every authenticator has one of them. */
const ALGORITHMS = [-8, -7, -257];
const TIMEOUT_MS = 5 * 60 * 1000;

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

export async function creationOptions(
  { domain }: Site,
  given: {
    challenge: string;
    accountId: string;
    email: string;
    name: string;
    known: readonly PasskeyRow[];
  },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: 'Throughline',
    rpID: domain,
    userID: userHandleOf(given.accountId),
    userName: given.email,
    userDisplayName: given.name,
    challenge: given.challenge,
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    // The person signs in without typing an address, so the authenticator has to remember it.
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    excludeCredentials: given.known.map(({ credential_id, transports }) => ({
      id: credential_id,
      transports,
    })),
  });
}

export async function requestOptions(
  { domain }: Site,
  challenge: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library();
  const userVerification = 'preferred';
  return generateAuthenticationOptions({
    rpID: domain,
    challenge,
    timeout: TIMEOUT_MS,
    userVerification,
  });
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

export interface VerifiedPasskey {
  credentialId: string;
  publicKey: Buffer;
  signCount: number;
  isSynced: boolean;
}

/** The new passkey; null if the browser's response is not valid. */
export async function verifyCreated(
  { origin, domain }: Site,
  { id, response, transports }: GivenCredential,
): Promise<VerifiedPasskey | null> {
  const { clientDataJSON = '', attestationObject = '' } = response;
  const { verifyRegistrationResponse } = await library();
  const given: RegistrationResponseJSON = {
    ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
    response: { clientDataJSON, attestationObject, transports },
  };
  try {
    if (!(await isWithoutCertificates(attestationObject))) return null;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: given,
      expectedChallenge: () => true,
      expectedOrigin: origin,
      expectedRPID: domain,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return null;
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      signCount: credential.counter,
      isSynced: credentialBackedUp,
    };
  } catch {
    return null;
  }
}

/**
 * We ask for no proof of the authenticator's make. For some certificates the library fetches a revocation list, and
 * only the worker connects to other machines: so they are refused before it sees them.
 */
export async function isWithoutCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await helpers();
  const decoded = decodeAttestationObject(Buffer.from(attestationObject, 'base64url'));
  const format = decoded.get('fmt');
  if (format === 'none') return true;
  return format === 'packed' && decoded.get('attStmt').get('x5c') === undefined;
}

/** The counter of the passkey that signed; null if the browser's response is not valid. */
export async function verifySignature(
  { origin, domain }: Site,
  { id, response }: GivenCredential,
  passkey: PasskeyRow,
): Promise<{ signCount: number; isSynced: boolean } | null> {
  const { clientDataJSON = '', authenticatorData = '', signature = '', userHandle } = response;
  const ofAccount = Buffer.from(userHandleOf(passkey.account_id)).toString('base64url');
  if (userHandle !== undefined && userHandle !== ofAccount) return null;
  const { verifyAuthenticationResponse } = await library();
  const given: AuthenticationResponseJSON = {
    ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
    response: { clientDataJSON, authenticatorData, signature },
  };
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: given,
      expectedChallenge: () => true,
      expectedOrigin: origin,
      expectedRPID: domain,
      requireUserVerification: false,
      // The database compares the counter, with the row locked and only after the signature was verified.
      credential: { id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
    });
    const { newCounter, credentialBackedUp } = authenticationInfo;
    return verified ? { signCount: newCounter, isSynced: credentialBackedUp } : null;
  } catch {
    return null;
  }
}

function userHandleOf(accountId: string) {
  return new Uint8Array(Buffer.from(accountId.replaceAll('-', ''), 'hex'));
}
