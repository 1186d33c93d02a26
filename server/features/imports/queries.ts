import { toPublicId } from '../../domain/ids.ts';
import { rowFinder } from '../../platform/database/found-row.ts';
import { statement } from '../../platform/database/statement.ts';
import { table } from '../../platform/database/table.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Actor } from '../../platform/events/event.ts';
import type { FileFormat } from './file-format.ts';
import type { Import, ImportError } from './schemas.ts';

/** An import whose file was received completely. */
export interface ImportRow {
  import_id: string;
  status: Import['status'];
  request_hash: Buffer;
  format: FileFormat;
  actor: Actor;
  bytes_total: number;
  /** The checkpoint: all bytes before this one are processed. The next record begins here, on `next_line`. */
  bytes_done: number;
  next_line: number;
  accepted: number;
  duplicates: number;
  repeated: number;
  rejected: number;
  error_count: number;
  failure: string | null;
  completed_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** The row is inserted while the file arrives and not all columns are set yet: see upload-queries.ts. */
const imports = table<ImportRow>('imports', {
  import_id: 'key',
  status: 'value',
  request_hash: 'fixed',
  format: 'fixed_json',
  actor: 'fixed_json',
  bytes_total: 'fixed',
  bytes_done: 'value',
  next_line: 'value',
  accepted: 'value',
  duplicates: 'value',
  repeated: 'value',
  rejected: 'value',
  error_count: 'value',
  failure: 'value',
  completed_at: 'value',
  created_at: 'fixed',
  updated_at: 'value',
});

export const IMPORT_COLUMNS = imports.columns;

export function saveImport(tx: Tx, row: ImportRow): void {
  imports.update(tx, row);
}

export function toImport(row: ImportRow): Import {
  return {
    import_id: toPublicId('import', row.import_id),
    status: row.status,
    total: row.accepted + row.repeated + row.rejected,
    accepted: row.accepted,
    duplicates: row.duplicates,
    repeated: row.repeated,
    rejected: row.rejected,
    bytes_total: row.bytes_total,
    bytes_done: row.bytes_done,
    failure: row.failure,
    completed_at: row.completed_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

const selectImport = statement(
  'select_import',
  `select ${IMPORT_COLUMNS} from imports
   where organization_id = $1 and import_id = $2 and status not in ('receiving', 'abandoned')`,
);

export const findImport = rowFinder<ImportRow>(selectImport, 'import');

const selectErrors = statement(
  'select_import_errors',
  `select number, line, code, detail from import_errors
   where organization_id = $1 and import_id = $2 and number > $3
   order by number limit $4`,
);

export function listErrors(
  tx: Tx,
  importId: string,
  after: number,
  limit: number,
): Promise<(ImportError & { number: number })[]> {
  return tx.query(selectErrors, [tx.organizationId, importId, after, limit]);
}

export const listImportRows = imports.newestFirst("status not in ('receiving', 'abandoned')");
