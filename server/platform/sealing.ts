import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
export const SEALING_KEY_BYTES = 32;

/**
 * Encrypts a text with AES-256-GCM: a random nonce, the ciphertext, the tag. The context is authenticated but not
 * stored: an encrypted text that is copied to another row, with another context, cannot be decrypted.
 */
export function seal(text: string, key: Buffer, context = ''): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** Null for anything that was not encrypted with this key and context. */
export function unseal(sealed: Buffer, key: Buffer, context = ''): string | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null;
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(-TAG_BYTES));
  const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    // final() fails only if the tag does not match.
    return null;
  }
}

/** Keys of 32 bytes, each in base64 or hex; null if one of them is not such a key, or if there is none. */
export function parseKeys(texts: readonly string[]): Buffer[] | null {
  const keys = texts.map((text) => {
    const key = text.trim();
    if (/^[0-9a-f]{64}$/i.test(key)) return Buffer.from(key, 'hex');
    return /^[A-Za-z0-9+/]{43}=$/.test(key) ? Buffer.from(key, 'base64') : null;
  });
  const valid = keys.filter((key) => key !== null);
  return valid.length === keys.length && valid.length > 0 ? valid : null;
}
