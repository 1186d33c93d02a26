import type { FieldError } from '../platform/errors.ts';
import { isObject } from '../platform/is-object.ts';
import {
  type Charge,
  MAX_AMOUNT,
  type Price,
  priceOf,
  QUANTITY_DECIMALS,
  type Sums,
  sumsOf,
  TAX_RATE_DECIMALS,
  toWholeUnits,
} from './money.ts';

/** What a line must have to be priced. Without a rate there is no tax. */
export interface ChargeBody {
  quantity: number;
  unit_amount: number;
  tax_rate?: number;
}

export type PricedLine<Line> = Line & Charge & Price;

export type Priced<Line> = { lines: PricedLine<Line>[]; sums: Sums } | { errors: FieldError[] };

/** Prices the lines, or says what is wrong with them or their total. The pointer is where the request has them. */
export function priceLines<Line extends ChargeBody>(
  sent: readonly Line[],
  pointer = '/lines',
): Priced<Line> {
  const priced = priceEachLine(sent, pointer);
  if ('errors' in priced) return priced;
  const sums = sumsOf(priced.lines);
  if (sums === null) return { errors: [outOfRange(pointer)] };
  if (sums.total < 0) return { errors: [negativeTotal(sums.total, pointer)] };
  return { lines: priced.lines, sums };
}

/** The same without their total, for lines that may not all be bought. */
export function priceEachLine<Line extends ChargeBody>(
  sent: readonly Line[],
  pointer: string,
): { lines: PricedLine<Line>[] } | { errors: FieldError[] } {
  const precisionErrors = sent.flatMap((line, at) => decimalErrorsOf(line, `${pointer}/${at}`));
  if (precisionErrors.length > 0) return { errors: precisionErrors };
  const lines: PricedLine<Line>[] = [];
  const rangeErrors: FieldError[] = [];
  for (const [at, line] of sent.entries()) {
    const charge = { ...line, tax_rate: line.tax_rate ?? 0 };
    const found = priceOf(charge);
    if (found === null) rangeErrors.push(outOfRange(`${pointer}/${at}`));
    else lines.push({ ...charge, ...found });
  }
  return rangeErrors.length > 0 ? { errors: rangeErrors } : { lines };
}

/** Whether a value that may break the schema can be priced at all. */
export function isChargeBody(line: unknown): line is ChargeBody {
  if (!isObject(line)) return false;
  const { quantity, unit_amount, tax_rate = 0 } = line;
  return (
    isBetween(quantity, 0, 1_000_000) &&
    isBetween(unit_amount, -MAX_AMOUNT, MAX_AMOUNT) &&
    Number.isInteger(unit_amount) &&
    isBetween(tax_rate, 0, 100)
  );
}

export function negativeTotal(total: number, pointer: string): FieldError {
  const detail = `The total of the lines is ${total} minor units, and it cannot be below 0. To return money to a customer, record a refund.`;
  return { pointer, code: 'negative_total', detail };
}

function isBetween(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && value >= min && value <= max;
}

function decimalErrorsOf({ quantity, tax_rate = 0 }: ChargeBody, pointer: string): FieldError[] {
  return [
    ...decimalsError(`${pointer}/quantity`, quantity, QUANTITY_DECIMALS),
    ...decimalsError(`${pointer}/tax_rate`, tax_rate, TAX_RATE_DECIMALS),
  ];
}

export function decimalsError(pointer: string, value: number, decimals: number): FieldError[] {
  if (toWholeUnits(value, decimals) !== null) return [];
  const name = pointer.slice(1).replaceAll('/', '.');
  const detail = `The field ${name} must have at most ${decimals} decimals. Round it and try again.`;
  return [{ pointer, code: 'too_precise', detail }];
}

export function outOfRange(pointer: string): FieldError {
  const name = pointer.slice(1).replaceAll('/', '.');
  const detail = `The amount of the field ${name} is more than ${MAX_AMOUNT} minor units. Split it.`;
  return { pointer, code: 'out_of_range', detail };
}
