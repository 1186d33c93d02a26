import {
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import type { FieldError } from '../platform/errors.ts';
import { presentText } from './text.ts';

/** How contact details are read and checked, for leads and customers alike. */

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
      detail: `The phone number cannot be read as one dialled in ${country}. Write it in international form, such as +14155550134.`,
    });
  }
  const email = presentText(body.email);
  if (email !== null && !isEmail(email)) {
    malformed.push({
      pointer: '/email',
      code: 'invalid_format',
      detail: 'The field email must be an address such as sam@example.com.',
    });
  }
  const service = presentText(body.service_needed);
  if (service !== null && !SERVICE_CODE.test(service)) {
    malformed.push({
      pointer: '/service_needed',
      code: 'invalid_format',
      detail:
        'The field service_needed must be a code of lower-case letters, digits and _ that starts with a letter, at most 64 long.',
    });
  }
  return malformed;
}

export function isEmail(text: string): boolean {
  return EMAIL.test(text);
}

/**
 * The number in E.164. What already has that shape is taken as it is: the library calls +1 555 numbers
 * invalid, and they are what people test with. Anything else is read as dialled in the organization's
 * country, which also knows that the (0) of +44 (0)20 is not dialled from abroad. Null if it cannot be
 * read.
 */
export function normalizePhone(phone: string | null, country: string): string | null {
  if (phone === null || E164.test(phone)) return phone;
  const parsed = parsePhoneNumberFromString(phone, {
    ...(isSupportedCountry(country) && { defaultCountry: country }),
    extract: false,
  });
  // The library holds some national numbers possible that are too short or too long for E.164.
  if (parsed && (parsed.isPossible() || isLocal(parsed)) && E164.test(parsed.number)) {
    return parsed.number;
  }
  const compact = phone.replaceAll(/[\s().\-/\u00a0\u2010-\u2015]/g, '');
  return E164.test(compact) ? compact : null;
}

/**
 * North Americans still give seven digits, without the area code. Such a number
 * can only be dialled in town, but it still recognises a duplicate, and it is better than no lead.
 */
function isLocal({ countryCallingCode, nationalNumber }: PhoneNumber): boolean {
  return countryCallingCode === '1' && nationalNumber.length === 7;
}
