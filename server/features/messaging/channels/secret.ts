import { requireSecrets, type Secrets } from '../../../platform/secrets.ts';

/** A secret is sealed for its channel alone. */
interface Owner {
  organizationId: string;
  channelId: string;
}

/** The secret as it is kept after a change: null removes it, and without a new one the kept one stays. */
export function sealedAfter(
  secrets: Secrets | null,
  kept: Buffer | null,
  given: string | null | undefined,
  owner: Owner,
): Buffer | null {
  if (given === undefined) return kept;
  return given === null ? null : requireSecrets(secrets).seal(given, ownerName(owner));
}

/** Null if it was sealed under another key, or if there is no key at all. */
export function openSecret(secrets: Secrets | null, sealed: Buffer, owner: Owner): string | null {
  return secrets?.open(sealed, ownerName(owner)) ?? null;
}

function ownerName({ organizationId, channelId }: Owner): string {
  return `channel ${organizationId} ${channelId}`;
}
