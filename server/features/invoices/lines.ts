import { type FieldError, validationFailed } from '../../platform/errors.ts';
import { isObject } from '../../platform/is-object.ts';
import type { LineBody } from './body-schemas.ts';
import {
  type Charge,
  GREATEST_AMOUNT,
  type Price,
  priceOf,
  QUANTITY_DECIMALS,
  type Sums,
  sumsOf,
  TAX_RATE_DECIMALS,
  wholeParts,
} from './money.ts';
import type { InvoiceLine } from './schemas.ts';

/** The lines of an invoice as they are sent: what is wrong with them, and what they come to. */

type Charged = Omit<LineBody, 'description'>;

/** The lines with their prices, and what they come to. `lineErrors` has reported what is wrong with them. */
export function addUp(sent: readonly LineBody[]): { lines: InvoiceLine[] } & Sums {
  const described = sent.map((line) => ({ ...line, description: line.description.trim() }));
  const priced = price(described);
  if ('errors' in priced) throw validationFailed(priced.errors);
  return { lines: priced.lines, ...priced.sums };
}

/** What no schema can say of lines; of those that are no lines at all, the schema says it. */
export function lineErrors(sent: unknown): FieldError[] {
  if (!Array.isArray(sent) || sent.length === 0 || !sent.every(isCharged)) return [];
  const priced = price(sent);
  return 'errors' in priced ? priced.errors : [];
}

type Priced<Line> = { lines: (Line & Charge & Price)[]; sums: Sums } | { errors: FieldError[] };

function price<Line extends Charged>(sent: readonly Line[]): Priced<Line> {
  const imprecise = sent.flatMap(tooPrecise);
  if (imprecise.length > 0) return { errors: imprecise };
  const lines: (Line & Charge & Price)[] = [];
  const excessive: FieldError[] = [];
  for (const [at, line] of sent.entries()) {
    const charge = { ...line, tax_rate: line.tax_rate ?? 0 };
    const found = priceOf(charge);
    if (found === null) excessive.push(outOfBounds(`/lines/${at}`));
    else lines.push({ ...charge, ...found });
  }
  if (excessive.length > 0) return { errors: excessive };
  const sums = sumsOf(lines);
  if (sums === null) return { errors: [outOfBounds('/lines')] };
  return sums.total < 0 ? { errors: [negativeTotal(sums.total)] } : { lines, sums };
}

function negativeTotal(total: number): FieldError {
  const detail = `The lines come to ${total}, and an invoice is not below 0. Record what goes back to a customer as a refund.`;
  return { pointer: '/lines', code: 'negative_total', detail };
}

function isCharged(line: unknown): line is Charged {
  if (!isObject(line)) return false;
  const { quantity, unit_amount, tax_rate = 0 } = line;
  return (
    isBetween(quantity, 0, 1_000_000) &&
    isBetween(unit_amount, -GREATEST_AMOUNT, GREATEST_AMOUNT) &&
    Number.isInteger(unit_amount) &&
    isBetween(tax_rate, 0, 100)
  );
}

function isBetween(value: unknown, least: number, greatest: number): value is number {
  return typeof value === 'number' && value >= least && value <= greatest;
}

function tooPrecise(line: Charged, at: number): FieldError[] {
  const { quantity, tax_rate = 0 } = line;
  return [
    ...decimalsError(`/lines/${at}/quantity`, quantity, QUANTITY_DECIMALS),
    ...decimalsError(`/lines/${at}/tax_rate`, tax_rate, TAX_RATE_DECIMALS),
  ];
}

function decimalsError(pointer: string, value: number, decimals: number): FieldError[] {
  if (wholeParts(value, decimals) !== null) return [];
  const name = pointer.slice(1).replaceAll('/', '.');
  const detail = `The field ${name} must have at most ${decimals} decimals; round it before you send it.`;
  return [{ pointer, code: 'too_precise', detail }];
}

function outOfBounds(pointer: string): FieldError {
  const name = pointer.slice(1).replaceAll('/', '.');
  const detail = `The field ${name} comes to more than ${GREATEST_AMOUNT} minor units.`;
  return { pointer, code: 'out_of_range', detail };
}
