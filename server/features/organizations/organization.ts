import { isSupportedCountry } from 'libphonenumber-js/min';
import type { FieldError } from '../../platform/errors.ts';

/** What no schema can say: zones and countries come and go with the world's own lists. */
export function unknownPlaces(body: Record<string, unknown>): FieldError[] {
  const errors: FieldError[] = [];
  if (typeof body.time_zone === 'string' && !isTimeZone(body.time_zone)) {
    errors.push({
      pointer: '/time_zone',
      code: 'unknown_time_zone',
      detail: 'The field time_zone must be an IANA name such as America/Chicago.',
    });
  }
  if (
    typeof body.country === 'string' &&
    /^[A-Z]{2}$/.test(body.country) &&
    !isSupportedCountry(body.country)
  ) {
    errors.push({
      pointer: '/country',
      code: 'unknown_country',
      detail: 'The field country must be an ISO 3166 code such as US or GB.',
    });
  }
  return errors;
}

function isTimeZone(name: string): boolean {
  // A bare offset would pass as a zone, but knows no daylight saving.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
