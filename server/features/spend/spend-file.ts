import { isUtf8 } from 'node:buffer';
import {
  CURRENCY_FORM,
  currencyErrors,
  decimalAmount,
  readAmount,
} from '../../domain/currencies.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import type { FieldError } from '../../platform/errors.ts';
import { csvScanner, detectDelimiter } from '../imports/index.ts';
import type { GivenSpend } from './queries.ts';
import { MAX_SPEND } from './schemas.ts';

/** Pure rules: a CSV file with what was spent. It is taken as a whole or not at all. */

const COLUMNS = ['source', 'date', 'amount', 'cost', 'currency'] as const;
type Column = (typeof COLUMNS)[number];
export const MAX_ROWS = 10_000;
/** More than a person fixes at once. */
const MAX_ERRORS = 50;

export type SpendFile = { rows: GivenSpend[] } | { errors: FieldError[] };

export function readSpendFile(bytes: Buffer, defaultCurrency: string): SpendFile {
  if (!isUtf8(bytes)) {
    const detail =
      'The file is not UTF-8. Send its charset in the Content-Type, such as text/csv; charset=windows-1252.';
    return { errors: [{ pointer: '/rows', code: 'invalid_encoding', detail }] };
  }
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  const [header, ...records] = recordsOf(text);
  const columns = header?.cells.map(asColumn) ?? [];
  const missing = missingColumns(columns);
  if (missing.length > 0) return { errors: missing };
  if (records.length > MAX_ROWS) {
    const detail = `The file has ${records.length} rows. Send at most ${MAX_ROWS} at once.`;
    return { errors: [{ pointer: '/rows', code: 'too_many', detail }] };
  }
  const found = new Map<string, GivenSpend>();
  const errors: FieldError[] = [];
  for (const { line, cells, problem } of records) {
    if (cells.every((cell) => cell.trim() === '') && problem === null) continue;
    const read =
      problem === null ? readRow(cells, columns, line, defaultCurrency) : malformed(line);
    if ('errors' in read) errors.push(...read.errors);
    else if (found.has(keyOf(read))) errors.push(repeated(line, read));
    else found.set(keyOf(read), read);
    if (errors.length >= MAX_ERRORS) break;
  }
  return errors.length > 0 ? { errors } : { rows: [...found.values()] };
}

interface FileRecord {
  line: number;
  cells: string[];
  problem: string | null;
}

function recordsOf(text: string): FileRecord[] {
  const bytes = Buffer.from(text);
  const scanner = csvScanner(detectDelimiter(text.slice(0, text.search(/[\r\n]|$/))));
  const records: FileRecord[] = [];
  let line = 1;
  for (let from = 0; from < bytes.length; ) {
    const record = scanner.scan(bytes, from, true);
    if (record === null || record.end <= from) break;
    const cells = record.cells.map((cell) => cell.toString('utf8'));
    records.push({ line, cells, problem: record.problem });
    line += record.lines;
    from = record.end;
  }
  return records;
}

/** "Cost" and "cost" are one. */
function asColumn(cell: string): Column | null {
  const name = cell.trim().toLowerCase();
  return COLUMNS.find((column) => column === name) ?? null;
}

function missingColumns(columns: readonly (Column | null)[]): FieldError[] {
  const missing = (['source', 'date'] as const).filter((name) => !columns.includes(name));
  const errors = missing.map((name) => ({
    pointer: `/columns/${name}`,
    code: 'missing_column',
    detail: `The column ${name} is missing. The file needs source, date, and amount or cost.`,
  }));
  const amounts = columns.filter((name) => name === 'amount' || name === 'cost');
  if (amounts.length === 1) return errors;
  const detail =
    'The file needs one of the columns amount (in minor units, such as 12550) and cost (such as 125.50).';
  return [...errors, { pointer: '/columns/amount', code: 'missing_column', detail }];
}

function readRow(
  cells: readonly string[],
  columns: readonly (Column | null)[],
  line: number,
  defaultCurrency: string,
): GivenSpend | { errors: FieldError[] } {
  const value = (name: Column) => (cells[columns.indexOf(name)] ?? '').trim();
  const source = value('source');
  const date = value('date');
  const currency =
    columns.includes('currency') && value('currency') !== '' ? value('currency') : defaultCurrency;
  const amount = columns.includes('cost')
    ? readAmount(value('cost'), currency)
    : readWhole(value('amount'));
  const errors: FieldError[] = [];
  const wrong = (name: Column, detail: string) =>
    errors.push({
      pointer: `/rows/${line}/${name}`,
      code: 'invalid_format',
      detail: `Line ${line}: ${detail}`,
    });
  const isText = source !== '' && source.length <= TEXT_LIMITS.source && source.isWellFormed();
  if (!isText || source.includes('\u0000')) {
    wrong('source', `the source must have 1 to ${TEXT_LIMITS.source} characters.`);
  }
  if (!isDay(date)) wrong('date', 'the date must look like 2027-03-01.');
  const isKnown =
    new RegExp(CURRENCY_FORM).test(currency) && currencyErrors('', currency).length === 0;
  if (!isKnown) wrong('currency', 'the currency must be a code of ISO 4217, such as USD.');
  if (amount === null || amount > MAX_SPEND) {
    const [name, example] = columns.includes('cost')
      ? (['cost', decimalAmount(12_550, isKnown ? currency : defaultCurrency)] as const)
      : (['amount', '12550'] as const);
    wrong(name, `the ${name} must look like ${example}.`);
  }
  if (errors.length > 0 || amount === null) return { errors };
  return { source, date, amount, currency };
}

function readWhole(text: string): number | null {
  return /^\d{1,13}$/.test(text) ? Number(text) : null;
}

/** The year 0 is one of ISO 8601, but not of the database. */
function isDay(text: string): boolean {
  if (text.startsWith('0000') || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

function keyOf({ source, date }: GivenSpend): string {
  return `${date} ${source}`;
}

function repeated(line: number, { source, date }: GivenSpend): FieldError {
  const detail = `Line ${line}: ${date} of ${source} is in the file more than once. Add the amounts up.`;
  return { pointer: `/rows/${line}`, code: 'repeated', detail };
}

function malformed(line: number): { errors: FieldError[] } {
  const detail = `Line ${line}: a quote is not closed, or there is text after it.`;
  return { errors: [{ pointer: `/rows/${line}`, code: 'malformed_quote', detail }] };
}
