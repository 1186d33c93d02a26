import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 26;
const FORM_KEY = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** 130 random bits in base 32: nobody comes upon a form, or another's submission, by guessing. */
export function newKey(): string {
  return Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte & 31]).join('');
}

/** What cannot be a key is refused without asking the database. */
export function isKey(text: string): boolean {
  return FORM_KEY.test(text);
}
