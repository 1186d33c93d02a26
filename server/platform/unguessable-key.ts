import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 26;
const KEY = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** 130 random bits in base 32, for an address that nobody comes upon by guessing. */
export function newKey(): string {
  return Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte & 31]).join('');
}

/** What cannot be a key is refused without asking the database. */
export function isKey(text: string): boolean {
  return KEY.test(text);
}
