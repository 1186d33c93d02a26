import { requireSecrets, type Secrets } from '../../../platform/secrets.ts';

/** Sealed for this channel alone. */
export function sealSecret(
  secrets: Secrets | null,
  secret: string,
  owner: { organizationId: string; channelId: string },
): Buffer {
  return requireSecrets(secrets).seal(secret, ownerName(owner));
}

/** Null if it was sealed under another key, or if there is no key at all. */
export function openSecret(
  secrets: Secrets | null,
  sealed: Buffer,
  owner: { organizationId: string; channelId: string },
): string | null {
  return secrets?.open(sealed, ownerName(owner)) ?? null;
}

function ownerName(owner: { organizationId: string; channelId: string }): string {
  return `channel ${owner.organizationId} ${owner.channelId}`;
}
