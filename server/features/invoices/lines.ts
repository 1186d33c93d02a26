import type { Sums } from '../../domain/money.ts';
import { isChargeBody, priceLines } from '../../domain/priced-lines.ts';
import { type FieldError, validationFailed } from '../../platform/errors.ts';
import type { LineBody } from './body-schemas.ts';
import type { InvoiceLine } from './schemas.ts';

/** The lines with their amounts, and the totals. `lineErrors` has already reported invalid lines. */
export function withTotals(sent: readonly LineBody[]): { lines: InvoiceLine[] } & Sums {
  const trimmed = sent.map((line) => ({ ...line, description: line.description.trim() }));
  const priced = priceLines(trimmed);
  if ('errors' in priced) throw validationFailed(priced.errors);
  return { lines: priced.lines, ...priced.sums };
}

/** Errors that the schema cannot express. The schema itself reports values that are not lines at all. */
export function lineErrors(sent: unknown): FieldError[] {
  if (!Array.isArray(sent) || sent.length === 0 || !sent.every(isChargeBody)) return [];
  const priced = priceLines(sent);
  return 'errors' in priced ? priced.errors : [];
}
