/**
 * The arithmetic of an invoice, in whole numbers only: an amount is in minor units, a quantity in thousandths,
 * a rate in ten-thousandths of a percent. No value is a fraction that binary numbers cannot represent.
 */

/** The largest amount, positive or negative. Far below 2^53, so that every program can read it exactly. */
export const MAX_AMOUNT = 1_000_000_000_000_000;
export const QUANTITY_DECIMALS = 3;
export const TAX_RATE_DECIMALS = 4;

export interface Charge {
  quantity: number;
  unit_amount: number;
  tax_rate: number;
}

export interface Sums {
  subtotal: number;
  tax: number;
  total: number;
}

export interface Price {
  amount: number;
  tax: number;
}

/**
 * The amount of a line and its tax; null if the amount is out of range, or if the quantity or the rate has too
 * many decimals. Both are rounded per line, so that the printed values add up. Halves are rounded away from zero,
 * so that a line and its reversal cancel out.
 */
export function priceOf(charge: Charge): Price | null {
  const quantity = toWholeUnits(charge.quantity, QUANTITY_DECIMALS);
  const rate = toWholeUnits(charge.tax_rate, TAX_RATE_DECIMALS);
  if (quantity === null || rate === null) return null;
  const amount = divideRounded(quantity * BigInt(charge.unit_amount), 1_000n);
  if (!isInBounds(amount)) return null;
  const tax = divideRounded(amount * rate, 1_000_000n);
  return { amount: Number(amount), tax: Number(tax) };
}

/** The totals of the lines; null if a sum is out of range. */
export function sumsOf(lines: readonly Price[]): Sums | null {
  const [subtotal, tax] = [
    sum(lines.map(({ amount }) => amount)),
    sum(lines.map((line) => line.tax)),
  ];
  const total = subtotal + tax;
  if (![subtotal, tax, total].every(isInBounds)) return null;
  return { subtotal: Number(subtotal), tax: Number(tax), total: Number(total) };
}

/**
 * The number as a whole count of its smallest decimal place: 1.5 with 3 decimals is 1500. Null if it has more
 * decimals. Uses the digits that JavaScript prints: the shortest form of the number, and so the digits that were
 * sent.
 */
export function toWholeUnits(value: number, decimals: number): bigint | null {
  const digits = /^(\d+)(?:\.(\d+))?$/.exec(String(value));
  const [, whole = '', fraction = ''] = digits ?? [];
  if (digits === null || fraction.length > decimals) return null;
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

/** Rounds halves away from zero: adds half of the even divisor before the division, which truncates. */
function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const half = divisor / 2n;
  return (dividend < 0n ? dividend - half : dividend + half) / divisor;
}

function sum(amounts: readonly number[]): bigint {
  return amounts.reduce((before, amount) => before + BigInt(amount), 0n);
}

function isInBounds(amount: bigint): boolean {
  return amount <= BigInt(MAX_AMOUNT) && amount >= BigInt(-MAX_AMOUNT);
}
