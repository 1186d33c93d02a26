import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { FileType } from './file-type.ts';
import { FILE_COLUMNS, type FileRow } from './queries.ts';

const insertFile = statement(
  'insert_receiving_file',
  `insert into files (organization_id, file_id, status, uploaded_by, name, content_type, idempotency_key, created_at, updated_at)
   values ($1, $2, 'receiving', $3, $4, $5, $6, $7, $7)`,
);

export interface NewFile {
  fileId: string;
  uploadedBy: string | null;
  name: string;
  contentType: FileType;
  key: string | null;
}

export function insertReceivingFile(tx: Tx, file: NewFile): void {
  const { fileId, uploadedBy, name, contentType, key } = file;
  tx.query(insertFile, [tx.organizationId, fileId, uploadedBy, name, contentType, key, tx.now]);
}

const insertChunk = statement(
  'insert_file_chunk',
  'insert into file_chunks (organization_id, file_id, chunk, bytes) values ($1, $2, $3, $4)',
);

export function storeChunk(tx: Tx, fileId: string, chunk: number, bytes: Buffer): void {
  tx.query(insertChunk, [tx.organizationId, fileId, chunk, bytes]);
}

const completeFile = statement(
  'complete_file',
  `update files set status = 'stored', size_bytes = $3, sha256 = $4, request_hash = $5, updated_at = $6
   where organization_id = $1 and file_id = $2 and status = 'receiving'
   returning ${FILE_COLUMNS}`,
);

export interface ReceivedFile {
  fileId: string;
  sizeBytes: number;
  sha256: string;
  requestHash: Buffer;
}

/** Undefined if the upload was abandoned in the meantime. */
export async function storeFile(tx: Tx, file: ReceivedFile): Promise<FileRow | undefined> {
  const { fileId, sizeBytes, sha256, requestHash } = file;
  const values = [tx.organizationId, fileId, sizeBytes, sha256, requestHash, tx.now];
  const [row] = await tx.query<FileRow>(completeFile, values);
  return row;
}

const selectByKey = statement(
  'select_file_by_key',
  `select ${FILE_COLUMNS}, request_hash, status from files
   where organization_id = $1 and uploaded_by is not distinct from $2 and idempotency_key = $3`,
);

/** The earlier file of a key. Its hash is null until it was received as a whole. */
export type FileOfKey = FileRow &
  ({ status: 'receiving'; request_hash: null } | { status: 'stored'; request_hash: Buffer });

export async function findFileOfKey(
  tx: Tx,
  uploadedBy: string | null,
  key: string,
): Promise<FileOfKey | null> {
  const [row] = await tx.query<FileOfKey>(selectByKey, [tx.organizationId, uploadedBy, key]);
  return row ?? null;
}

const abandon = statement('abandon_file', 'select abandon_file($1, $2, $3)');

/** Also deletes its chunks. A stored file stays. */
export function abandonFile(tx: Tx, fileId: string): void {
  tx.query(abandon, [tx.organizationId, fileId, tx.now]);
}

const selectReceiving = statement(
  'select_old_receiving_files',
  `select file_id from files
   where organization_id = $1 and created_at < $2 and status = 'receiving'`,
);

export async function listReceivingFiles(tx: Tx, before: Date): Promise<string[]> {
  const rows = await tx.query<{ file_id: string }>(selectReceiving, [tx.organizationId, before]);
  return rows.map(({ file_id }) => file_id);
}

const forgetKeys = statement(
  'forget_file_keys',
  `update files set idempotency_key = null, request_hash = null
   where organization_id = $1 and created_at < $2 and idempotency_key is not null
     and status <> 'receiving'`,
);

export function forgetFileKeys(tx: Tx, before: Date): void {
  tx.query(forgetKeys, [tx.organizationId, before]);
}
