import { negativeTotal, outOfRange, priceEachLine } from '../../domain/priced-lines.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { type FieldError, validationFailed } from '../../platform/errors.ts';
import { isObject } from '../../platform/is-object.ts';
import { amountOfKind, findPriceItems, type PriceItemRow } from '../price-items/index.ts';
import type { LineBody, OptionBody } from './body-schemas.ts';
import { chosenLines, lowestTotal, totalsOf } from './estimate.ts';
import type { Deposit, EstimateLine, EstimateOption } from './schemas.ts';

/** An option as it is stored: what is invoiced on acceptance follows from its total. */
export type StoredOption = Omit<EstimateOption, 'deposit'>;

/** Errors that the schema cannot express and that need no database. */
export function contentErrors(body: Record<string, unknown>): FieldError[] {
  return [...optionErrors(body.options), ...depositErrors(body.deposit)];
}

function optionErrors(options: unknown): FieldError[] {
  if (!Array.isArray(options)) return [];
  const names = options.map((option) => nameOf(option));
  const recommended = options.findIndex(
    (option) => isObject(option) && option.recommended === true,
  );
  return options.slice(0, 10).flatMap((option, at) => {
    if (!isObject(option)) return [];
    const errors: FieldError[] = [];
    if (names[at] !== null && names.indexOf(names[at] ?? null) !== at) {
      const detail = 'Another option has this name. Give each option its own name.';
      errors.push({ pointer: `/options/${at}/name`, code: 'repeated', detail });
    }
    if (option.recommended === true && recommended !== at) {
      const detail = 'Only one option can be recommended.';
      errors.push({ pointer: `/options/${at}/recommended`, code: 'repeated', detail });
    }
    return [...errors, ...missingInLines(option.lines, `/options/${at}/lines`)];
  });
}

function nameOf(option: unknown): string | null {
  return isObject(option) && typeof option.name === 'string' ? option.name.trim() : null;
}

/** Without a price item, a line must say what it is and what it costs. */
function missingInLines(lines: unknown, pointer: string): FieldError[] {
  if (!Array.isArray(lines)) return [];
  return lines.slice(0, 200).flatMap((line, at) => {
    if (!isObject(line) || line.price_item !== undefined) return [];
    return ['description', 'unit_amount']
      .filter((name) => line[name] === undefined)
      .map((name) => ({
        pointer: `${pointer}/${at}/${name}`,
        code: 'required',
        detail: `A line without a price_item needs a ${name}.`,
      }));
  });
}

function depositErrors(deposit: unknown): FieldError[] {
  if (!isObject(deposit)) return [];
  const given = ['amount', 'percent'].filter((name) => deposit[name] !== undefined);
  if (given.length === 1) return [];
  const code = given.length === 0 ? 'required' : 'not_allowed';
  const detail = 'A deposit is either an amount or a percent. Send one of them.';
  return [{ pointer: '/deposit', code, detail }];
}

/**
 * The options with what their lines come to. Prices are copied from price items, so that later changes do not reach them. Lines
 * that give no tax rate, and are of no price item, get that of the place.
 */
export async function priceOptions(
  tx: Tx,
  sent: readonly OptionBody[],
  currency: string,
  taxRate: number,
): Promise<StoredOption[]> {
  const codes = sent.flatMap(({ lines }) => lines.flatMap(({ price_item }) => price_item ?? []));
  const items = await findPriceItems(tx, [...new Set(codes)]);
  const errors = sent.flatMap(({ lines }, at) =>
    lines.flatMap((line, place) =>
      itemErrors(line, items, currency, `/options/${at}/lines/${place}/price_item`),
    ),
  );
  if (errors.length > 0) throw validationFailed(errors);
  return sent.map((option, at) => priceOption(option, items, taxRate, `/options/${at}/lines`));
}

function itemErrors(
  { price_item }: LineBody,
  items: ReadonlyMap<string, PriceItemRow>,
  currency: string,
  pointer: string,
): FieldError[] {
  if (price_item === undefined) return [];
  const item = items.get(price_item);
  if (item === undefined || !item.active) {
    const detail =
      item === undefined
        ? `There is no price item ${price_item}. Create it, or send a description and a unit_amount.`
        : `The price item ${price_item} is not active. Activate it, or use another one.`;
    return [{ pointer, code: 'unknown_price_item', detail }];
  }
  if (item.currency === currency) return [];
  const detail = `The price item ${price_item} is in ${item.currency}, and the estimate in ${currency}.`;
  return [{ pointer, code: 'other_currency', detail }];
}

function priceOption(
  { name, recommended, lines: sent }: OptionBody,
  items: ReadonlyMap<string, PriceItemRow>,
  taxRate: number,
  pointer: string,
): StoredOption {
  const lines = sent.map((line) => toLine(line, items.get(line.price_item ?? ''), taxRate));
  const priced = pricedLines(lines, pointer);
  return {
    name: name.trim(),
    recommended: recommended ?? false,
    lines: priced,
    ...totalsOf(chosenLines({ lines: priced }, [])),
  };
}

type UnpricedLine = Omit<EstimateLine, 'amount' | 'tax'>;

function toLine(line: LineBody, item: PriceItemRow | undefined, taxRate: number): UnpricedLine {
  const kind = item?.kind ?? null;
  return {
    price_item: item?.code ?? null,
    kind,
    description: (line.description ?? item?.name ?? '').trim(),
    quantity: line.quantity ?? 1,
    unit: item?.unit ?? null,
    unit_amount: amountOfKind(kind, line.unit_amount ?? item?.unit_amount ?? 0),
    tax_rate: line.tax_rate ?? item?.tax_rate ?? taxRate,
    optional: line.optional ?? false,
  };
}

/** Every choice of optional lines must have a total that an invoice can have. */
function pricedLines(lines: readonly UnpricedLine[], pointer: string): EstimateLine[] {
  const priced = priceEachLine(lines, pointer);
  if ('errors' in priced) throw validationFailed(priced.errors);
  const lowest = lowestTotal(priced.lines);
  if (lowest === null) throw validationFailed([outOfRange(pointer)]);
  if (lowest < 0) throw validationFailed([negativeTotal(lowest, pointer)]);
  return priced.lines;
}

/** A deposit larger than what is bought could never be invoiced. */
export function assertDepositWithin(
  deposit: Deposit | null,
  options: readonly Pick<StoredOption, 'total'>[],
): void {
  const amount = deposit?.amount;
  if (amount === undefined) return;
  const lowest = Math.min(...options.map(({ total }) => total));
  if (amount <= lowest) return;
  const detail = `The deposit of ${amount} minor units is more than the smallest total, which is ${lowest}. Send less.`;
  throw validationFailed([{ pointer: '/deposit/amount', code: 'out_of_range', detail }]);
}
