import { typos } from './text.ts';

export type PhoneAgreement = 'same' | 'one_digit_off' | 'same_ending' | 'different' | 'unknown';

const NO_DIGITS = /[^0-9]+/g;

/** The digits of an E.164 number with its country code, at most the fifteen that E.164 allows. */
export function preparePhone(phone: string | null): string | null {
  if (phone === null) return null;
  const digits = phone.slice(0, 40).replace(NO_DIGITS, '').slice(0, 15);
  return digits.length < 7 ? null : digits;
}

/**
 * One typo is one wrong, missing or extra digit, or two adjacent digits swapped. In a country with area codes, the
 * last seven digits are the number itself: they stay the same when the area code is wrong.
 */
export function comparePhones(a: string | null, b: string | null): PhoneAgreement {
  if (a === null || b === null) return 'unknown';
  if (a === b) return 'same';
  if (typos(a, b, 1) === 1) return 'one_digit_off';
  return a.endsWith(b.slice(-7)) ? 'same_ending' : 'different';
}
