import { HIDDEN } from '../../platform/hide-secrets.ts';
import type { SourceSecrets } from './secret.ts';

/** Some makers send the secret in the body: it is not stored there, where everyone who reads receipts would see it. */
export function hideSecret(bytes: Buffer, { secret }: SourceSecrets): Buffer {
  if (secret === undefined) return bytes;
  // As it is, and as JSON and forms write it.
  const spellings = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)];
  const found = [...new Set(spellings)].filter((text) => bytes.includes(text));
  return found.reduce(
    (kept, text) => Buffer.from(kept.toString('latin1').replaceAll(latin1(text), HIDDEN), 'latin1'),
    bytes,
  );
}

/** Bytes as characters, so that nothing else changes. */
function latin1(text: string): string {
  return Buffer.from(text).toString('latin1');
}
