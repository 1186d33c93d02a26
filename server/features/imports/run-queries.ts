import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { IMPORT_COLUMNS, type ImportRow } from './queries.ts';
import type { RowError } from './read-row.ts';

const selectRunning = statement(
  'select_running_import',
  `with policy as (
     select country, qualification_policy from organizations where organization_id = $1
   )
   select ${IMPORT_COLUMNS}, country, qualification_policy from imports, policy
   where organization_id = $1 and import_id = $2 and status = 'running'`,
);

/** A running import, with the organization's settings for new leads. */
export interface RunningImport extends ImportRow {
  country: string;
  qualification_policy: string;
}

export async function findRunningImport(tx: Tx, importId: string): Promise<RunningImport | null> {
  const [row] = await tx.query<RunningImport>(selectRunning, [tx.organizationId, importId]);
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
  `select ${IMPORT_COLUMNS} from imports
   where organization_id = $1 and import_id = $2 and status = 'running' and bytes_done = $3
   for no key update`,
);

/** Null if the checkpoint has moved: then another worker has continued the import. */
export async function lockImportAt(
  tx: Tx,
  importId: string,
  bytesDone: number,
): Promise<ImportRow | null> {
  const [row] = await tx.query<ImportRow>(lockRunning, [tx.organizationId, importId, bytesDone]);
  return row ?? null;
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
