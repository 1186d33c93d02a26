import { currencyErrors } from '../../domain/currencies.ts';
import { TAX_RATE_DECIMALS } from '../../domain/money.ts';
import { decimalsError } from '../../domain/priced-lines.ts';
import { presentText } from '../../domain/text.ts';
import type { FieldError } from '../../platform/errors.ts';
import type { CreatePriceItemBody, Kind, PriceItem, UpdatePriceItemBody } from './schemas.ts';

/** The rules of items, without a database. */

export type Definition = Omit<PriceItem, 'code' | 'created_at' | 'updated_at'>;

export function newDefinition(body: CreatePriceItemBody, currency: string): Definition {
  return {
    name: body.name.trim(),
    kind: body.kind,
    unit_amount: amountOfKind(body.kind, body.unit_amount),
    currency: body.currency ?? currency,
    unit: presentText(body.unit),
    tax_rate: body.tax_rate ?? 0,
    cost: body.cost ?? null,
    active: body.active ?? true,
  };
}

export function changed<Row extends Definition>(before: Row, body: UpdatePriceItemBody): Row {
  const { name, unit_amount, unit, ...others } = body;
  return {
    ...before,
    ...others,
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(unit === undefined ? {} : { unit: presentText(unit) }),
    ...(unit_amount === undefined ? {} : { unit_amount: amountOfKind(before.kind, unit_amount) }),
  };
}

/** A discount lowers a total, so it is a negative line. People write “discount 50” as often as “discount -50”. */
export function amountOfKind(kind: Kind | null, amount: number): number {
  return kind === 'discount' && amount > 0 ? -amount : amount;
}

/** What the schema cannot say. */
export function checkPriceItem(body: Record<string, unknown>): { errors: FieldError[] } {
  const { kind, unit_amount, tax_rate } = body;
  const errors = currencyErrors('/currency', body.currency);
  if (kind !== undefined && kind !== 'discount' && isNegative(unit_amount)) {
    errors.push(onlyDiscounts());
  }
  if (typeof tax_rate === 'number' && tax_rate >= 0 && tax_rate <= 100) {
    errors.push(...decimalsError('/tax_rate', tax_rate, TAX_RATE_DECIMALS));
  }
  return { errors };
}

export function onlyDiscounts(): FieldError {
  const detail =
    'Only a discount has a negative amount. Send 0 or more, or create an item of the kind discount.';
  return { pointer: '/unit_amount', code: 'out_of_range', detail };
}

function isNegative(amount: unknown): boolean {
  return typeof amount === 'number' && amount < 0;
}
