import { isSupportedCountry } from 'libphonenumber-js/min';
import type { FieldError } from '../../platform/errors.ts';
import { isObject } from '../../platform/is-object.ts';
import type { PropertyAddress } from './schemas.ts';

/** Pure rules of places. */

export type StoredAddress = Required<PropertyAddress>;

export function storedAddress(sent: PropertyAddress): StoredAddress {
  return {
    line1: sent.line1.trim(),
    line2: sent.line2?.trim() || null,
    city: sent.city.trim(),
    region: sent.region.trim(),
    postal_code: sent.postal_code.trim(),
    country: sent.country.trim().toUpperCase(),
  };
}

/** What a postal code is found by: without capitals, spaces and hyphens, a ZIP+4 code by its first five digits. */
export function postalKey(postalCode: string): string {
  const [, main] = /^\s*(\d{5})-\d{4}\s*$/.exec(postalCode) ?? [];
  return main ?? postalCode.toUpperCase().replaceAll(/[\s-]/g, '');
}

/** What the schema cannot say. */
export function checkProperty(body: Record<string, unknown>): FieldError[] {
  return [...countryErrors(body.address), ...taxRateErrors(body.tax_rate)];
}

function countryErrors(address: unknown): FieldError[] {
  const country = isObject(address) ? address.country : undefined;
  if (typeof country !== 'string' || isSupportedCountry(country.trim().toUpperCase())) return [];
  const detail =
    'The field address.country is not a known country. Use an ISO 3166 code such as US or GB.';
  return [{ pointer: '/address/country', code: 'unknown_country', detail }];
}

/** As many decimals as the tax rate of an invoice line. */
function taxRateErrors(rate: unknown): FieldError[] {
  if (typeof rate !== 'number' || Math.round(rate * 10_000) / 10_000 === rate) return [];
  const detail = 'The field tax_rate must have at most 4 decimals. Round it and try again.';
  return [{ pointer: '/tax_rate', code: 'too_precise', detail }];
}

/** On one line, as visits have it. */
export function oneLine({ line1, line2, city, region, postal_code }: PropertyAddress): string {
  const place = `${region} ${postal_code}`.trim();
  return [line1, line2, city, place].filter(Boolean).join(', ');
}
