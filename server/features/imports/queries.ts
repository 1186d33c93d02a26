import { toPublicId } from '../../domain/ids.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { notFound } from '../../platform/errors.ts';
import type { Actor } from '../../platform/events/event.ts';
import { LAST_UUID } from '../../platform/paging.ts';
import type { FileFormat } from './file-format.ts';
import type { RowError } from './read-row.ts';
import type { Import, ImportError } from './schemas.ts';

export interface ImportRow {
  import_id: string;
  status: 'receiving' | 'abandoned' | Import['status'];
  request_hash: Buffer | null;
  format: FileFormat;
  actor: Actor;
  bytes_total: number;
  /** Everything before this byte is done; a record begins there, on `next_line`. */
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

const COLUMNS = `import_id, status, request_hash, format, actor, bytes_total, bytes_done, next_line, accepted, duplicates,
  repeated, rejected, error_count, failure, completed_at, created_at, updated_at`;

export function toImport(row: ImportRow): Import {
  return {
    import_id: toPublicId('import', row.import_id),
    status: row.status as Import['status'],
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

// ── Receiving ───────────────────────────────────────────────────────────────────────────────────

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
   returning ${COLUMNS}`,
);

/** Undefined if somebody gave it up meanwhile. */
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
  `select ${COLUMNS} from imports where organization_id = $1 and idempotency_key = $2`,
);

export async function findImportOfKey(tx: Tx, key: string): Promise<ImportRow | null> {
  const [row] = await tx.query<ImportRow>(selectByKey, [tx.organizationId, key]);
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

// ── Working it off ──────────────────────────────────────────────────────────────────────────────

const selectRunning = statement(
  'select_running_import',
  `with policy as (
     select country, qualification_policy from organizations where organization_id = $1
   )
   select ${COLUMNS}, country, qualification_policy from imports, policy
   where organization_id = $1 and import_id = $2 and status = 'running'`,
);

export async function findRunningImport(
  tx: Tx,
  importId: string,
): Promise<(ImportRow & { country: string; qualification_policy: string }) | null> {
  const [row] = await tx.query<ImportRow & { country: string; qualification_policy: string }>(
    selectRunning,
    [tx.organizationId, importId],
  );
  return row ?? null;
}

const selectChunk = statement(
  'select_import_chunk',
  'select bytes from import_chunks where organization_id = $1 and import_id = $2 and chunk = $3',
);

export async function readChunk(tx: Tx, importId: string, chunk: number): Promise<Buffer | null> {
  const [row] = await tx.query<{ bytes: Buffer }>(selectChunk, [
    tx.organizationId,
    importId,
    chunk,
  ]);
  return row?.bytes ?? null;
}

const lockRunning = statement(
  'lock_running_import',
  `select ${COLUMNS} from imports
   where organization_id = $1 and import_id = $2 and status = 'running' and bytes_done = $3
   for no key update`,
);

/** Null if it does not stand where it was left: then another worker goes on with it. */
export async function lockImportAt(
  tx: Tx,
  importId: string,
  bytesDone: number,
): Promise<ImportRow | null> {
  const [row] = await tx.query<ImportRow>(lockRunning, [tx.organizationId, importId, bytesDone]);
  return row ?? null;
}

const updateImport = statement(
  'update_import',
  `update imports
   set status = $3, bytes_done = $4, next_line = $5, accepted = $6, duplicates = $7, repeated = $8,
       rejected = $9, error_count = $10, failure = $11, completed_at = $12, updated_at = $13
   where organization_id = $1 and import_id = $2`,
);

export function saveImport(tx: Tx, row: ImportRow): void {
  tx.query(updateImport, [
    tx.organizationId,
    row.import_id,
    row.status,
    row.bytes_done,
    row.next_line,
    row.accepted,
    row.duplicates,
    row.repeated,
    row.rejected,
    row.error_count,
    row.failure,
    row.completed_at,
    row.updated_at,
  ]);
}

const deleteChunks = statement(
  'delete_import_chunks',
  'delete from import_chunks where organization_id = $1 and import_id = $2 and chunk < $3',
);

export function deleteChunksBefore(tx: Tx, importId: string, chunk: number): void {
  tx.query(deleteChunks, [tx.organizationId, importId, chunk]);
}

const insertErrors = statement(
  'insert_import_errors',
  'select insert_import_errors($1, $2, $3, $4)',
);

export function saveErrors(tx: Tx, importId: string, before: number, errors: RowError[]): void {
  if (errors.length === 0) return;
  tx.query(insertErrors, [tx.organizationId, importId, before, JSON.stringify(errors)]);
}

// ── Reading ─────────────────────────────────────────────────────────────────────────────────────

const selectImport = statement(
  'select_import',
  `select ${COLUMNS} from imports
   where organization_id = $1 and import_id = $2 and status not in ('receiving', 'abandoned')`,
);

export async function findImport(tx: Tx, importId: string): Promise<ImportRow> {
  const [row] = await tx.query<ImportRow>(selectImport, [tx.organizationId, importId]);
  if (!row) throw notFound('import');
  return row;
}

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

const selectImports = statement(
  'list_imports',
  `select ${COLUMNS} from imports
   where organization_id = $1 and import_id < $2
     and status not in ('receiving', 'abandoned')
   order by import_id desc limit $3`,
);

export function listImportRows(tx: Tx, before: string | null, limit: number): Promise<ImportRow[]> {
  return tx.query(selectImports, [tx.organizationId, before ?? LAST_UUID, limit]);
}

// ── House-keeping ───────────────────────────────────────────────────────────────────────────────

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
