import { randomBytes } from 'node:crypto';
import type { FieldError } from '../../platform/errors.ts';
import { requireSecrets, type Secrets } from '../../platform/secrets.ts';

/** As Standard Webhooks writes it: this, and then base64 of 24 to 64 bytes. */
const PREFIX = 'whsec_';
const BYTES = 32;
const MIN_BYTES = 24;
const MAX_BYTES = 64;

export function newSecret(): string {
  return PREFIX + randomBytes(BYTES).toString('base64');
}

export function secretErrors(given: unknown): FieldError[] {
  if (typeof given !== 'string' || isSecret(given)) return [];
  return [
    {
      pointer: '/secret',
      code: 'invalid_format',
      detail:
        'The field secret must be whsec_ and base64 of 24 to 64 bytes. Leave it out to have one made.',
    },
  ];
}

function isSecret(text: string): boolean {
  if (!text.startsWith(PREFIX)) return false;
  const base64 = text.slice(PREFIX.length);
  const bytes = Buffer.from(base64, 'base64');
  const isWhole = bytes.toString('base64') === base64;
  return isWhole && bytes.length >= MIN_BYTES && bytes.length <= MAX_BYTES;
}

/** Sealed for this endpoint alone. */
export function sealSecret(secrets: Secrets | null, secret: string, endpointId: string): Buffer {
  return requireSecrets(secrets).seal(secret, endpointId);
}

/** Null if it was sealed under another key, or if there is no key at all. */
export function openSecret(
  secrets: Secrets | null,
  sealed: Buffer,
  endpointId: string,
): string | null {
  return secrets?.open(sealed, endpointId) ?? null;
}
