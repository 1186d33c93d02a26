/** What stands in place of a value that was erased or has expired. The database writes the same marks. */
export const ERASED = '[erased]';
const EXPIRED = '[expired]';

/** Whether a mark stands in place of the text. A URL is replaced by https://erased.invalid/, so that it stays one. */
export function isMark(text: string | null): boolean {
  return text === ERASED || text === EXPIRED;
}

/** An opt-out of an erased person has a hash instead of its address. */
export const HASH_PREFIX = 'erased:';
