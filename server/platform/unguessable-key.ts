import { BASE32_ALPHABET, randomBase32 } from './base32.ts';

const LENGTH = 26;
const KEY = new RegExp(`^[${BASE32_ALPHABET}]{${LENGTH}}$`);

/** 130 random bits in base 32, for a URL that cannot be guessed. */
export function newKey(): string {
  return randomBase32(LENGTH);
}

/** Anything that cannot be a key is refused without a database query. */
export function isKey(text: string): boolean {
  return KEY.test(text);
}
