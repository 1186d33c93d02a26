import { validationFailed } from '../../platform/errors.ts';
import { type Column, type ColumnOptions, detectDelimiter, readColumns } from './columns.ts';
import { csvScanner, type Scanner } from './csv.ts';
import { ndjsonScanner } from './ndjson.ts';
import { MAX_RECORD_BYTES, type Position, RecordReader } from './records.ts';

export const CSV = 'text/csv';
export const NDJSON = 'application/x-ndjson';

/** How to read a file: detected from its first bytes and stored with the import. */
export interface FileFormat {
  layout: { kind: 'csv'; delimiter: string; columns: (Column | null)[] } | { kind: 'ndjson' };
  /** The original charset; null if the file was already UTF-8. */
  charset: string | null;
  /** For rows without a source. */
  source: string;
  /** For rows without a service. */
  serviceNeeded: string | null;
}

export function scannerOf({ layout }: Pick<FileFormat, 'layout'>): Scanner {
  return layout.kind === 'csv' ? csvScanner(layout.delimiter) : ndjsonScanner;
}

export interface OpenedFile {
  layout: FileFormat['layout'];
  /** Where the first row begins. */
  start: Position;
}

/** Reads the start of the file; null if it needs more bytes. Throws if the header is invalid. */
export function openLayout(
  head: Buffer,
  isLast: boolean,
  mediaType: string,
  options: ColumnOptions,
): OpenedFile | null {
  const begin = skipBlank(head);
  if (begin.offset === head.length) {
    if (isLast || head.length > MAX_RECORD_BYTES) throw emptyFile();
    return null;
  }
  if (mediaType === NDJSON) return { layout: { kind: 'ndjson' }, start: { offset: 0, line: 1 } };
  return openCsv(head, isLast, begin, options);
}

function openCsv(
  head: Buffer,
  isLast: boolean,
  begin: Position,
  options: ColumnOptions,
): OpenedFile | null {
  const lineEnd = csvScanner(',').nextLine(head, begin.offset, isLast);
  if (lineEnd === null) {
    if (head.length - begin.offset > MAX_RECORD_BYTES)
      throw unreadableHeader('is longer than 256 KiB. End it with a line break');
    return null;
  }
  const delimiter = detectDelimiter(head.toString('utf8', begin.offset, lineEnd));
  const reader = new RecordReader(csvScanner(delimiter), begin);
  reader.push(head.subarray(begin.offset));
  if (isLast) reader.end();
  const header = reader.next();
  if (header === null) return null;
  if (header.problem !== null) throw unreadableHeader(HEADER_PROBLEMS[header.problem]);
  const { columns, errors } = readColumns(header.cells, options);
  if (errors.length > 0) throw validationFailed(errors);
  return { layout: { kind: 'csv', delimiter, columns }, start: reader.position };
}

/** The position after leading blank lines. */
function skipBlank(head: Buffer): Position {
  let offset = 0;
  let line = 1;
  for (const [at, byte] of head.entries()) {
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) return { offset, line };
    // A CR ends a line unless an LF follows.
    if (byte === 0x0a || (byte === 0x0d && head[at + 1] !== 0x0a)) {
      offset = at + 1;
      line += 1;
    }
  }
  return { offset: head.length, line };
}

const HEADER_PROBLEMS = {
  malformed_quote: 'has text after a closing quote. Write a quote inside quotes twice',
  unclosed_quote: 'has a quote that is not closed. Close it',
  record_too_long: 'is longer than 256 KiB. Shorten it',
  invalid_encoding:
    'is not UTF-8. Name the charset in the Content-Type, such as charset=windows-1252',
} as const;

function unreadableHeader(reason: string) {
  const detail = `The header row ${reason}.`;
  return validationFailed([{ pointer: '/columns', code: 'unreadable_header', detail }]);
}

function emptyFile() {
  const detail =
    'The file is empty. Send a CSV file with a header row, or one JSON object per line.';
  return validationFailed([{ pointer: '', code: 'import_empty', detail }], 'import_empty');
}
