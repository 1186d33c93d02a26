/**
 * Pure rules: reads CSV records from bytes. Written without a library, because an import continues after a
 * record that it cannot read and can resume at any record. So it needs the line and the byte offset of each
 * record, the bytes of a cell before decoding, and a way out of a quote that is never closed.
 */
export interface Scanned {
  /** Offset of the first byte after the record and its line end. */
  end: number;
  /** Number of line ends in the record. */
  lines: number;
  cells: Buffer[];
  problem: RecordProblem | null;
}

export type RecordProblem = 'malformed_quote' | 'unclosed_quote' | 'record_too_long';

/** Finds the records of a file. */
export interface Scanner {
  /** The record that begins at `from`; null if it continues after these bytes. */
  scan(bytes: Buffer, from: number, isLast: boolean): Scanned | null;
  /** Offset of the next line; null if it is not within these bytes. */
  nextLine(bytes: Buffer, from: number, isLast: boolean): number | null;
}

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;

export function csvScanner(delimiter: string): Scanner {
  const separator = delimiter.charCodeAt(0);
  return { scan: (bytes, from, isLast) => scanCsv(bytes, from, isLast, separator), nextLine };
}

function scanCsv(bytes: Buffer, from: number, isLast: boolean, separator: number): Scanned | null {
  const cells: Buffer[] = [];
  let problem: RecordProblem | null = null;
  let lines = 0;
  let at = from;
  for (;;) {
    if (bytes[at] === QUOTE) {
      const closing = closingQuote(bytes, at + 1, isLast);
      if (closing === null) return isLast ? unclosed(bytes, from) : null;
      const cell = bytes.subarray(at + 1, closing);
      lines += countLines(cell);
      cells.push(withoutDoubledQuotes(cell));
      at = closing + 1;
      while (bytes[at] === SPACE) at += 1;
      if (!isCellEnd(bytes[at], separator)) problem = 'malformed_quote';
      at = endOfCell(bytes, at, separator);
    } else {
      const start = at;
      at = endOfCell(bytes, at, separator);
      cells.push(bytes.subarray(start, at));
    }
    if (bytes[at] === separator) {
      at += 1;
      continue;
    }
    const end = lineEnd(bytes, at, isLast);
    if (end === null) return null;
    return { end, lines: end > at ? lines + 1 : lines, cells, problem };
  }
}

/** Null if not found yet: a quote at the very end can be the first of two. */
function closingQuote(bytes: Buffer, from: number, isLast: boolean): number | null {
  let at = from;
  for (;;) {
    const quote = bytes.indexOf(QUOTE, at);
    if (quote < 0) return null;
    if (quote + 1 === bytes.length) return isLast ? quote : null;
    if (bytes[quote + 1] !== QUOTE) return quote;
    at = quote + 2;
  }
}

/** Ends a record with an unclosed quote after its first line, so that the following rows are read. */
function unclosed(bytes: Buffer, from: number): Scanned {
  const end = nextLine(bytes, from, true) ?? bytes.length;
  return { end, lines: 1, cells: [], problem: 'unclosed_quote' };
}

function endOfCell(bytes: Buffer, from: number, separator: number): number {
  let at = from;
  while (!isCellEnd(bytes[at], separator)) at += 1;
  return at;
}

function isCellEnd(byte: number | undefined, separator: number): boolean {
  return byte === separator || byte === LF || byte === CR || byte === undefined;
}

/** The offset after the line end at `at`: CRLF, LF or CR. */
function lineEnd(bytes: Buffer, at: number, isLast: boolean): number | null {
  if (bytes[at] === LF) return at + 1;
  if (at + 1 >= bytes.length && !isLast) return null;
  if (bytes[at] !== CR) return at;
  return bytes[at + 1] === LF ? at + 2 : at + 1;
}

function nextLine(bytes: Buffer, from: number, isLast: boolean): number | null {
  let at = from;
  while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at += 1;
  if (at === bytes.length) return isLast ? at : null;
  return lineEnd(bytes, at, isLast);
}

function countLines(cell: Buffer): number {
  let lines = 0;
  for (let at = 0; at < cell.length; at += 1) {
    if (cell[at] === LF || (cell[at] === CR && cell[at + 1] !== LF)) lines += 1;
  }
  return lines;
}

function withoutDoubledQuotes(cell: Buffer): Buffer {
  if (!cell.includes(QUOTE)) return cell;
  const result = Buffer.alloc(cell.length);
  let length = 0;
  let skipsNext = false;
  for (const byte of cell) {
    if (skipsNext) {
      skipsNext = false;
      continue;
    }
    result[length] = byte;
    length += 1;
    skipsNext = byte === QUOTE;
  }
  return result.subarray(0, length);
}
