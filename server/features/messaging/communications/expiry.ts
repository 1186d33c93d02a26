import { validationFailed } from '../../../platform/errors.ts';

/** When a message is no longer of use. Pure rules. */

export function isExpired({ expires_at }: { expires_at: Date | null }, now: Date): boolean {
  return expires_at !== null && expires_at <= now;
}

/** The time in a request, as stored. It must be after `now`, or after the time at which the message is due. */
export function readExpiry(text: string | null | undefined, after: Date): Date | null {
  if (text === undefined || text === null) return null;
  const expiresAt = new Date(text);
  if (expiresAt > after) return expiresAt;
  const detail =
    'The field expires_at must be later than the time at which the message is sent. Correct it, or leave it out.';
  throw validationFailed([{ pointer: '/expires_at', code: 'out_of_range', detail }]);
}
