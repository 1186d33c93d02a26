import type { FieldError } from '../../platform/errors.ts';
import { mappingErrors } from './mapping.ts';
import type { SourceKind, VerificationBody } from './schemas.ts';
import type { SourceSecrets } from './secret.ts';
import { PLACES, type StoredVerification, verificationErrors } from './verification.ts';

export const NO_VERIFICATION: StoredVerification = {
  header: null,
  query: null,
  username: null,
  secrets: [],
};

const SECRETS = ['secret', 'verify_token', 'access_token'] as const;

/** What is left out stays, and null removes it. */
export function verificationAfter(
  before: StoredVerification,
  given: VerificationBody | undefined,
): StoredVerification {
  if (given === undefined) return before;
  const isSet = (name: keyof SourceSecrets) =>
    given[name] === undefined ? before.secrets.includes(name) : given[name] !== null;
  // The secret is in one place: a new one replaces the one before.
  const isMoved = PLACES.some((name) => typeof given[name] === 'string');
  const placeAt = (name: (typeof PLACES)[number]) => {
    const isKept = given[name] === undefined && !isMoved;
    return isKept ? before[name] : (given[name] ?? null);
  };
  return {
    header: placeAt('header'),
    query: placeAt('query'),
    username: placeAt('username'),
    secrets: SECRETS.filter(isSet),
  };
}

/** What the schema cannot say. */
export async function sourceErrors(
  organizationId: string,
  kind: SourceKind | undefined,
  body: Record<string, unknown>,
  stored: StoredVerification = NO_VERIFICATION,
): Promise<FieldError[]> {
  return [
    ...verificationErrors(kind, body.verification, stored),
    ...(await mappingErrors(organizationId, kind ?? null, body.mapping)),
  ];
}
