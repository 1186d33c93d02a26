import type { InvoiceLine } from '../../../packages/sdk/src/index.ts';
import { type Price, priceOf, type Sums, sumsOf } from '../../../server/domain/money.ts';
import * as text from '../../text/en.ts';
import { moneyForField, readMoney } from '../../ui/money.ts';

/** The lines of an invoice while they are typed, priced by the rules of the service. Pure. */

export interface DraftLine {
  key: number;
  description: string;
  quantity: string;
  price: string;
  taxRate: string;
}

export interface LineBody {
  description: string;
  quantity: number;
  unit_amount: number;
  tax_rate: number;
}

export interface Priced {
  /** The amount of each line; null while it cannot be read. */
  amounts: readonly (Price | null)[];
  /** Null while a line cannot be read. */
  sums: Sums | null;
}

export function emptyLine(key: number, taxRate = ''): DraftLine {
  return { key, description: '', quantity: '1', price: '', taxRate };
}

/** Lines without a tax rate get that of the place, if it has one. */
export function withTaxRate<Line extends DraftLine>(
  lines: readonly Line[],
  rate: number | null,
): readonly Line[] {
  if (rate === null) return lines;
  return lines.map((line) =>
    line.taxRate.trim() === '' ? { ...line, taxRate: String(rate) } : line,
  );
}

export function draftOf(lines: readonly InvoiceLine[], currency: string): DraftLine[] {
  return lines.map(({ description, quantity, unit_amount, tax_rate }, key) => ({
    key,
    description,
    quantity: String(quantity),
    price: moneyForField(unit_amount, currency),
    taxRate: tax_rate === 0 ? '' : String(tax_rate),
  }));
}

export function priceLines(lines: readonly DraftLine[], currency: string): Priced {
  const amounts = lines.map((line) => {
    const body = bodyOf(line, currency);
    return body === null ? null : priceOf(body);
  });
  const known = amounts.filter((price) => price !== null);
  return { amounts, sums: known.length === amounts.length ? sumsOf(known) : null };
}

/** Null if a number cannot be read. */
export function bodyOf(line: DraftLine, currency: string): LineBody | null {
  const quantity = readDecimal(line.quantity);
  const unit_amount = readMoney(line.price, currency);
  const tax_rate = line.taxRate.trim() === '' ? 0 : readDecimal(line.taxRate);
  if (quantity === null || unit_amount === null || tax_rate === null) return null;
  return { description: line.description.trim(), quantity, unit_amount, tax_rate };
}

/** What is wrong, by the name of the field, as the service names it: `lines/0/quantity`. */
export function lineErrors(
  lines: readonly DraftLine[],
  currency: string,
): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {};
  for (const [index, line] of lines.entries()) {
    const at = (field: string) => `lines/${index}/${field}`;
    if (line.description.trim() === '') errors[at('description')] = text.invoices.descriptionNeeded;
    if (readDecimal(line.quantity) === null) errors[at('quantity')] = text.invoices.notANumber;
    if (readMoney(line.price, currency) === null)
      errors[at('unit_amount')] = text.invoices.notMoney;
    if (line.taxRate.trim() !== '' && readDecimal(line.taxRate) === null) {
      errors[at('tax_rate')] = text.invoices.notANumber;
    }
  }
  const { sums } = priceLines(lines, currency);
  if (sums !== null && sums.total < 0) errors.lines = text.invoices.negativeTotal;
  return errors;
}

/** 2.5 of "2.5" or "2,5". */
export function readDecimal(typed: string): number | null {
  const bare = typed.trim().replace(',', '.');
  return /^(\d+\.?\d*|\.\d+)$/.test(bare) ? Number(bare) : null;
}
