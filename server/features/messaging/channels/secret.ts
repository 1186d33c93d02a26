import { conflict } from '../../../platform/errors.ts';
import type { Secrets } from '../../../platform/secrets.ts';

/** Sealed for this channel alone. */
export function sealSecret(
  secrets: Secrets | null,
  secret: string,
  owner: { organizationId: string; channelId: string },
): Buffer {
  if (secrets !== null) return secrets.seal(secret, ownerName(owner));
  throw conflict(
    'secret_key_missing',
    'A secret cannot be kept: the service runs with DATABASE_URL and no key. Set THROUGHLINE_SECRET_KEY to 32 bytes, the same for every process, and start it again.',
  );
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
