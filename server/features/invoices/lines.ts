import { type FieldError, validationFailed } from '../../platform/errors.ts';
import { isObject } from '../../platform/is-object.ts';
import type { LineBody } from './body-schemas.ts';
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
import type { InvoiceLine } from './schemas.ts';

type ChargeBody = Omit<LineBody, 'description'>;

/** The lines with their amounts, and the totals. `lineErrors` has already reported invalid lines. */
export function withTotals(sent: readonly LineBody[]): { lines: InvoiceLine[] } & Sums {
  const trimmed = sent.map((line) => ({ ...line, description: line.description.trim() }));
  const priced = price(trimmed);
  if ('errors' in priced) throw validationFailed(priced.errors);
  return { lines: priced.lines, ...priced.sums };
}

/** Errors that the schema cannot express. The schema itself reports values that are not lines at all. */
export function lineErrors(sent: unknown): FieldError[] {
  if (!Array.isArray(sent) || sent.length === 0 || !sent.every(isChargeBody)) return [];
  const priced = price(sent);
  return 'errors' in priced ? priced.errors : [];
}

type Priced<Line> = { lines: (Line & Charge & Price)[]; sums: Sums } | { errors: FieldError[] };

function price<Line extends ChargeBody>(sent: readonly Line[]): Priced<Line> {
  const precisionErrors = sent.flatMap(decimalErrorsOf);
  if (precisionErrors.length > 0) return { errors: precisionErrors };
  const lines: (Line & Charge & Price)[] = [];
  const rangeErrors: FieldError[] = [];
  for (const [at, line] of sent.entries()) {
    const charge = { ...line, tax_rate: line.tax_rate ?? 0 };
    const found = priceOf(charge);
    if (found === null) rangeErrors.push(outOfRange(`/lines/${at}`));
    else lines.push({ ...charge, ...found });
  }
  if (rangeErrors.length > 0) return { errors: rangeErrors };
  const sums = sumsOf(lines);
  if (sums === null) return { errors: [outOfRange('/lines')] };
  return sums.total < 0 ? { errors: [negativeTotal(sums.total)] } : { lines, sums };
}

function negativeTotal(total: number): FieldError {
  const detail = `The total of the lines is ${total} minor units, and an invoice cannot be below 0. To return money to a customer, record a refund.`;
  return { pointer: '/lines', code: 'negative_total', detail };
}

function isChargeBody(line: unknown): line is ChargeBody {
  if (!isObject(line)) return false;
  const { quantity, unit_amount, tax_rate = 0 } = line;
  return (
    isBetween(quantity, 0, 1_000_000) &&
    isBetween(unit_amount, -MAX_AMOUNT, MAX_AMOUNT) &&
    Number.isInteger(unit_amount) &&
    isBetween(tax_rate, 0, 100)
  );
}

function isBetween(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && value >= min && value <= max;
}

function decimalErrorsOf(line: ChargeBody, at: number): FieldError[] {
  const { quantity, tax_rate = 0 } = line;
  return [
    ...decimalsError(`/lines/${at}/quantity`, quantity, QUANTITY_DECIMALS),
    ...decimalsError(`/lines/${at}/tax_rate`, tax_rate, TAX_RATE_DECIMALS),
  ];
}

function decimalsError(pointer: string, value: number, decimals: number): FieldError[] {
  if (toWholeUnits(value, decimals) !== null) return [];
  const name = pointer.slice(1).replaceAll('/', '.');
  const detail = `The field ${name} must have at most ${decimals} decimals. Round it and try again.`;
  return [{ pointer, code: 'too_precise', detail }];
}

function outOfRange(pointer: string): FieldError {
  const name = pointer.slice(1).replaceAll('/', '.');
  const detail = `The amount of the field ${name} is more than ${MAX_AMOUNT} minor units. Split it over several invoices.`;
  return { pointer, code: 'out_of_range', detail };
}
