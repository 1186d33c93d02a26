import { hash, randomBytes } from 'node:crypto';

const BYTES = 20;
const CALENDAR_KEY = /^[\w-]{27}$/;

/** 160 random bits: nobody comes upon a calendar by guessing. */
export function newCalendarKey(): string {
  return randomBytes(BYTES).toString('base64url');
}

/** What cannot be a key is refused without asking the database. */
export function isCalendarKey(text: unknown): text is string {
  return typeof text === 'string' && CALENDAR_KEY.test(text);
}

/** Only this is stored. The key has 160 random bits, so a plain hash cannot be searched. */
export function hashCalendarKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}
