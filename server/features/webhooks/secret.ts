import { randomBytes } from 'node:crypto';
import type { FieldError } from '../../platform/errors.ts';
import { sealedTable } from '../../platform/sealed-table.ts';
import { requireSecrets, type Secrets } from '../../platform/secrets.ts';

/** The format of Standard Webhooks: this prefix, then 24 to 64 bytes in base64. */
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
        'The field secret must be whsec_ followed by 24 to 64 bytes in base64. Leave it out to have one generated.',
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

/** Encrypted for this endpoint only. */
export function sealSecret(secrets: Secrets | null, secret: string, endpointId: string): Buffer {
  return requireSecrets(secrets).seal(secret, endpointId);
}

/** Null if it was encrypted with another key, or if there is no key. */
export function openSecret(
  secrets: Secrets | null,
  sealed: Buffer,
  endpointId: string,
): string | null {
  return secrets?.open(sealed, endpointId) ?? null;
}

export const sealedEndpoints = sealedTable(
  'webhook_endpoints',
  'webhook_endpoint_id',
  ['sealed_secret', 'sealed_previous_secret'],
  (_organizationId, endpointId) => endpointId,
);
