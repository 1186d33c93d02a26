import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { BASE32_ALPHABET, randomBase32 } from '../base32.ts';

const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 7;

/**
 * `tl_`, 160 random bits and a checksum: a scanner recognizes a leaked token by its prefix, and a
 * mistyped one is refused without a database query.
 */
export function newToken(): string {
  const random = randomBase32(RANDOM_LENGTH);
  return `tl_${random}${checksum(random)}`;
}

/** Tokens set by the operator can have any form; ours must have a valid checksum. */
export function isPlausible(token: string): boolean {
  if (token.length < 20 || token.length > 512) return false;
  if (!token.startsWith('tl_') || token.length !== 3 + RANDOM_LENGTH + CHECKSUM_LENGTH) return true;
  const random = token.slice(3, 3 + RANDOM_LENGTH);
  return token.slice(3 + RANDOM_LENGTH) === checksum(random);
}

/** Only the hash is stored. The token has 160 random bits, so a plain hash cannot be reversed by guessing. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

function checksum(random: string): string {
  let value = crc32(random);
  let text = '';
  for (let position = 0; position < CHECKSUM_LENGTH; position += 1) {
    text = BASE32_ALPHABET[value & 31] + text;
    value >>>= 5;
  }
  return text;
}
