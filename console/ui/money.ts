import { writtenAmount } from '../../server/domain/currencies.ts';

const formatters = new Map<string, Intl.NumberFormat>();

/** "$1,250.00" of 125000 US cents. */
export function formatMoney(minor: number, currency: string): string {
  const digits = decimalsOf(currency);
  const known =
    formatters.get(currency) ??
    new Intl.NumberFormat(navigator.language, {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  formatters.set(currency, known);
  return known.format(minor / 10 ** digits);
}

/** As the service counts; what is customary in shops is different for some currencies. */
export function decimalsOf(currency: string): number {
  const [amount = ''] = writtenAmount(0, currency).split(' ');
  return amount.split('.')[1]?.length ?? 0;
}

/** "1250.00" of 125000 US cents, for a field. */
export function moneyForField(minor: number, currency: string): string {
  return writtenAmount(minor, currency).split(' ')[0] ?? '';
}

/**
 * 125000 of "1,250.00", "1250" or "$1 250", in minor units; null if it is not an amount of this currency. The last
 * point or comma begins the decimals only if no more digits follow than the currency has.
 */
export function readMoney(typed: string, currency: string): number | null {
  const digits = decimalsOf(currency);
  const bare = typed.replaceAll(/[\s'’\p{Sc}]/gu, '');
  const match = /^(-?)([\d.,]*?)(?:[.,](\d*))?$/u.exec(bare);
  const [, sign = '', whole = '', fraction = ''] = match ?? [];
  if (match === null || (whole === '' && fraction === '')) return null;
  if (fraction.length > digits) return groups(sign, `${whole},${fraction}`, digits);
  const minor = groups(sign, whole, digits, fraction);
  return minor;
}

/** "1,250": every group after the first has three digits. */
function groups(sign: string, whole: string, digits: number, fraction = ''): number | null {
  if (!/^(\d*|\d{1,3}([.,]\d{3})+)$/.test(whole)) return null;
  const value = Number(whole.replaceAll(/[.,]/g, '') + fraction.padEnd(digits, '0'));
  if (!Number.isSafeInteger(value)) return null;
  return sign === '-' && value !== 0 ? -value : value;
}
