import {
  COLUMNS,
  type Column,
  detectDelimiter,
  readColumns,
} from '../../../server/features/imports/columns.ts';
import * as text from '../../text/en.ts';
import { readCsv } from './csv.ts';

/** Enough for the header and some rows. */
export const HEAD_BYTES = 64 * 1024;
const EXAMPLES = 3;

export interface Preview {
  /** `utf-8`, or what the file seems to be. */
  charset: string;
  separator: string;
  header: readonly string[];
  /** What each column of the file becomes; null: it is not imported. */
  columns: readonly (Column | null)[];
  /** The first rows. */
  examples: readonly (readonly string[])[];
  hasService: boolean;
  /** Why the file cannot be imported as it is. */
  problems: readonly string[];
}

/** How the service will read the file, found by its own rules for the header row. Pure. */
export function previewOf(head: Uint8Array): Preview {
  const { charset, content } = decode(head);
  const firstLine = content.trimStart().split(/[\r\n]/, 1)[0] ?? '';
  const separator = detectDelimiter(firstLine);
  const [headerRow, ...rows] = [...readCsv(content, separator)];
  const header = headerRow?.cells ?? [];
  const { columns, errors } = readColumns(header, { ignoreUnknown: true, hasService: true });
  return {
    charset,
    separator,
    header,
    columns,
    examples: rows.slice(0, EXAMPLES).map(({ cells }) => cells),
    hasService: columns.includes('service_needed'),
    problems: problemsOf(header, errors),
  };
}

function problemsOf(
  header: readonly string[],
  errors: readonly { pointer: string; code: string }[],
): readonly string[] {
  if (header.length === 0) return [text.imports.emptyFile];
  return errors.map(({ pointer, code }) =>
    code === 'repeated_column'
      ? text.imports.repeated(pointer.split('/').at(-1) ?? '')
      : text.imports.noChannel,
  );
}

/** A file of an older spreadsheet program is not UTF-8; nearly always it is windows-1252. */
function decode(head: Uint8Array): { charset: string; content: string } {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return as('utf-16le', head);
  if (first === 0xfe && second === 0xff) return as('utf-16be', head);
  try {
    // The head may end within a character.
    const content = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return { charset: 'utf-8', content };
  } catch {
    return as('windows-1252', head);
  }
}

function as(charset: string, head: Uint8Array): { charset: string; content: string } {
  return { charset, content: new TextDecoder(charset).decode(head, { stream: true }) };
}

/** For the person who prepares a file. */
export const COLUMN_NAMES = COLUMNS.join(', ');
