import { randomBytes } from 'node:crypto';

/** Crockford's base 32 in lower case: without i, l, o and u, which are easily misread. */
export const BASE32_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** The same for given bytes: the low five bits of each. */
export function base32Of(bytes: Buffer): string {
  return Array.from(bytes, (byte) => BASE32_ALPHABET[byte & 31]).join('');
}

/** Five random bits per character. */
export function randomBase32(length: number): string {
  return Array.from(randomBytes(length), (byte) => BASE32_ALPHABET[byte & 31]).join('');
}
