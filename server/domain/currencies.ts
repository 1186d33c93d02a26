import type { FieldError } from '../platform/errors.ts';

/** Currencies of ISO 4217, and formatting of amounts. */

/** Only the form; `currencyErrors` checks that the code exists, so that the problem can name it. */
export const CURRENCY_FORM = '^[A-Z]{3}$';

const CODES = new Set(Intl.supportedValuesOf('currency'));

/**
 * Number of decimals of currencies that do not have two. Not taken from Intl, which uses what is customary in
 * shops: there a Colombian peso has no decimals, and its amounts would be shown a hundred times too large.
 */
const DECIMALS: Record<string, number> = {
  ...{ BIF: 0, CLP: 0, DJF: 0, GNF: 0, ISK: 0, JPY: 0, KMF: 0, KRW: 0, PYG: 0, RWF: 0 },
  ...{ UGX: 0, VND: 0, VUV: 0, XAF: 0, XOF: 0, XPF: 0 },
  ...{ BHD: 3, IQD: 3, JOD: 3, KWD: 3, LYD: 3, OMR: 3, TND: 3 },
};

/** Errors of a currency code that a pattern cannot find; the schema checks the form. */
export function currencyErrors(pointer: string, currency: unknown): FieldError[] {
  if (typeof currency !== 'string' || !new RegExp(CURRENCY_FORM).test(currency)) return [];
  if (CODES.has(currency)) return [];
  const detail = `Unknown currency ${currency}. Use a code of ISO 4217, such as USD.`;
  return [{ pointer, code: 'unknown_currency', detail }];
}

/** The minor units of an amount such as `129.00`; null if it is none, or has more decimals than the currency. */
export function readAmount(text: string, currency: string): number | null {
  const decimals = DECIMALS[currency] ?? 2;
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(text.trim()) ?? [];
  if (whole === undefined || /[1-9]/.test(fraction.slice(decimals))) return null;
  return Number(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
}

/** Formats an amount such as `129.00 USD`, without floating-point numbers. */
export function writtenAmount(minorUnits: number, currency: string): string {
  return `${decimalAmount(minorUnits, currency)} ${currency}`;
}

/** The same as people of a country write it, such as `$129.00` or `129,00 €`. */
export function localAmount(minorUnits: number, currency: string, locale: string): string {
  // A text of digits is formatted exactly; a number above 2^53 would not be.
  const number = decimalAmount(minorUnits, currency) as Intl.StringNumericLiteral;
  return formatFor(currency, locale).format(number);
}

/** A document has up to two thousand amounts, and making a format takes a hundred times as long as using it. */
const formats = new Map<string, Intl.NumberFormat>();
const MAX_FORMATS = 200;

function formatFor(currency: string, locale: string): Intl.NumberFormat {
  const key = `${currency} ${locale}`;
  const known = formats.get(key);
  if (known) return known;
  const decimals = decimalsOf(currency);
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  if (formats.size >= MAX_FORMATS) formats.clear();
  formats.set(key, format);
  return format;
}

/** With the decimals of the currency: `129.00`, or `129` in yen. */
export function decimalAmount(minorUnits: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const digits = String(Math.abs(minorUnits)).padStart(decimals + 1, '0');
  const [whole, fraction] = [digits.slice(0, digits.length - decimals), digits.slice(-decimals)];
  const number = decimals === 0 ? whole : `${whole}.${fraction}`;
  return `${minorUnits < 0 ? '-' : ''}${number}`;
}

function decimalsOf(currency: string): number {
  return DECIMALS[currency] ?? 2;
}
