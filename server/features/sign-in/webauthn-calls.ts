import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import type { PasskeyRow } from './passkey-queries.ts';
import type { GivenCredential, Site } from './webauthn.ts';

/** Run in their own thread, which `webauthn.ts` calls: parameters and results are copied. */
export const webauthnCalls = { creationOptions, requestOptions, verifyCreated, verifySignature };

/** EdDSA, ES256 and RS256: every authenticator has one of them. */
const ALGORITHMS = [-8, -7, -257];
const TIMEOUT_MS = 5 * 60 * 1000;

async function creationOptions(
  { domain }: Site,
  given: {
    challenge: string;
    accountId: string;
    email: string;
    name: string;
    known: readonly PasskeyRow[];
  },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
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

async function requestOptions(
  { domain }: Site,
  challenge: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const userVerification = 'preferred';
  return generateAuthenticationOptions({
    rpID: domain,
    challenge,
    timeout: TIMEOUT_MS,
    userVerification,
  });
}

export interface VerifiedPasskey {
  credentialId: string;
  publicKey: Uint8Array;
  signCount: number;
  isSynced: boolean;
}

/** The new passkey; null if the browser's response is not valid. */
async function verifyCreated(
  site: Site,
  { id, response, transports }: GivenCredential,
): Promise<VerifiedPasskey | null> {
  const { clientDataJSON = '', attestationObject = '' } = response;
  const given: RegistrationResponseJSON = {
    ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
    response: { clientDataJSON, attestationObject, transports },
  };
  try {
    if (!isWithoutCertificates(attestationObject)) return null;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: given,
      ...expectedAt(site),
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return null;
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: credential.publicKey,
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
export function isWithoutCertificates(attestationObject: string): boolean {
  const decoded = decodeAttestationObject(Buffer.from(attestationObject, 'base64url'));
  const format = decoded.get('fmt');
  if (format === 'none') return true;
  return format === 'packed' && decoded.get('attStmt').get('x5c') === undefined;
}

/** The counter of the passkey that signed; null if the browser's response is not valid. */
async function verifySignature(
  site: Site,
  { id, response }: GivenCredential,
  passkey: PasskeyRow,
): Promise<{ signCount: number; isSynced: boolean } | null> {
  const { clientDataJSON = '', authenticatorData = '', signature = '', userHandle } = response;
  const ofAccount = Buffer.from(userHandleOf(passkey.account_id)).toString('base64url');
  if (userHandle !== undefined && userHandle !== ofAccount) return null;
  const given: AuthenticationResponseJSON = {
    ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
    response: { clientDataJSON, authenticatorData, signature },
  };
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: given,
      ...expectedAt(site),
      // The database compares the counter, with the row locked and only after the signature was verified.
      credential: { id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
    });
    const { newCounter, credentialBackedUp } = authenticationInfo;
    return verified ? { signCount: newCounter, isSynced: credentialBackedUp } : null;
  } catch {
    return null;
  }
}

/** The challenge is ours: it was checked before. */
function expectedAt({ origin, domain }: Site) {
  return {
    expectedChallenge: () => true,
    expectedOrigin: origin,
    expectedRPID: domain,
    requireUserVerification: false,
  };
}

function userHandleOf(accountId: string) {
  return new Uint8Array(Buffer.from(accountId.replaceAll('-', ''), 'hex'));
}
