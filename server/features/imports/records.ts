import { isUtf8 } from 'node:buffer';
import type { RecordProblem, Scanner } from './csv.ts';

/** Longer than any lead: a record that goes on past this has lost its end. */
export const MAX_RECORD_BYTES = 256 * 1024;

/** Where a record begins: the byte of the file, from 0, and the line, from 1. */
export interface Place {
  offset: number;
  line: number;
}

export interface FileRecord {
  /** The line on which it begins. */
  line: number;
  /** None if there is a problem. */
  cells: string[];
  problem: RecordProblem | 'invalid_encoding' | null;
}

/**
 * The records of a file that comes in pieces. Holds no more than a piece and a record: one that grows
 * too long is given up, and reading goes on at the line behind the one it began on.
 */
export class RecordReader {
  readonly #scanner: Scanner;
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #place: Place;
  #isLast = false;
  #skipsLine = false;

  constructor(scanner: Scanner, start: Place) {
    this.#scanner = scanner;
    this.#place = start;
  }

  /** Where the next record begins. */
  get place(): Place {
    return this.#place;
  }

  /** Everything was read, up to the end of the file. */
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

  /** Null when more is needed, or nothing is left. */
  next(): FileRecord | null {
    if (this.#skipsLine && !this.#skipLine()) return null;
    if (this.#at === this.#bytes.length) return null;
    const scanned = this.#scanner.scan(this.#bytes, this.#at, this.#isLast);
    if (scanned === null) return this.#isTooLong() ? this.#giveUp() : null;
    const { line } = this.#place;
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

  #giveUp(): FileRecord {
    const { line } = this.#place;
    this.#skipsLine = true;
    return { line, cells: [], problem: 'record_too_long' };
  }

  /** True once the next line is reached; until then everything is let go. */
  #skipLine(): boolean {
    const next = this.#scanner.nextLine(this.#bytes, this.#at, this.#isLast);
    if (next === null) {
      // The last byte stays: it may be the first half of a line's end.
      const kept = Math.max(this.#at, this.#bytes.length - 1);
      this.#advance(kept, 0);
      return false;
    }
    this.#skipsLine = false;
    this.#advance(next, 1);
    return true;
  }

  #advance(to: number, lines: number): void {
    const { offset, line } = this.#place;
    this.#place = { offset: offset + to - this.#at, line: line + lines };
    this.#at = to;
  }
}
