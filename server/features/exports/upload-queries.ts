import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Footer, Header } from './file-format.ts';
import { RESTORE_COLUMNS, type RestoreRow } from './restore-queries.ts';

const insertReceiving = statement(
  'insert_restore',
  `insert into restores (organization_id, restore_id, status, idempotency_key, actor, created_at, updated_at)
   values ($1, $2, 'receiving', $3, $4, $5, $5)`,
);

export function insertReceivingRestore(tx: Tx, restoreId: string, key: string | null): void {
  const actor = JSON.stringify(tx.actor);
  tx.query(insertReceiving, [tx.organizationId, restoreId, key, actor, tx.now]);
}

const insertChunk = statement(
  'insert_restore_chunk',
  'insert into restore_chunks (organization_id, restore_id, chunk, bytes) values ($1, $2, $3, $4)',
);

export function storeChunk(tx: Tx, restoreId: string, chunk: number, bytes: Buffer): void {
  tx.query(insertChunk, [tx.organizationId, restoreId, chunk, bytes]);
}

const selectChunk = statement(
  'select_restore_chunk',
  'select bytes from restore_chunks where organization_id = $1 and restore_id = $2 and chunk = $3',
);

export async function readChunk(tx: Tx, restoreId: string, chunk: number): Promise<Buffer | null> {
  const values = [tx.organizationId, restoreId, chunk];
  const [row] = await tx.query<{ bytes: Buffer }>(selectChunk, values);
  return row?.bytes ?? null;
}

const beginRunning = statement(
  'begin_running_restore',
  `update restores set status = 'running', request_hash = $3, bytes_total = $4, lines_total = $5, header = $6,
     footer = $7, updated_at = $8
   where organization_id = $1 and restore_id = $2 and status = 'receiving'
   returning ${RESTORE_COLUMNS}`,
);

export interface ReceivedFile {
  restoreId: string;
  requestHash: Buffer;
  bytesTotal: number;
  linesTotal: number;
  header: Header;
  footer: Footer;
}

/** Undefined if the restore was abandoned in the meantime. */
export async function startRestore(tx: Tx, file: ReceivedFile): Promise<RestoreRow | undefined> {
  const [row] = await tx.query<RestoreRow>(beginRunning, [
    tx.organizationId,
    file.restoreId,
    file.requestHash,
    file.bytesTotal,
    file.linesTotal,
    JSON.stringify(file.header),
    JSON.stringify(file.footer),
    tx.now,
  ]);
  return row;
}

const selectByKey = statement(
  'select_restore_by_key',
  `select restore_id, request_hash from restores
   where organization_id = $1 and idempotency_key = $2 and status not in ('receiving', 'abandoned')`,
);

export async function findRestoreOfKey(
  tx: Tx,
  key: string,
): Promise<Pick<RestoreRow, 'restore_id' | 'request_hash'> | null> {
  const [row] = await tx.query<RestoreRow>(selectByKey, [tx.organizationId, key]);
  return row ?? null;
}

const abandon = statement(
  'abandon_restores',
  `update restores set status = 'abandoned', idempotency_key = null, updated_at = $2
   where organization_id = $1 and status = 'receiving' and created_at <= $3`,
);
const deleteAbandoned = statement(
  'delete_abandoned_restore_chunks',
  `delete from restore_chunks c where c.organization_id = $1 and exists (
     select from restores r
     where r.organization_id = $1 and r.restore_id = c.restore_id and r.status = 'abandoned')`,
);

/** Interrupted uploads that began until that time, with their chunks. */
export function abandonUploads(tx: Tx, until: Date): void {
  tx.query(abandon, [tx.organizationId, tx.now, until]);
  tx.query(deleteAbandoned, [tx.organizationId]);
}

const forgetKeys = statement(
  'forget_restore_keys',
  `update restores set idempotency_key = null
   where organization_id = $1 and idempotency_key is not null and created_at < $2`,
);

export function forgetRestoreKeys(tx: Tx, before: Date): void {
  tx.query(forgetKeys, [tx.organizationId, before]);
}
