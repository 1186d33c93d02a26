import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { FileFormat } from './file-format.ts';
import { IMPORT_COLUMNS, type ImportRow } from './queries.ts';

const insertImport = statement(
  'insert_import',
  `insert into imports (organization_id, import_id, status, idempotency_key, format, actor, bytes_done,
                        next_line, created_at, updated_at)
   values ($1, $2, 'receiving', $3, $4, $5, $6, $7, $8, $8)`,
);

export function insertReceivingImport(
  tx: Tx,
  row: {
    importId: string;
    idempotencyKey: string | null;
    format: FileFormat;
    start: { offset: number; line: number };
  },
): void {
  tx.query(insertImport, [
    tx.organizationId,
    row.importId,
    row.idempotencyKey,
    JSON.stringify(row.format),
    JSON.stringify(tx.actor),
    row.start.offset,
    row.start.line,
    tx.now,
  ]);
}

const insertChunk = statement(
  'insert_import_chunk',
  'insert into import_chunks (organization_id, import_id, chunk, bytes) values ($1, $2, $3, $4)',
);

export function storeChunk(tx: Tx, importId: string, chunk: number, bytes: Buffer): void {
  tx.query(insertChunk, [tx.organizationId, importId, chunk, bytes]);
}

const beginRunning = statement(
  'begin_running_import',
  `update imports set status = 'running', request_hash = $3, bytes_total = $4, updated_at = $5
   where organization_id = $1 and import_id = $2 and status = 'receiving'
   returning ${IMPORT_COLUMNS}`,
);

/** Undefined if the import was abandoned in the meantime. */
export async function startImport(
  tx: Tx,
  importId: string,
  requestHash: Buffer,
  bytesTotal: number,
): Promise<ImportRow | undefined> {
  const values = [tx.organizationId, importId, requestHash, bytesTotal, tx.now];
  const [row] = await tx.query<ImportRow>(beginRunning, values);
  return row;
}

const selectByKey = statement(
  'select_import_by_key',
  `select import_id, status, request_hash from imports
   where organization_id = $1 and idempotency_key = $2`,
);

/** The earlier import of a key. Its hash is null until the file was received completely. */
export type ImportOfKey =
  | { import_id: string; status: 'receiving'; request_hash: null }
  | Pick<ImportRow, 'import_id' | 'status' | 'request_hash'>;

export async function findImportOfKey(tx: Tx, key: string): Promise<ImportOfKey | null> {
  const [row] = await tx.query<ImportOfKey>(selectByKey, [tx.organizationId, key]);
  return row ?? null;
}

const abandon = statement(
  'abandon_import',
  `update imports set status = 'abandoned', idempotency_key = null, updated_at = $3
   where organization_id = $1 and import_id = $2 and status = 'receiving'`,
);
const deleteEveryChunk = statement(
  'delete_every_import_chunk',
  'delete from import_chunks where organization_id = $1 and import_id = $2',
);

export function abandonImport(tx: Tx, importId: string): void {
  tx.query(abandon, [tx.organizationId, importId, tx.now]);
  tx.query(deleteEveryChunk, [tx.organizationId, importId]);
}

const selectReceiving = statement(
  'select_old_receiving_imports',
  `select import_id from imports
   where organization_id = $1 and created_at < $2 and status = 'receiving'`,
);

export async function listReceivingImports(tx: Tx, before: Date): Promise<string[]> {
  const rows = await tx.query<{ import_id: string }>(selectReceiving, [tx.organizationId, before]);
  return rows.map(({ import_id }) => import_id);
}

const forgetKeys = statement(
  'forget_import_keys',
  `update imports set idempotency_key = null
   where organization_id = $1 and created_at < $2 and idempotency_key is not null
     and status <> 'receiving'`,
);

export function forgetImportKeys(tx: Tx, before: Date): void {
  tx.query(forgetKeys, [tx.organizationId, before]);
}
