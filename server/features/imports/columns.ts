import { ATTRIBUTION_NAMES, METADATA_KEY_FORM } from '../../domain/origin-names.ts';
import type { FieldError } from '../../platform/errors.ts';

/** Pure rules: the columns in the header row of a CSV file, and their errors. */

const OWN_COLUMNS = [
  'name',
  'phone',
  'email',
  'source',
  'source_ref',
  'service_needed',
  'address',
  'notes',
  'consent_call',
  'consent_sms',
  'consent_email',
] as const;
export const COLUMNS = [...OWN_COLUMNS, ...ATTRIBUTION_NAMES] as const;
export const METADATA = 'metadata.';
export type Column = (typeof COLUMNS)[number] | `${typeof METADATA}${string}`;

const DELIMITERS = [',', ';', '\t'] as const;

/** The delimiter that occurs most often in the header line, outside of quotes. */
export function detectDelimiter(line: string): string {
  const bare = line.replaceAll(/"[^"]*"/g, '');
  const cells = (delimiter: string) => bare.split(delimiter).length;
  return DELIMITERS.reduce((best, other) => (cells(other) > cells(best) ? other : best));
}

export interface ColumnOptions {
  ignoreUnknown: boolean;
  /** The query has a service for rows without one, so the column is not needed. */
  hasService: boolean;
}

/** The columns in order, with null for ignored ones, and all errors. */
export function readColumns(
  header: readonly string[],
  { ignoreUnknown, hasService }: ColumnOptions,
): { columns: (Column | null)[]; errors: FieldError[] } {
  const columns = header.map(asColumn);
  const errors: FieldError[] = [];
  header.forEach((cell, index) => {
    const column = asColumn(cell);
    if (column === null && !ignoreUnknown) errors.push(unknownColumn(cell.trim(), index));
    if (column !== null && columns.indexOf(column) < index) errors.push(repeatedColumn(column));
  });
  if (!hasService && !columns.includes('service_needed')) errors.push(missingService());
  if (!columns.includes('phone') && !columns.includes('email')) errors.push(missingChannel());
  return { columns, errors };
}

const METADATA_KEY = new RegExp(METADATA_KEY_FORM);

/** "Service Needed" and "service-needed" both mean service_needed. Keys of metadata are kept as they are. */
function asColumn(cell: string): Column | null {
  const trimmed = cell.trim();
  if (trimmed.slice(0, METADATA.length).toLowerCase() === METADATA) {
    const key = trimmed.slice(METADATA.length);
    return METADATA_KEY.test(key) ? `${METADATA}${key}` : null;
  }
  const name = trimmed.toLowerCase().replaceAll(/[\s-]+/g, '_');
  return COLUMNS.find((column) => column === name) ?? null;
}

function unknownColumn(name: string, index: number): FieldError {
  const shown = name === '' ? `number ${index + 1} (without a name)` : JSON.stringify(clip(name));
  return {
    pointer: pointerTo(name),
    code: 'unknown_column',
    detail: `Unknown column ${shown}. Rename it to one of ${COLUMNS.join(', ')}, or ${METADATA} and a key of your own, or ignore unknown columns with ?ignore_unknown_columns=true.`,
  };
}

function repeatedColumn(column: Column): FieldError {
  return {
    pointer: pointerTo(column),
    code: 'repeated_column',
    detail: `The column ${column} occurs more than once. Keep only one.`,
  };
}

function missingService(): FieldError {
  return {
    pointer: pointerTo('service_needed'),
    code: 'missing_column',
    detail:
      'The column service_needed is missing. Rename the column that contains the service, or set one service for all rows, such as ?service_needed=water_heater_repair.',
  };
}

function missingChannel(): FieldError {
  return {
    pointer: pointerTo('phone'),
    code: 'missing_column',
    detail:
      'The columns phone and email are both missing. Rename the column that contains the phone number or the email address.',
  };
}

function pointerTo(name: string): string {
  return `/columns/${clip(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function clip(name: string): string {
  return name.slice(0, 100).toWellFormed();
}
