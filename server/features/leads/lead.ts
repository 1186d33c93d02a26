import {
  type CountryCode,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import type { FieldError } from '../../platform/errors.ts';

/** The rules of a lead, without a database: what makes it actionable, and how its fields are kept. */

const E164 = /^\+[1-9]\d{6,14}$/;
const EMAIL = /^[^\s@"(),:;<>[\]\\]+@[^\s@"(),:;<>[\]\\.]+(\.[^\s@"(),:;<>[\]\\.]+)+$/u;
const SERVICE_CODE = /^[a-z][a-z0-9_]{0,63}$/;

export const DEFAULT_SOURCE = 'api';

/** Empty text, and text of nothing but spaces, counts as absent. */
export function presentText(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const trimmed = value.trim();
  return trimmed === '' ? null : trimmed;
}

/** Kept exactly as sent, unless there is nothing in it. */
export function textAsSent(value: unknown): string | null {
  return presentText(value) === null ? null : (value as string);
}

/** A lead as it was sent, each field in the form it is kept in. */
export interface CapturedFields {
  name: string | null;
  phone: string | null;
  email: string | null;
  source: string;
  source_ref: string | null;
  service_needed: string;
  address: string | null;
  notes: string | null;
}

/** Of a body that was found in order. */
export function readCapturedFields(body: Record<string, unknown>, country: string): CapturedFields {
  return {
    name: presentText(body.name),
    phone: normalizePhone(presentText(body.phone), country),
    email: presentText(body.email),
    source: presentText(body.source) ?? DEFAULT_SOURCE,
    source_ref: presentText(body.source_ref),
    service_needed: presentText(body.service_needed) ?? '',
    address: textAsSent(body.address),
    notes: textAsSent(body.notes),
  };
}

/** All that keeps a body from being a lead, and the code that says so best. */
export function checkCapture(
  body: Record<string, unknown>,
  country: string,
): { code?: string; errors: FieldError[] } {
  const missing = missingToBeActionable(body);
  const errors = [...missing, ...malformedContact(body, country)];
  return { errors, ...(missing.length > 0 ? { code: 'lead_not_actionable' } : {}) };
}

/** A lead must say how to reach somebody and what they want; names everything that is missing. */
export function missingToBeActionable(body: Record<string, unknown>): FieldError[] {
  const missing: FieldError[] = [];
  if (presentText(body.phone) === null && presentText(body.email) === null) {
    missing.push({
      pointer: '/phone',
      code: 'contact_channel_missing',
      detail: 'Give a phone number or an e-mail address, so that somebody can answer.',
    });
  }
  if (presentText(body.service_needed) === null) {
    missing.push({
      pointer: '/service_needed',
      code: 'service_intent_missing',
      detail: 'Say in service_needed what is wanted, as a code such as water_heater_repair.',
    });
  }
  return missing;
}

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
    defaultCountry: country as CountryCode,
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
 * North Americans still give seven digits, without the area code. It reaches nobody from afar, but whoever
 * is in town can dial it, and it recognises a duplicate: better than no lead.
 */
function isLocal({ countryCallingCode, nationalNumber }: PhoneNumber): boolean {
  return countryCallingCode === '1' && nationalNumber.length === 7;
}
