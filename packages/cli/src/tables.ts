import { styleText } from 'node:util';
import { padded, safeText, widthOf } from './safe-text.ts';
import { isObject } from './values.ts';

const MAX_CELL = 40;
const GAP = '  ';

/** Only the wanted fields, by names such as `lead_id` and `consent.sms`. */
export function picked(value: unknown, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field, at(value, field)]));
}

function at(value: unknown, field: string): unknown {
  return (
    field
      .split('.')
      .reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value) ?? null
  );
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return safeText(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

/**
 * A table for these rows and those of later pages: the columns are chosen by the first page. Without a choice, they are
 * the plain fields that have a value somewhere, as many as fit.
 */
export function rowsTable(
  first: readonly unknown[],
  fields: readonly string[],
  width = 120,
): (rows: readonly unknown[]) => string {
  const names = fields.length > 0 ? fields : plainFields(first);
  const columns: { name: string; width: number }[] = [];
  let used = 0;
  for (const name of names) {
    const widths = first.map((row) => widthOf(cell(isObject(row) ? row[name] : row)));
    const needed = Math.min(MAX_CELL, Math.max(name.length, ...widths));
    if (fields.length === 0 && columns.length > 1 && used + needed > width) continue;
    columns.push({ name, width: needed });
    used += needed + GAP.length;
  }
  const line = (texts: readonly string[]) =>
    columns
      .map((one, index) => padded(texts[index] ?? '', one.width))
      .join(GAP)
      .trimEnd();
  let header = `${styleText('bold', line(names.length > 0 ? columns.map((one) => one.name) : []), { stream: process.stdout })}\n`;
  return (rows) => {
    const lines = rows.map((row) =>
      line(columns.map(({ name }) => cell(isObject(row) ? row[name] : row))),
    );
    const text = `${header}${lines.join('\n')}\n`;
    header = '';
    return text;
  };
}

function plainFields(rows: readonly unknown[]): string[] {
  const names = new Set<string>();
  for (const row of rows) {
    for (const [name, value] of Object.entries(isObject(row) ? row : { value: row })) {
      if (value !== null && typeof value !== 'object') names.add(name);
    }
  }
  return [...names];
}

/** One object, one line per field; what is inside of it is indented. */
export function sheet(value: unknown): string {
  if (!isObject(value)) return cell(value);
  return linesOf(value, '').join('\n');
}

function linesOf(object: Record<string, unknown>, indent: string): string[] {
  const entries = Object.entries(object);
  const width = Math.max(0, ...entries.map(([name]) => name.length));
  return entries.flatMap(([name, value]) => {
    if (isObject(value) && Object.keys(value).length > 0) {
      return [`${indent}${name}`, ...linesOf(value, `${indent}  `)];
    }
    if (Array.isArray(value) && value.some(isObject)) {
      const items = value.flatMap((item) => [
        `${indent}  -`,
        ...linesOf(isObject(item) ? item : { value: item }, `${indent}    `),
      ]);
      return [`${indent}${name}`, ...items];
    }
    const text = Array.isArray(value) ? value.map(cell).join(', ') : cell(value);
    return [`${indent}${name.padEnd(width)}  ${text}`.trimEnd()];
  });
}
