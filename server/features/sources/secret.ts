import { isObject } from '../../platform/is-object.ts';
import { sealedTable } from '../../platform/sealed-table.ts';
import { requireSecrets, type Secrets } from '../../platform/secrets.ts';
import type { VerificationBody } from './schemas.ts';

/** What a source keeps encrypted, as one JSON text. */
export interface SourceSecrets {
  secret?: string;
  verify_token?: string;
  access_token?: string;
}

/** The secrets are encrypted for one source and cannot be used for another. */
interface Owner {
  organizationId: string;
  sourceId: string;
}

const NAMES = ['secret', 'verify_token', 'access_token'] as const;

/** The secrets after a change: null removes one, and what is left out stays. */
export function sealedAfter(
  secrets: Secrets | null,
  stored: Buffer | null,
  given: VerificationBody | undefined,
  owner: Owner,
): Buffer | null {
  if (given === undefined || NAMES.every((name) => given[name] === undefined)) return stored;
  const before = stored === null ? {} : (openSecrets(secrets, stored, owner) ?? {});
  const after: SourceSecrets = {};
  for (const name of NAMES) {
    const value = given[name] === undefined ? before[name] : given[name];
    if (typeof value === 'string') after[name] = value;
  }
  if (Object.keys(after).length === 0) return null;
  return requireSecrets(secrets).seal(JSON.stringify(after), ownerName(owner));
}

/** Null if they were encrypted with another key, or if no key is set. */
export function openSecrets(
  secrets: Secrets | null,
  sealed: Buffer,
  owner: Owner,
): SourceSecrets | null {
  const text = secrets?.open(sealed, ownerName(owner)) ?? null;
  if (text === null) return null;
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) return null;
  const found = NAMES.flatMap((name) => {
    const one = value[name];
    return typeof one === 'string' ? [[name, one] as const] : [];
  });
  return Object.fromEntries(found);
}

function ownerName({ organizationId, sourceId }: Owner): string {
  return `source ${organizationId} ${sourceId}`;
}

export const sealedSources = sealedTable(
  'sources',
  'source_id',
  ['sealed_secret'],
  (organizationId, sourceId) => ownerName({ organizationId, sourceId }),
);
