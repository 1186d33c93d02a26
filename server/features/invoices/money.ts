/**
 * The arithmetic of an invoice, in whole numbers from end to end: an amount is minor units, a quantity is
 * thousandths, a rate is ten-thousandths of a percent. Nothing is ever a fraction that binary cannot hold.
 */

/** What an amount is at most, either way: far below 2^53, so that every program can read it. */
export const GREATEST_AMOUNT = 1_000_000_000_000_000;
export const QUANTITY_DECIMALS = 3;
export const TAX_RATE_DECIMALS = 4;

/** Of something so many, at so much each, with so much percent on top. */
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
 * What a line costs, and the tax on that; null where the amount is beyond bounds, or where the quantity or the
 * rate has too many decimals. Both are rounded by line, so that what is printed adds up; halves go away from zero, so that a line and its reversal cancel.
 */
export function priceOf(charge: Charge): Price | null {
  const quantity = wholeParts(charge.quantity, QUANTITY_DECIMALS);
  const rate = wholeParts(charge.tax_rate, TAX_RATE_DECIMALS);
  if (quantity === null || rate === null) return null;
  const amount = divideRounded(quantity * BigInt(charge.unit_amount), 1_000n);
  if (!isInBounds(amount)) return null;
  const tax = divideRounded(amount * rate, 1_000_000n);
  return { amount: Number(amount), tax: Number(tax) };
}

/** What the lines come to; null where a sum is beyond bounds. */
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
 * A number of at most so many decimals, counted in its last one; null if it has more. Its digits are those
 * that JavaScript writes: the fewest that mean the same number, and so those that were sent.
 */
export function wholeParts(value: number, decimals: number): bigint | null {
  const digits = /^(\d+)(?:\.(\d+))?$/.exec(String(value));
  const [, whole = '', fraction = ''] = digits ?? [];
  if (digits === null || fraction.length > decimals) return null;
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

/** The divisor is even, and division cuts off towards zero: half of it more, and halves go away from zero. */
function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const half = divisor / 2n;
  return (dividend < 0n ? dividend - half : dividend + half) / divisor;
}

function sum(amounts: readonly number[]): bigint {
  return amounts.reduce((before, amount) => before + BigInt(amount), 0n);
}

function isInBounds(amount: bigint): boolean {
  return amount <= BigInt(GREATEST_AMOUNT) && amount >= BigInt(-GREATEST_AMOUNT);
}
