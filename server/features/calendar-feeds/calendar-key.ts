import { hash, randomBytes } from 'node:crypto';

const BYTES = 20;
const CALENDAR_KEY = /^[\w-]{27}$/;

/** 160 random bits, so a key cannot be guessed. */
export function newCalendarKey(): string {
  return randomBytes(BYTES).toString('base64url');
}

/** Refuses a malformed key without a query. */
export function isCalendarKey(text: unknown): text is string {
  return typeof text === 'string' && CALENDAR_KEY.test(text);
}

/** Only this hash is stored. A key has 160 random bits, so a plain hash cannot be reversed by search. */
export function hashCalendarKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}
