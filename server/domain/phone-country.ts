import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * The country that a number in E.164 is dialed in; null for numbers of no country, such as satellite phones, and for
 * numbers that cannot be assigned to one.
 */
export function countryOfPhone(phone: string): string | null {
  return countryOf(phone) ?? (/^\+1\d{10}$/.test(phone) ? countryOfAreaCode(phone) : null);
}

/**
 * The library assigns no country to +1 numbers that no one can have, and people test with them. The area code decides;
 * one that no country has, such as 555, counts as one of the United States, which get almost every new one.
 */
function countryOfAreaCode(phone: string): string {
  return countryOf(`${phone.slice(0, 5)}2345678`) ?? 'US';
}

function countryOf(phone: string): string | null {
  return parsePhoneNumberFromString(phone)?.country ?? null;
}
