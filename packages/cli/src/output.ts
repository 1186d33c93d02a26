import { styleText } from 'node:util';
import { type Given, isSet, listOf, textOf } from './arguments.ts';
import { type CliError, calledWrongly } from './errors.ts';
import { OUTPUTS } from './globals.ts';
import { safeJson, safeText } from './safe-text.ts';
import { picked, rowsTable, sheet } from './tables.ts';

export type Format = (typeof OUTPUTS)[number];

export interface Output {
  format: Format;
  /** Whether the user chose the format: without it, reports for people stay text, also in a pipe. */
  isChosen: boolean;
  /** Empty for all. */
  fields: readonly string[];
}

export function readOutput(given: Given): Output {
  const text = isSet(given, 'json') ? 'json' : textOf(given, 'output');
  const format = OUTPUTS.find((one) => one === text);
  if (text !== undefined && !format) {
    throw calledWrongly(`--output must be one of ${OUTPUTS.join(', ')}, not "${text}".`);
  }
  return {
    format: format ?? (process.stdout.isTTY ? 'table' : 'ndjson'),
    isChosen: format !== undefined,
    fields: listOf(given, 'fields') ?? [],
  };
}

/** Waits while the reader of a pipe is slower. */
export function write(text: string): Promise<void> | undefined {
  if (process.stdout.write(text)) return undefined;
  return new Promise((resolve) => {
    process.stdout.once('drain', resolve);
  });
}

/** Everything that is not data: it never ends up in a file that the data is written to. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

export async function printObject(value: unknown, output: Output): Promise<void> {
  const shown = output.fields.length > 0 ? picked(value, output.fields) : value;
  if (output.format === 'table') await write(`${sheet(shown)}\n`);
  else await write(`${safeJson(shown, output.format === 'json' ? 2 : undefined)}\n`);
}

/** Prints pages as they come. */
export async function printPages(
  pages: AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>,
  output: Output,
): Promise<void> {
  let count = 0;
  let table: ((rows: readonly unknown[]) => string) | undefined;
  for await (const page of pages) {
    const rows = output.fields.length > 0 ? page.map((one) => picked(one, output.fields)) : page;
    if (output.format === 'table') {
      table ??= rowsTable(rows, output.fields, process.stdout.columns || undefined);
      if (rows.length > 0) await write(table(rows));
    } else {
      for (const row of rows) {
        const start = output.format === 'json' ? (count === 0 ? '[\n' : ',\n') : '';
        await write(start + safeJson(row) + (output.format === 'json' ? '' : '\n'));
        count += 1;
      }
    }
    count += output.format === 'table' ? rows.length : 0;
  }
  if (output.format === 'json') await write(count === 0 ? '[]\n' : '\n]\n');
  if (output.format === 'table' && count === 0) note('Nothing found.');
}

/** A line for a person, or with --json one object per line for a program. */
export function report(output: Output, object: object, text: string): void {
  const isText = !output.isChosen || output.format === 'table';
  void write(`${isText ? text : safeJson(object)}\n`);
}

export function printError(error: CliError, isJson: boolean): void {
  const { code, message, lines, more } = error;
  if (isJson) {
    note(safeJson({ error: { code, detail: message, ...more } }));
    return;
  }
  const [first = '', ...rest] = [message, ...lines].map(safeText);
  note(styleText('red', first, { stream: process.stderr }));
  for (const line of rest) note(line);
}

/** The text line of an event. */
export function eventLine(event: {
  seq: number;
  type: string;
  timestamp: string;
  lifecycle_number?: string | null;
}): string {
  const position = event.seq === 0 ? 'example' : `#${event.seq}`;
  const columns = [event.timestamp, position.padEnd(8), event.type.padEnd(26)];
  return safeText([...columns, event.lifecycle_number ?? '-'].join('  '));
}
