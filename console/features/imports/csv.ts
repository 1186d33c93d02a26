/** Reads and writes CSV, as the service does: quotes, doubled quotes and line breaks within them. Pure. */

export interface CsvRow {
  /** The line on which it begins; the first is 1. */
  line: number;
  cells: string[];
}

/** The rows of a text with this separator. Blank rows are left out; an unclosed quote ends with its line. */
export function* readCsv(content: string, separator: string): Generator<CsvRow, void> {
  let at = 0;
  let line = 1;
  while (at < content.length) {
    const row = readRow(content, at, separator);
    if (row.cells.some((cell) => cell.trim() !== '')) yield { line, cells: row.cells };
    line += Math.max(1, linesIn(content.slice(at, row.end)));
    at = row.end;
  }
}

function readRow(content: string, from: number, separator: string) {
  const cells: string[] = [];
  let at = from;
  for (;;) {
    const cell = content[at] === '"' ? quoted(content, at, separator) : null;
    const end = cell?.end ?? endOfCell(content, at, separator);
    cells.push(cell?.value ?? content.slice(at, end));
    at = end;
    if (content[at] !== separator) return { cells, end: afterLineEnd(content, at) };
    at += 1;
  }
}

/** Null if the quote is never closed: then it is a character like every other. */
function quoted(content: string, at: number, separator: string) {
  let closing = content.indexOf('"', at + 1);
  while (closing >= 0 && content[closing + 1] === '"') closing = content.indexOf('"', closing + 2);
  if (closing < 0) return null;
  const value = content.slice(at + 1, closing).replaceAll('""', '"');
  return { value, end: endOfCell(content, closing + 1, separator) };
}

function endOfCell(content: string, from: number, separator: string): number {
  let at = from;
  while (at < content.length && !['\n', '\r', separator].includes(content[at] ?? '')) at += 1;
  return at;
}

function afterLineEnd(content: string, at: number): number {
  if (content[at] === '\r' && content[at + 1] === '\n') return at + 2;
  return Math.min(content.length, at + 1);
}

function linesIn(part: string): number {
  return part.match(/\r\n|\n|\r/g)?.length ?? 0;
}

/** One row with its line end. A cell that a spreadsheet would run as a formula is written as text. */
export function writeCsvRow(cells: readonly (string | number)[]): string {
  return `${cells.map(writeCell).join(',')}\r\n`;
}

function writeCell(value: string | number): string {
  const cell = typeof value === 'string' && /^[=@\t]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
