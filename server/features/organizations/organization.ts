import { isSupportedCountry } from 'libphonenumber-js/min';
import { readQualificationPolicy } from '../../domain/qualification-policy.ts';
import { quietHoursErrors } from '../../domain/quiet-hours.ts';
import type { FieldError } from '../../platform/errors.ts';

/** Appointments can follow each other at once, up to a year ahead, unless the company says otherwise. */
export const DEFAULT_SCHEDULING = {
  minimum_notice_minutes: 0,
  buffer_minutes: 0,
  step_minutes: 30,
  horizon_days: 365,
};

/** What no schema can say: zones and countries come and go with the world's own lists. */
export function unknownPlaces(body: Record<string, unknown>): FieldError[] {
  return [...unknownTimeZone(body), ...unknownCountry(body)];
}

export function unknownTimeZone(body: Record<string, unknown>): FieldError[] {
  if (typeof body.time_zone !== 'string' || timeZoneName(body.time_zone) !== null) return [];
  return [
    {
      pointer: '/time_zone',
      code: 'unknown_time_zone',
      detail: 'The field time_zone must be an IANA name such as America/Chicago.',
    },
  ];
}

function unknownCountry({ country }: Record<string, unknown>): FieldError[] {
  // What is not even two letters is the schema's to name.
  if (typeof country !== 'string' || !/^[A-Z]{2}$/.test(country)) return [];
  if (isSupportedCountry(country)) return [];
  return [
    {
      pointer: '/country',
      code: 'unknown_country',
      detail: 'The field country must be an ISO 3166 code such as US or GB.',
    },
  ];
}

export function unreadablePolicy(body: Record<string, unknown>): FieldError[] {
  if (typeof body.qualification_policy !== 'string') return [];
  const policy = readQualificationPolicy(body.qualification_policy);
  if (!('unreadable' in policy)) return [];
  return [
    {
      pointer: '/qualification_policy',
      code: 'invalid_rule',
      detail: `The field qualification_policy must be auto, manual, or a rule in CEL over lead: ${policy.unreadable}.`,
    },
  ];
}

/** Hours of the right shape that would let nothing out. */
export function quietHoursThatNeverEnd({ quiet_hours }: Record<string, unknown>): FieldError[] {
  if (typeof quiet_hours !== 'object' || quiet_hours === null) return [];
  const { allowed_from, allowed_until }: { allowed_from?: unknown; allowed_until?: unknown } =
    quiet_hours;
  if (typeof allowed_from !== 'string' || typeof allowed_until !== 'string') return [];
  return quietHoursErrors({ allowed_from, allowed_until }, '/quiet_hours');
}

/** The zone's name as IANA spells it, of a name that was found in order. */
export function canonicalTimeZone(name: string): string {
  return timeZoneName(name) ?? name;
}

/** The zone's name as IANA spells it; `america/chicago` is meant well. Null for what is no zone. */
export function timeZoneName(name: string): string | null {
  // A bare offset would pass as a zone, but knows no daylight saving.
  if (!/^[A-Za-z]/.test(name)) return null;
  const wanted = name.toLowerCase();
  const listed = Intl.supportedValuesOf('timeZone').find((zone) => zone.toLowerCase() === wanted);
  if (listed) return listed;
  try {
    // An older name of a zone, or UTC, which the list leaves out.
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
