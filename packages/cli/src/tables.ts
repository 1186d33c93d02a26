import { styleText } from 'node:util';
import { padded, safeText, widthOf } from './safe-text.ts';
import { isObject } from './values.ts';

const MAX_CELL = 40;
const GAP = '  ';

/** Only the wanted fields, by names such as `lead_id` and `consent.sms`; of every item of a list. */
export function picked(value: unknown, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field, at(value, field)]));
}

function at(value: unknown, field: string): unknown {
  const inside = (inner: unknown, name: string): unknown => {
    if (Array.isArray(inner)) return inner.map((item) => inside(item, name));
    return isObject(inner) ? (inner[name] ?? null) : null;
  };
  return field.split('.').reduce(inside, value);
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (isPlainList(value)) return value.map(cell).join(', ');
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
export function sheet(value: unknown, indent = ''): string {
  if (!isObject(value)) return cell(value);
  return linesOf(value, indent).join('\n');
}

function linesOf(object: Record<string, unknown>, indent: string): string[] {
  const entries = Object.entries(object);
  const width = Math.max(0, ...entries.map(([name]) => name.length));
  return entries.flatMap(([name, value]) => {
    if (isObject(value) && Object.keys(value).length > 0) {
      return [`${indent}${name}`, ...linesOf(value, `${indent}  `)];
    }
    if (isFlat(value)) {
      return [`${indent}${name}`, ...flatTable(value).map((row) => `${indent}  ${row}`)];
    }
    if (Array.isArray(value) && value.some(isObject)) {
      const items = value.flatMap((item) => [
        `${indent}  -`,
        ...linesOf(isObject(item) ? item : { value: item }, `${indent}    `),
      ]);
      return [`${indent}${name}`, ...items];
    }
    return [`${indent}${name.padEnd(width)}  ${cell(value)}`.trimEnd()];
  });
}

/** Uncut, because it is part of the object that was asked for. */
function flatTable(objects: readonly Record<string, unknown>[]): string[] {
  const names = [...new Set(objects.flatMap((one) => Object.keys(one)))];
  const rows = [names, ...objects.map((one) => names.map((name) => cell(one[name])))];
  const widths = names.map((_, index) => Math.max(...rows.map((row) => widthOf(row[index] ?? ''))));
  return rows.map((row) =>
    row
      .map((text, index) => padded(text, widths[index] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
}

/** Objects that fit into the rows of a table: nothing in them is an object. */
function isFlat(value: unknown): value is Record<string, unknown>[] {
  const isPlain = (one: unknown) => typeof one !== 'object' || one === null || isPlainList(one);
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item) => isObject(item) && Object.values(item).every(isPlain))
  );
}

function isPlainList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.every((one) => typeof one !== 'object' || one === null);
}
