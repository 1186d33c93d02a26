import { isUtf8 } from 'node:buffer';
import type { RecordProblem, Scanner } from './csv.ts';

/** Longer than any lead: a longer record probably has an unclosed quote. */
export const MAX_RECORD_BYTES = 256 * 1024;

/** Where a record begins: the byte offset in the file, from 0, and the line, from 1. */
export interface Position {
  offset: number;
  line: number;
}

export interface FileRecord {
  /** The line on which it begins. */
  line: number;
  /** Empty if there is a problem. */
  cells: string[];
  problem: RecordProblem | 'invalid_encoding' | null;
}

/**
 * Reads the records of a file that arrives in pieces. Buffers at most one piece and one record: a record that is
 * too long is skipped, and reading continues at the line after the one it began on.
 */
export class RecordReader {
  readonly #scanner: Scanner;
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #position: Position;
  #isLast = false;
  #isSkippingLine = false;

  constructor(scanner: Scanner, start: Position) {
    this.#scanner = scanner;
    this.#position = start;
  }

  /** Where the next record begins. */
  get position(): Position {
    return this.#position;
  }

  /** Whether the whole file was read. */
  get isDone(): boolean {
    return this.#isLast && this.#at === this.#bytes.length;
  }

  push(piece: Buffer): void {
    const left = this.#bytes.subarray(this.#at);
    this.#bytes = left.length === 0 ? piece : Buffer.concat([left, piece]);
    this.#at = 0;
  }

  end(): void {
    this.#isLast = true;
  }

  /** Null if more bytes are needed, or nothing is left. */
  next(): FileRecord | null {
    if (this.#isSkippingLine && !this.#skipLine()) return null;
    if (this.#at === this.#bytes.length) return null;
    const scanned = this.#scanner.scan(this.#bytes, this.#at, this.#isLast);
    if (scanned === null) return this.#isTooLong() ? this.#skipRecord() : null;
    const { line } = this.#position;
    const record = this.#bytes.subarray(this.#at, scanned.end);
    this.#advance(scanned.end, scanned.lines);
    if (record.length > MAX_RECORD_BYTES) return { line, cells: [], problem: 'record_too_long' };
    if (scanned.problem !== null) return { line, cells: [], problem: scanned.problem };
    if (!isUtf8(record)) return { line, cells: [], problem: 'invalid_encoding' };
    return { line, cells: scanned.cells.map((cell) => cell.toString('utf8')), problem: null };
  }

  #isTooLong(): boolean {
    return this.#bytes.length - this.#at > MAX_RECORD_BYTES;
  }

  #skipRecord(): FileRecord {
    const { line } = this.#position;
    this.#isSkippingLine = true;
    return { line, cells: [], problem: 'record_too_long' };
  }

  /** True once the next line is found; bytes before it are dropped. */
  #skipLine(): boolean {
    const next = this.#scanner.nextLine(this.#bytes, this.#at, this.#isLast);
    if (next === null) {
      // Keep the last byte: it can be the first half of a CRLF.
      const kept = Math.max(this.#at, this.#bytes.length - 1);
      this.#advance(kept, 0);
      return false;
    }
    this.#isSkippingLine = false;
    this.#advance(next, 1);
    return true;
  }

  #advance(to: number, lines: number): void {
    const { offset, line } = this.#position;
    this.#position = { offset: offset + to - this.#at, line: line + lines };
    this.#at = to;
  }
}
