import { isSupportedCountry } from 'libphonenumber-js/min';
import type { FieldError } from '../../platform/errors.ts';
import { isObject } from '../../platform/is-object.ts';
import type { OrganizationRow } from './organization-queries.ts';
import type { TextLimits, TextLimitsChange } from './text-limits-schema.ts';

/** Which texts an organization can send, against texts that someone else makes it send and pay for. */

type TextLimitColumns = Pick<
  OrganizationRow,
  | 'text_countries'
  | 'texts_per_hour'
  | 'texts_per_day'
  | 'texts_per_number_per_hour'
  | 'texts_per_number_per_day'
>;

export const DEFAULT_TEXT_LIMITS: TextLimitColumns = {
  text_countries: null,
  texts_per_hour: 200,
  texts_per_day: 1000,
  texts_per_number_per_hour: 10,
  texts_per_number_per_day: 30,
};

export function toTextLimits(row: OrganizationRow): TextLimits {
  return {
    countries: textCountries(row),
    per_hour: row.texts_per_hour,
    per_day: row.texts_per_day,
    per_number_per_hour: row.texts_per_number_per_hour,
    per_number_per_day: row.texts_per_number_per_day,
  };
}

/** The countries that texts can be sent to. */
export function textCountries(
  organization: Pick<OrganizationRow, 'text_countries' | 'country'>,
): string[] {
  return organization.text_countries ?? [organization.country];
}

export function changedTextLimits(
  before: OrganizationRow,
  change: TextLimitsChange | undefined,
): TextLimitColumns {
  const countries = change?.countries;
  return {
    text_countries: countries === undefined ? before.text_countries : distinct(countries),
    texts_per_hour: change?.per_hour ?? before.texts_per_hour,
    texts_per_day: change?.per_day ?? before.texts_per_day,
    texts_per_number_per_hour: change?.per_number_per_hour ?? before.texts_per_number_per_hour,
    texts_per_number_per_day: change?.per_number_per_day ?? before.texts_per_number_per_day,
  };
}

function distinct(countries: string[] | null): string[] | null {
  return countries && [...new Set(countries)].sort();
}

export function textLimitErrors({ text_limits }: Record<string, unknown>): FieldError[] {
  const countries = isObject(text_limits) ? text_limits.countries : null;
  if (!Array.isArray(countries)) return [];
  return countries.flatMap((country, index) => {
    // The schema reports a value that is not two letters.
    if (typeof country !== 'string' || !/^[A-Z]{2}$/.test(country)) return [];
    if (isSupportedCountry(country)) return [];
    const detail = `The field text_limits.countries has the unknown country ${country}. Use ISO 3166 codes such as US or GB.`;
    return [{ pointer: `/text_limits/countries/${index}`, code: 'unknown_country', detail }];
  });
}
