import type { ConsentInput } from '../../domain/consent.ts';
import { ATTRIBUTION_NAMES } from '../../domain/origin-names.ts';
import { presentText } from '../../domain/text.ts';
import type { FieldError } from '../../platform/errors.ts';
import { bodyValidator, unstorableText } from '../../platform/http/validation.ts';
import { isObject } from '../../platform/is-object.ts';
import {
  CaptureLeadBody,
  checkCapture,
  type PreparedCapture,
  prepareCapture,
} from '../leads/index.ts';
import { type Column, METADATA } from './columns.ts';
import type { FileFormat } from './file-format.ts';
import type { FileRecord } from './records.ts';

/** A record that is ready to be captured, or its errors. */
export type Row = { capture: PreparedCapture } | { errors: RowError[] };

export interface RowError {
  line: number;
  code: string;
  detail: string;
}

/** One row can have thousands of errors; the first few are enough. */
const MAX_ERRORS_PER_ROW = 10;

const { transcript: _notImportable, ...properties } = CaptureLeadBody.properties;
const validate = bodyValidator({ ...CaptureLeadBody, title: undefined, properties });

/** Null for a blank line. The same rules as for a single capture. */
export function readRow(record: FileRecord, format: FileFormat, country: string): Row | null {
  if (record.cells.every((cell) => presentText(cell) === null) && record.problem === null)
    return null;
  const reject = (problems: Omit<RowError, 'line'>[]): Row => ({
    errors: problems
      .slice(0, MAX_ERRORS_PER_ROW)
      .map(({ code, detail }) => ({ line: record.line, code, detail })),
  });
  const problem = problemOf(record, format);
  if (problem !== null) return reject([problem]);

  const read =
    format.layout.kind === 'csv'
      ? bodyFromCells(record.cells, format.layout.columns)
      : bodyFromJson(record.cells.join(''));
  if ('code' in read) return reject([read]);
  const { body } = read;
  const errors: FieldError[] = [...unstorableText(body), ...validate(body)];
  if (!isObject(body)) return reject(errors);
  const { consent, ...given } = body;
  const fields = {
    ...given,
    source: presentText(given.source) ?? format.source,
    service_needed: presentText(given.service_needed) ?? format.serviceNeeded,
  };
  errors.push(...checkCapture(fields, country).errors);
  if (errors.length > 0) return reject(errors);
  // The cast is safe: the body was validated.
  return {
    capture: prepareCapture({ fields, consent: consent as ConsentInput | undefined }, country),
  };
}

type Problem = Omit<RowError, 'line'>;

function problemOf({ problem, cells }: FileRecord, { charset }: FileFormat): Problem | null {
  switch (problem) {
    case 'malformed_quote':
      return {
        code: problem,
        detail: 'There is text after a closing quote. Write a quote inside quotes twice.',
      };
    case 'unclosed_quote':
      return { code: problem, detail: 'A quote in this row is never closed. Close it.' };
    case 'record_too_long':
      return {
        code: problem,
        detail:
          'The row is longer than 256 KiB, probably because a quote is not closed. Close it, or shorten the row. The import continued with the next line.',
      };
    case 'invalid_encoding':
      return {
        code: problem,
        detail:
          'The row is not UTF-8. Name the charset of the file in the Content-Type, such as text/csv; charset=windows-1252.',
      };
  }
  if (charset === null || !cells.some((cell) => cell.includes('\ufffd'))) return null;
  return {
    code: 'invalid_encoding',
    detail: `The row has bytes that are invalid in ${charset}. Name the correct charset in the Content-Type.`,
  };
}

function bodyFromCells(
  cells: readonly string[],
  columns: readonly (Column | null)[],
): { body: object } | Problem {
  if (cells.length !== columns.length) {
    return {
      code: 'wrong_cell_count',
      detail: `The row has ${cells.length} cells, but the header has ${columns.length}. Put cells that contain a delimiter in quotes.`,
    };
  }
  const parts: Record<Part, [string, string][]> = {
    body: [],
    consent: [],
    attribution: [],
    metadata: [],
  };
  cells.forEach((cell, index) => {
    const column = columns[index] ?? null;
    if (column === null || presentText(cell) === null) return;
    const [part, key] = partOf(column);
    parts[part].push([key, part === 'consent' ? cell.trim() : cell]);
  });
  const { body, ...nested } = parts;
  const objects = Object.entries(nested)
    .filter(([, values]) => values.length > 0)
    .map(([part, values]) => [part, Object.fromEntries(values)]);
  return { body: { ...Object.fromEntries(body), ...Object.fromEntries(objects) } };
}

type Part = 'body' | 'consent' | 'attribution' | 'metadata';
const CONSENT = 'consent_';

/** Where a column is in the body of a capture. */
function partOf(column: Column): [Part, string] {
  if (column.startsWith(METADATA)) return ['metadata', column.slice(METADATA.length)];
  if (column.startsWith(CONSENT)) return ['consent', column.slice(CONSENT.length)];
  return [ATTRIBUTION_NAMES.some((name) => name === column) ? 'attribution' : 'body', column];
}

function bodyFromJson(line: string): { body: unknown } | Problem {
  try {
    return { body: JSON.parse(line) };
  } catch (error) {
    // The parser's message repeats the input; only the reason is kept.
    const message = error instanceof Error ? error.message : String(error);
    const reason = message.replace(/,? "[\s\S]*$/, '').slice(0, 200);
    return {
      code: 'malformed_json',
      detail: `The line is not valid JSON: ${reason}. Fix it and import the row again.`,
    };
  }
}
