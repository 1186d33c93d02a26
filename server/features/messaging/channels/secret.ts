import { sealedTable } from '../../../platform/sealed-table.ts';
import { requireSecrets, type Secrets } from '../../../platform/secrets.ts';

/** A secret is encrypted for one channel and cannot be used for another. */
interface Owner {
  organizationId: string;
  channelId: string;
}

/** The secret to store after a change: null removes it; undefined keeps the stored one. */
export function sealedSecretAfter(
  secrets: Secrets | null,
  stored: Buffer | null,
  given: string | null | undefined,
  owner: Owner,
): Buffer | null {
  if (given === undefined) return stored;
  return given === null ? null : requireSecrets(secrets).seal(given, ownerName(owner));
}

/** Null if the secret was encrypted with another key, or if no key is set. */
export function openSecret(secrets: Secrets | null, sealed: Buffer, owner: Owner): string | null {
  return secrets?.open(sealed, ownerName(owner)) ?? null;
}

function ownerName({ organizationId, channelId }: Owner): string {
  return `channel ${organizationId} ${channelId}`;
}

export const sealedChannels = sealedTable(
  'channels',
  'channel_id',
  ['sealed_secret'],
  (organizationId, channelId) => ownerName({ organizationId, channelId }),
);
