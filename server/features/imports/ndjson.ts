import type { Scanned, Scanner } from './csv.ts';

const LF = 0x0a;

/** One JSON value per line. JSON contains no raw line breaks, so the next LF ends the record. */
export const ndjsonScanner: Scanner = { scan, nextLine };

function scan(bytes: Buffer, from: number, isLast: boolean): Scanned | null {
  const end = nextLine(bytes, from, isLast);
  if (end === null) return null;
  return { end, lines: 1, cells: [bytes.subarray(from, end)], problem: null };
}

function nextLine(bytes: Buffer, from: number, isLast: boolean): number | null {
  const found = bytes.indexOf(LF, from);
  if (found >= 0) return found + 1;
  return isLast ? bytes.length : null;
}
