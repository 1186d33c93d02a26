import type { FieldError } from '../platform/errors.ts';

/** Currencies as ISO 4217 has them, and amounts of them as people write them. */

/** The form alone; which codes there are is asked of `currencyErrors`, so that the answer can name the one. */
export const CURRENCY_FORM = '^[A-Z]{3}$';

const CODES = new Set(Intl.supportedValuesOf('currency'));

/**
 * How many decimals a major unit has, where it is not two. Not asked of Intl, which goes by what is customary
 * in shops: there a Colombian peso has none, and an amount of it would be written a hundred times too large.
 */
const DECIMALS: Record<string, number> = {
  ...{ BIF: 0, CLP: 0, DJF: 0, GNF: 0, ISK: 0, JPY: 0, KMF: 0, KRW: 0, PYG: 0, RWF: 0 },
  ...{ UGX: 0, VND: 0, VUV: 0, XAF: 0, XOF: 0, XPF: 0 },
  ...{ BHD: 3, IQD: 3, JOD: 3, KWD: 3, LYD: 3, OMR: 3, TND: 3 },
};

/** What is wrong with a currency that no pattern can say; its form is the schema's to name. */
export function currencyErrors(pointer: string, currency: unknown): FieldError[] {
  if (typeof currency !== 'string' || !new RegExp(CURRENCY_FORM).test(currency)) return [];
  if (CODES.has(currency)) return [];
  const detail = `There is no currency ${currency}. Give the code that ISO 4217 has for it, such as USD.`;
  return [{ pointer, code: 'unknown_currency', detail }];
}

/** Such as `129.00 USD`, from the digits themselves. */
export function writtenAmount(minorUnits: number, currency: string): string {
  const decimals = DECIMALS[currency] ?? 2;
  const digits = String(Math.abs(minorUnits)).padStart(decimals + 1, '0');
  const [whole, fraction] = [digits.slice(0, digits.length - decimals), digits.slice(-decimals)];
  const number = decimals === 0 ? whole : `${whole}.${fraction}`;
  return `${minorUnits < 0 ? '-' : ''}${number} ${currency}`;
}
