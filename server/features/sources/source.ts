import type { FieldError } from '../../platform/errors.ts';
import { mappingErrors } from './mapping.ts';
import type { SourceKind, VerificationBody } from './schemas.ts';
import type { SourceSecrets } from './secret.ts';
import { type StoredVerification, verificationErrors } from './verification.ts';

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
  return {
    header: given.header === undefined ? before.header : given.header,
    query: given.query === undefined ? before.query : given.query,
    username: given.username === undefined ? before.username : given.username,
    secrets: SECRETS.filter(isSet),
  };
}

/** What the schema cannot say. */
export async function sourceErrors(
  organizationId: string,
  kind: SourceKind | undefined,
  body: Record<string, unknown>,
): Promise<FieldError[]> {
  return [
    ...verificationErrors(kind, body.verification),
    ...(await mappingErrors(organizationId, kind ?? null, body.mapping)),
  ];
}
