import Type, { type TSchema } from 'typebox';
import type { FieldError } from '../../platform/errors.ts';
import { bodyValidator, unstorableText, type Validate } from '../../platform/http/validation.ts';
import { type RowCheck, timeErrors } from './row-rules.ts';

/** How the rows of a table are written to a file, and what a line of them must be. */
export interface ExportedTable {
  /** The `type` of its lines. */
  readonly type: string;
  readonly table: string;
  /** The primary key after the organization: the order of the lines. */
  readonly key: readonly string[];
  /** Columns that stay here, each with the reason. `organization_id` always stays. */
  readonly withheld: Readonly<Record<string, string>>;
  /** Columns whose values have rules of their own. */
  readonly ruled: readonly string[];
  /** An SQL expression for the row `t` as JSON. */
  readonly row: string;
  /** An SQL condition for the rows; null for all. */
  readonly where: string | null;
  /** All that is wrong with the data of a line, apart from what the database itself refuses. */
  readonly errors: Validate;
}

interface Spec {
  key: readonly string[];
  withheld?: Record<string, string>;
  row?: string;
  where?: string;
  /** What the database does not check: the content of JSON columns, and text with a form. */
  columns?: Record<string, TSchema>;
  check?: RowCheck;
}

export function exportedTable(type: string, table: string, spec: Spec): ExportedTable {
  const { key, withheld = {}, row = 'to_jsonb(t)', where = null, columns = {}, check } = spec;
  const required = [...new Set([...key, ...Object.keys(columns)])];
  const properties = Object.fromEntries(
    required.map((name) => [name, columns[name] ?? Type.Any()]),
  );
  const validate = bodyValidator({ type: 'object', required, properties });
  const refused = ['organization_id', ...Object.keys(withheld)];
  return {
    type,
    table,
    key,
    withheld,
    ruled: Object.keys(columns),
    row,
    where,
    errors: (data) => [
      ...unstorableText(data),
      ...validate(data),
      ...(isRecord(data) ? [...refusedColumns(data, refused), ...timeErrors(data)] : []),
      ...(isRecord(data) && check ? check(data) : []),
    ],
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refusedColumns(data: Record<string, unknown>, refused: readonly string[]): FieldError[] {
  return refused
    .filter((name) => Object.hasOwn(data, name))
    .map((name) => ({
      pointer: `/${name}`,
      code: 'not_allowed',
      detail: `The field ${name} is never part of a file.`,
    }));
}
