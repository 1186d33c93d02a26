import type { FieldError } from '../../platform/errors.ts';
import {
  GREATEST_AMOUNT,
  priceOf,
  QUANTITY_DECIMALS,
  type Sums,
  sumsOf,
  TAX_RATE_DECIMALS,
  wholeParts,
} from './money.ts';
import type { InvoiceLine, LineBody } from './schemas.ts';

/** The lines of an invoice as they are sent: what is wrong with them, and what they come to. */

/** For lines that `lineErrors` found nothing wrong with. */
export function addUp(sent: readonly LineBody[]): { lines: InvoiceLine[] } & Sums {
  const lines = sent.map(toLine);
  return { lines, ...sumsOf(lines)! };
}

function toLine({ description, quantity, unit_amount, tax_rate = 0 }: LineBody): InvoiceLine {
  const charge = { quantity, unit_amount, tax_rate };
  return { description: description.trim(), ...charge, ...priceOf(charge)! };
}

/** What no schema can say of lines; of those that are no lines at all, the schema says it. */
export function lineErrors(sent: unknown): FieldError[] {
  if (!Array.isArray(sent) || sent.length === 0 || !sent.every(isCharge)) return [];
  const imprecise = sent.flatMap(tooPrecise);
  if (imprecise.length > 0) return imprecise;
  const prices = sent.map(({ tax_rate = 0, ...line }) => priceOf({ ...line, tax_rate }));
  const excessive = prices.flatMap((price, at) => (price ? [] : [outOfBounds(`/lines/${at}`)]));
  if (excessive.length > 0) return excessive;
  const sums = sumsOf(prices.filter((price) => price !== null));
  if (sums === null) return [outOfBounds('/lines')];
  if (sums.total >= 0) return [];
  const detail = `The lines come to ${sums.total}, and an invoice is not below 0. Record what goes back to a customer as a refund.`;
  return [{ pointer: '/lines', code: 'negative_total', detail }];
}

function isCharge(line: unknown): line is Omit<LineBody, 'description'> {
  const { quantity, unit_amount, tax_rate = 0 } = (line ?? {}) as Record<string, unknown>;
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

function tooPrecise(line: Omit<LineBody, 'description'>, at: number): FieldError[] {
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
