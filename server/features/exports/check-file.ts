import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '../../platform/errors.ts';
import { bodyReader, type ReadBody } from '../../platform/http/validation.ts';
import { isObject } from '../../platform/is-object.ts';
import type { ExportedTable } from './exported-table.ts';
import { EXPORTED_TABLES } from './exported-tables.ts';
import { Footer, HEADER, Header } from './file-format.ts';
import { FileInvalid } from './file-invalid.ts';
import type { Line } from './read-lines.ts';

/** A row of the file, checked on its own. References to other rows are left to the database. */
export interface FileRow {
  line: number;
  /** The whole line, as it is in the file. */
  text: string;
  table: ExportedTable;
  data: Record<string, unknown>;
}

const TABLES = new Map(EXPORTED_TABLES.map((table, place) => [table.type, { table, place }]));
const readHeader = bodyReader(Header);
const readFooter = bodyReader(Footer);

/**
 * Checks a file line by line, with constant memory: its first and last line, the order of the types, the fields and
 * values of every row, and in the end the counts and the hash.
 */
export class FileCheck {
  #header: Header | null = null;
  #footer: Footer | null = null;
  readonly #hash = createHash('sha256');
  readonly #counts = new Map(EXPORTED_TABLES.map(({ type }) => [type, 0]));
  #place = -1;
  #fields = '';
  #lines = 0;

  /** The row of the line; null for the first and the last line. */
  accept({ number, bytes }: Line): FileRow | null {
    this.#lines = number;
    if (this.#footer !== null)
      throw new FileInvalid(number, 'The file goes on after its last line.');
    const text = textOf(number, bytes);
    const { type, data } = parse(number, text);
    if (this.#header === null) {
      this.#header = this.#readHeader(number, type, data);
    } else if (type === 'end') {
      this.#footer = this.#readFooter(number, data);
      return null;
    } else {
      const row = this.#readRow(number, text, type, data);
      this.#hash.update(bytes).update('\n');
      return row;
    }
    this.#hash.update(bytes).update('\n');
    return null;
  }

  /** Throws unless the file is complete. */
  finish(): { header: Header; footer: Footer; lines: number } {
    const [header, footer] = [this.#header, this.#footer];
    if (header === null) throw new FileInvalid(1, 'The file is empty.');
    if (footer === null) {
      const detail = 'The file ends here without its last line: it was cut off. Export it again.';
      throw new FileInvalid(this.#lines, detail);
    }
    return { header, footer, lines: this.#lines };
  }

  #readHeader(number: number, type: unknown, data: unknown): Header {
    if (type !== 'header') {
      throw new FileInvalid(number, 'The first line must be the header of an export.');
    }
    if (isObject(data) && data.format === HEADER.format && data.version !== HEADER.version) {
      const detail = `This service reads version ${HEADER.version} of the format, and the file has another version.`;
      throw new FileInvalid(number, detail);
    }
    return checked(number, readHeader, data);
  }

  #readFooter(number: number, data: unknown): Footer {
    const footer = checked(number, readFooter, data);
    if (footer.sha256 !== this.#hash.digest('hex')) {
      const detail =
        'The lines before do not have the hash of the last line: the file was changed.';
      throw new FileInvalid(number, detail);
    }
    if (!isDeepStrictEqual(footer.counts, Object.fromEntries(this.#counts))) {
      throw new FileInvalid(number, 'The counts are not those of the lines before.');
    }
    if (footer.counts.organization !== 1 || footer.counts.event !== this.#eventsOfHeader()) {
      throw new FileInvalid(number, 'The settings of the organization or events are missing.');
    }
    return footer;
  }

  #readRow(number: number, text: string, type: unknown, data: unknown): FileRow {
    const known = typeof type === 'string' ? TABLES.get(type) : undefined;
    if (known === undefined) throw new FileInvalid(number, `Unknown type ${JSON.stringify(type)}.`);
    const { table, place } = known;
    if (place < this.#place) {
      throw new FileInvalid(number, `Lines of type ${table.type} must come earlier.`);
    }
    const errors = table.errors(data);
    if (errors.length > 0 || !isObject(data)) throw new FileInvalid(number, describe(errors));
    this.#assertSameFields(number, place, data);
    const count = (this.#counts.get(table.type) ?? 0) + 1;
    this.#counts.set(table.type, count);
    const seq = (this.#header?.first_seq ?? 1) + count - 1;
    if (table.type === 'event' && data.seq !== seq) {
      throw new FileInvalid(
        number,
        `The seq must be ${seq}: events follow each other without a gap.`,
      );
    }
    return { line: number, text, table, data };
  }

  #eventsOfHeader(): number {
    return (this.#header?.event_seq ?? 0) - (this.#header?.first_seq ?? 1) + 1;
  }

  /** Rows of a type are written together, so they must have the same columns. */
  #assertSameFields(number: number, place: number, data: Record<string, unknown>): void {
    const fields = Object.keys(data).sort().join();
    if (place !== this.#place) this.#fields = fields;
    this.#place = place;
    if (fields === this.#fields) return;
    throw new FileInvalid(number, 'It has other fields than the lines of its type before.');
  }
}

function textOf(number: number, bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new FileInvalid(number, 'It is not UTF-8.');
  return bytes.toString('utf8');
}

function parse(number: number, text: string): { type: unknown; data: unknown } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new FileInvalid(number, 'It is not valid JSON.');
  }
  if (!isObject(value) || Object.keys(value).sort().join() !== 'data,type') {
    throw new FileInvalid(number, 'It must be an object with type and data.');
  }
  return { type: value.type, data: value.data };
}

function checked<Data>(number: number, read: ReadBody<Data>, data: unknown): Data {
  const result = read(data);
  if ('errors' in result) throw new FileInvalid(number, describe(result.errors));
  return result.body;
}

function describe(errors: readonly FieldError[]): string {
  return errors[0]?.detail ?? 'The data must be an object.';
}
