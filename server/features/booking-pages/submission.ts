import { isKey, newKey } from '../../platform/unguessable-key.ts';

/**
 * Identifies one booking of one visitor, from the first step on: in the addresses of the steps and in their forms. So going
 * back after the booking, also without scripts, shows what was booked. It ends after some hours, in case someone publishes
 * an address that has one. It is not signed: who invents one only finds what they booked with it.
 */
const MAX_AGE_MS = 12 * 60 * 60 * 1000;

export function newSubmission(now: Date): string {
  return `${now.getTime().toString(36)}.${newKey()}`;
}

/** Empty if it is none, or too old. */
export function readSubmission(text: string, now: Date): string {
  const [made = '', key = '', ...more] = text.split('.');
  if (!/^[0-9a-z]{6,10}$/.test(made) || !isKey(key) || more.length > 0) return '';
  const ageMs = now.getTime() - Number.parseInt(made, 36);
  return ageMs >= 0 && ageMs <= MAX_AGE_MS ? text : '';
}

/** Without the time. */
export function keyOf(submission: string): string {
  return submission.slice(submission.indexOf('.') + 1);
}
