import type {
  CreateEstimate,
  Estimate,
  EstimateOption,
  PriceItem,
} from '../../../packages/sdk/src/index.ts';
import type { Sums } from '../../../server/domain/money.ts';
import * as text from '../../text/en.ts';
import { moneyForField, readMoney } from '../../ui/money.ts';
import {
  type DraftLine,
  draftOf,
  emptyLine,
  bodyOf as lineBodyOf,
  lineErrors,
  type Priced,
  priceLines,
} from '../invoices/lines.ts';

/** An estimate while it is typed, priced by the rules of the service. Pure. */

export interface LineDraft extends DraftLine {
  /** Code of the price item that the line began with. */
  priceItem: string | null;
  /** What that item is. */
  kind: string | null;
  isOptional: boolean;
}

export interface OptionDraft {
  key: number;
  name: string;
  isRecommended: boolean;
  lines: readonly LineDraft[];
}

export type OptionBody = CreateEstimate['options'][number];
export type DepositKind = keyof typeof text.estimates.deposits;

/** As many as the service takes. */
export const MAX_OPTIONS = 5;

export function newLine(key: number, taxRate?: string): LineDraft {
  return { ...emptyLine(key, taxRate), priceItem: null, kind: null, isOptional: false };
}

export function lineOf(item: PriceItem, key: number): LineDraft {
  const { name: description, unit_amount, tax_rate, currency, code, kind } = item;
  const line = { description, quantity: 1, unit_amount, tax_rate, amount: 0, tax: 0 };
  const [draft = emptyLine(key)] = draftOf([line], currency);
  return { ...draft, key, priceItem: code, kind, isOptional: false };
}

/** Another option begins with the lines of the last one. */
export function newOption(options: readonly OptionDraft[]): OptionDraft {
  const before = options.at(-1);
  const isFree = (name: string) => options.every((option) => option.name !== name);
  return {
    key: (before?.key ?? -1) + 1,
    name: text.estimates.optionNames.find(isFree) ?? '',
    isRecommended: false,
    lines: before?.lines ?? [newLine(0)],
  };
}

export function optionsOf({ options, currency }: Estimate): OptionDraft[] {
  return options.map((option, key) => ({
    key,
    name: option.name,
    isRecommended: option.recommended,
    lines: linesOf(option, currency),
  }));
}

function linesOf({ lines }: EstimateOption, currency: string): LineDraft[] {
  return draftOf(lines, currency).map((draft, index) => ({
    ...draft,
    priceItem: lines[index]?.price_item ?? null,
    kind: lines[index]?.kind ?? null,
    isOptional: lines[index]?.optional ?? false,
  }));
}

/** What the lines come to. A discount counts as one however it is typed: people write 50 as often as -50. */
export function priceDraft(lines: readonly LineDraft[], currency: string): Priced {
  return priceLines(storedLines(lines, currency), currency);
}

function storedLines(lines: readonly LineDraft[], currency: string): LineDraft[] {
  return lines.map((line) => asStored(line, currency));
}

function asStored(line: LineDraft, currency: string): LineDraft {
  const amount = readMoney(line.price, currency);
  if (line.kind !== 'discount' || amount === null || amount <= 0) return line;
  return { ...line, price: moneyForField(-amount, currency) };
}

/** What an option comes to without its optional lines; null while a line cannot be read. */
export function sumsOfOption({ lines }: OptionDraft, currency: string): Sums | null {
  return priceDraft(
    lines.filter(({ isOptional }) => !isOptional),
    currency,
  ).sums;
}

export function bodyOf(options: readonly OptionDraft[], currency: string): OptionBody[] {
  return options.map(({ name, isRecommended, lines }) => ({
    name: name.trim(),
    recommended: isRecommended,
    lines: lines.flatMap((line) => {
      const body = lineBodyOf(asStored(line, currency), currency);
      if (body === null) return [];
      const { priceItem, isOptional } = line;
      return [
        { ...body, optional: isOptional, ...(priceItem !== null && { price_item: priceItem }) },
      ];
    }),
  }));
}

/** Without the price items that are gone or deactivated: a line keeps its text and its price. */
export function withoutItems(
  options: readonly OptionBody[],
  pointers: readonly string[],
): OptionBody[] {
  return options.map((option, at) => ({
    ...option,
    lines: option.lines.map((line, place) => {
      if (!pointers.includes(`/options/${at}/lines/${place}/price_item`)) return line;
      const { price_item: _gone, ...own } = line;
      return own;
    }),
  }));
}

/** What is wrong, by the name of the field, as the service names it: `options/0/lines/1/quantity`. */
export function optionErrors(
  options: readonly OptionDraft[],
  currency: string,
): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {};
  for (const [index, { name, lines }] of options.entries()) {
    const at = `options/${index}`;
    if (name.trim() === '') errors[`${at}/name`] = text.estimates.optionNameNeeded;
    for (const [field, detail] of Object.entries(
      lineErrors(storedLines(lines, currency), currency),
    )) {
      errors[`${at}/${field}`] = detail;
    }
  }
  return errors;
}

const LINE_FIELDS = ['price_item', 'description', 'quantity', 'unit_amount', 'tax_rate'];

/** The names of all fields, in their order on the page. */
export function namesOf(options: readonly OptionDraft[]): string[] {
  return options.flatMap(({ lines }, index) => [
    `options/${index}/name`,
    `options/${index}/recommended`,
    ...lines.flatMap((_, line) =>
      LINE_FIELDS.map((field) => `options/${index}/lines/${line}/${field}`),
    ),
    `options/${index}/lines`,
  ]);
}

export type DepositRead =
  | { deposit: NonNullable<CreateEstimate['deposit']> | null }
  | { errors: Readonly<Record<string, string>> };

export function readDeposit(kind: DepositKind, typed: string, currency: string): DepositRead {
  if (kind === 'none') return { deposit: null };
  if (kind === 'percent') {
    const percent = /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : 0;
    const isOne = percent >= 1 && percent <= 100;
    return isOne
      ? { deposit: { percent } }
      : { errors: { 'deposit/percent': text.estimates.depositNeeded } };
  }
  const amount = readMoney(typed, currency);
  return amount !== null && amount > 0
    ? { deposit: { amount } }
    : { errors: { 'deposit/amount': text.invoices.notMoney } };
}

export function depositKindOf({ deposit }: Pick<Estimate, 'deposit'>): DepositKind {
  if (deposit === null) return 'none';
  return deposit.percent === undefined ? 'amount' : 'percent';
}

/** As it is typed into the field. */
export function depositForField({ deposit, currency }: Estimate): string {
  if (deposit?.percent !== undefined) return String(deposit.percent);
  return deposit?.amount === undefined ? '' : moneyForField(deposit.amount, currency);
}
