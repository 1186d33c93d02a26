import { moneyForField } from './money.ts';

export type Cell = string | number | Amount | null;

export interface Amount {
  /** In minor units. */
  amount: number;
  currency: string;
}

/** A table as a file for spreadsheets. */
export function toCsv(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [columns, ...rows].map((row) => `${row.map(toCell).join(',')}\r\n`).join('');
}

function toCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  // As a number that a spreadsheet can add.
  if (typeof value === 'object') return `${Number(moneyForField(value.amount, value.currency))}`;
  // A spreadsheet would run a text that begins like a formula; names of sources come from outside.
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function downloadCsv(name: string, content: string): void {
  // The mark tells spreadsheets that it is UTF-8.
  const url = URL.createObjectURL(new Blob(['\uFEFF', content], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
