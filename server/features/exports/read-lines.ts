import { MAX_LINE_BYTES } from './file-format.ts';
import { FileInvalid } from './file-invalid.ts';

export interface Line {
  number: number;
  /** Without the line break. */
  bytes: Buffer;
}

const LF = 0x0a;

/** Splits a file into lines as it arrives. Holds no more than one line. */
export class LineReader {
  #rest: Buffer[] = [];
  #restBytes = 0;
  #number = 0;

  *push(piece: Buffer): Generator<Line, void> {
    let from = 0;
    for (let end = piece.indexOf(LF); end >= 0; end = piece.indexOf(LF, from)) {
      yield this.#line(piece.subarray(from, end));
      from = end + 1;
    }
    const rest = piece.subarray(from);
    this.#restBytes += rest.length;
    if (this.#restBytes > MAX_LINE_BYTES) throw tooLong(this.#number + 1);
    if (rest.length > 0) this.#rest.push(rest);
  }

  /** The last line, if the file does not end with a line break. */
  *end(): Generator<Line, void> {
    if (this.#restBytes > 0) yield this.#line(Buffer.alloc(0));
  }

  #line(last: Buffer): Line {
    this.#number += 1;
    const bytes = this.#rest.length === 0 ? last : Buffer.concat([...this.#rest, last]);
    this.#rest = [];
    this.#restBytes = 0;
    if (bytes.length > MAX_LINE_BYTES) throw tooLong(this.#number);
    return { number: this.#number, bytes };
  }
}

function tooLong(number: number): FileInvalid {
  const limit = MAX_LINE_BYTES / 2 ** 20;
  return new FileInvalid(number, `It is longer than ${limit} MiB.`);
}
