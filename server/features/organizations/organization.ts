import { isSupportedCountry } from 'libphonenumber-js/min';
import { policyError } from '../../domain/qualification-policy.ts';
import { quietHoursErrors } from '../../domain/quiet-hours.ts';
import type { FieldError } from '../../platform/errors.ts';

/** By default appointments need no gap between them and can be booked up to a year ahead. */
export const DEFAULT_SCHEDULING = {
  minimum_notice_minutes: 0,
  buffer_minutes: 0,
  step_minutes: 30,
  horizon_days: 365,
};

/** Customers can move and cancel a visit by themselves until a day before. */
export const DEFAULT_CUSTOMER_CHANGES = { allowed: true, until_hours_before: 24 };

/** Automatic messages to one person in a day. */
export const DEFAULT_MESSAGES_PER_PERSON = 6;

/** Not in the schema, because the lists of time zones and countries change over time. */
export function timeZoneAndCountryErrors(body: Record<string, unknown>): FieldError[] {
  return [...timeZoneErrors(body), ...countryErrors(body)];
}

export function timeZoneErrors(body: Record<string, unknown>): FieldError[] {
  if (typeof body.time_zone !== 'string' || timeZoneName(body.time_zone) !== null) return [];
  return [
    {
      pointer: '/time_zone',
      code: 'unknown_time_zone',
      detail:
        'The field time_zone is not a known time zone. Use an IANA name such as America/Chicago.',
    },
  ];
}

function countryErrors({ country }: Record<string, unknown>): FieldError[] {
  // The schema reports a value that is not two letters.
  if (typeof country !== 'string' || !/^[A-Z]{2}$/.test(country)) return [];
  if (isSupportedCountry(country)) return [];
  return [
    {
      pointer: '/country',
      code: 'unknown_country',
      detail: 'The field country is not a known country. Use an ISO 3166 code such as US or GB.',
    },
  ];
}

export async function qualificationPolicyErrors(
  body: Record<string, unknown>,
  organizationId: string,
): Promise<FieldError[]> {
  if (typeof body.qualification_policy !== 'string') return [];
  const unreadable = await policyError(organizationId, body.qualification_policy);
  if (unreadable === null) return [];
  return [
    {
      pointer: '/qualification_policy',
      code: 'invalid_rule',
      detail: `The field qualification_policy is not valid: ${unreadable}. Use auto, manual or a CEL rule about lead.`,
    },
  ];
}

/** Checks well-formed quiet hours that would never allow a message. */
export function checkQuietHours({ quiet_hours }: Record<string, unknown>): FieldError[] {
  if (typeof quiet_hours !== 'object' || quiet_hours === null) return [];
  const { allowed_from, allowed_until }: { allowed_from?: unknown; allowed_until?: unknown } =
    quiet_hours;
  if (typeof allowed_from !== 'string' || typeof allowed_until !== 'string') return [];
  return quietHoursErrors({ allowed_from, allowed_until }, '/quiet_hours');
}

/** The IANA spelling of a time zone name that has passed validation. */
export function canonicalTimeZone(name: string): string {
  return timeZoneName(name) ?? name;
}

/** The IANA spelling of a time zone name, ignoring case (`america/chicago`). Null for an unknown zone. */
export function timeZoneName(name: string): string | null {
  // Intl accepts a bare offset as a zone, but an offset has no daylight saving time.
  if (!/^[A-Za-z]/.test(name)) return null;
  const lowerCaseName = name.toLowerCase();
  const listed = Intl.supportedValuesOf('timeZone').find(
    (zone) => zone.toLowerCase() === lowerCaseName,
  );
  if (listed) return listed;
  try {
    // An older zone name, or UTC: both are missing from the list.
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
