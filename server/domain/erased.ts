/** What stands in place of a value that was erased or has expired. The database writes the same marks. */
export const ERASED = '[erased]';
const EXPIRED = '[expired]';
/** A URL must stay a URL, so that clients can read it. */
const ERASED_URL = 'https://erased.invalid/';

/** Whether a mark stands in place of the value. */
export function isMark(value: string | null): boolean {
  return value === ERASED || value === EXPIRED || value === ERASED_URL;
}

/** An opt-out of an erased person has a hash instead of its address. */
export const HASH_PREFIX = 'erased:';
