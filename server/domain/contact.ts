import {
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import type { FieldError } from '../platform/errors.ts';
import { presentText } from './text.ts';

/** Parsing and checking of contact details, for leads and customers. */

const E164 = /^\+[1-9]\d{6,14}$/;
const EMAIL = /^[^\s@"(),:;<>[\]\\]+@[^\s@"(),:;<>[\]\\.]+(\.[^\s@"(),:;<>[\]\\.]+)+$/u;
const SERVICE_CODE = /^[a-z][a-z0-9_]{0,63}$/;

export function malformedContact(body: Record<string, unknown>, country: string): FieldError[] {
  const malformed: FieldError[] = [];
  const phone = presentText(body.phone);
  if (phone !== null && normalizePhone(phone, country) === null) {
    malformed.push({
      pointer: '/phone',
      code: 'phone_unreadable',
      detail: `The phone number is not valid in ${country}. Use the international format, such as +14155550134.`,
    });
  }
  const email = presentText(body.email);
  if (email !== null && !isEmail(email)) {
    malformed.push({
      pointer: '/email',
      code: 'invalid_format',
      detail: 'The field email must be an email address, such as sam@example.com.',
    });
  }
  const service = presentText(body.service_needed);
  if (service !== null && !SERVICE_CODE.test(service)) {
    malformed.push({
      pointer: '/service_needed',
      code: 'invalid_format',
      detail:
        'The field service_needed must be a code such as ac_repair: lowercase letters, digits and _, starting with a letter, at most 64 characters.',
    });
  }
  return malformed;
}

export function isEmail(text: string): boolean {
  return EMAIL.test(text);
}

/**
 * The number in E.164. A number that already has that format is not changed: the library considers +1 555
 * numbers invalid, and people test with them. Anything else is parsed as dialed in the organization's country,
 * which also handles the (0) of +44 (0)20, which is not dialed from abroad. Null if it cannot be parsed.
 */
export function normalizePhone(phone: string | null, country: string): string | null {
  if (phone === null || E164.test(phone)) return phone;
  const parsed = parsePhoneNumberFromString(phone, {
    ...(isSupportedCountry(country) && { defaultCountry: country }),
    extract: false,
  });
  // The library accepts some national numbers that are too short or too long for E.164.
  if (parsed && (parsed.isPossible() || isLocal(parsed)) && E164.test(parsed.number)) {
    return parsed.number;
  }
  const compact = phone.replaceAll(/[\s().\-/\u00a0\u2010-\u2015]/g, '');
  return E164.test(compact) ? compact : null;
}

/**
 * North Americans still give seven digits, without the area code. Such a number works only locally, but it still
 * helps to find duplicates, and it is better than no lead.
 */
function isLocal({ countryCallingCode, nationalNumber }: PhoneNumber): boolean {
  return countryCallingCode === '1' && nationalNumber.length === 7;
}
