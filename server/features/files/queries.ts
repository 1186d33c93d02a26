import { toPublicId, toPublicIdOrNull } from '../../domain/ids.ts';
import { rowFinder } from '../../platform/database/found-row.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict, type Problem, validationFailed } from '../../platform/errors.ts';
import { PICTURE_LIMITS, soundPicture } from '../../platform/pictures.ts';
import { type FileType, isImage } from './file-type.ts';
import type { StoredFile, StoredFileWithName } from './schemas.ts';

export interface FileRow {
  file_id: string;
  uploaded_by: string | null;
  name: string;
  content_type: FileType;
  size_bytes: number;
  /** Null after it was erased. */
  sha256: string | null;
  erased_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export const FILE_COLUMNS =
  'file_id, uploaded_by, name, content_type, size_bytes, sha256, erased_at, created_at, updated_at';

const selectStored = statement(
  'select_stored_file',
  `select ${FILE_COLUMNS} from files
   where organization_id = $1 and file_id = $2 and status = 'stored'`,
);

/** One that was not received as a whole is not found. */
export const findFile = rowFinder<FileRow>(selectStored, 'file');

/** A file to attach to something. */
export async function findContent(tx: Tx, fileId: string | null): Promise<FileRow> {
  const row = await findFile(tx, fileId);
  if (row.erased_at !== null) throw fileErased();
  return row;
}

/** A file to show as a picture. */
export async function assertImage(tx: Tx, fileId: string | null, pointer: string): Promise<void> {
  const row = await findContent(tx, fileId);
  if (isImage(row.content_type)) return;
  const detail = 'This file is not an image. Send the id of a JPEG, PNG or WebP image.';
  throw validationFailed([{ pointer, code: 'not_an_image', detail }]);
}

const MAX_LOGO_BYTES = 2 ** 20;

/** A picture for documents, which are made while a request waits: of a kind that PDF has, and not large. */
export async function assertLogo(tx: Tx, fileId: string | null, pointer: string): Promise<void> {
  const { content_type, size_bytes } = await findContent(tx, fileId);
  const isShown = content_type === 'image/png' || content_type === 'image/jpeg';
  const isSmall = size_bytes <= MAX_LOGO_BYTES;
  const bytes = isShown && isSmall ? await findSmallFile(tx, fileId ?? '') : null;
  if (bytes !== null && soundPicture(bytes, PICTURE_LIMITS) !== null) return;
  const { side, pixels } = PICTURE_LIMITS;
  const detail = `A logo must be a whole PNG or JPEG image of at most 1 MiB; a PNG also of at most ${side} pixels per side and ${pixels / 1e6} megapixels. Send the id of another file.`;
  const code = isShown && !isSmall ? 'too_large' : 'not_an_image';
  throw validationFailed([{ pointer, code, detail }]);
}

/** All bytes of a small file; null if it is not there, or was erased. */
export async function findSmallFile(tx: Tx, fileId: string): Promise<Buffer | null> {
  const bytes = await tx.query<{ bytes: Buffer }>(selectChunks, [tx.organizationId, fileId]);
  const whole = Buffer.concat(bytes.map((one) => one.bytes));
  return whole.length === 0 ? null : whole;
}

/** The same, for a user who may not read every file. */
export async function assertOwnImage(
  tx: Tx,
  fileId: string | null,
  pointer: string,
  userId: string,
): Promise<void> {
  await assertImage(tx, fileId, pointer);
  const { uploaded_by } = await findFile(tx, fileId);
  if (uploaded_by === userId) return;
  const detail = 'Someone else has sent this file. Send the picture yourself, with POST /v1/files.';
  throw validationFailed([{ pointer, code: 'not_your_file', detail }]);
}

export function fileErased(): Problem {
  const detail = 'The content of this file was erased together with a person. Send another file.';
  return conflict('file_erased', detail);
}

export function toFile(row: FileRow): StoredFile {
  return {
    file_id: toPublicId('file', row.file_id),
    content_type: row.content_type,
    size_bytes: row.size_bytes,
    uploaded_by: toPublicIdOrNull('user', row.uploaded_by),
    erased_at: row.erased_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function toFileWithName(row: FileRow): StoredFileWithName {
  return { ...toFile(row), name: row.name };
}

/** No more than a logo can have. */
const selectChunks = statement(
  'select_chunks_of_small_file',
  `select bytes from file_chunks where organization_id = $1 and file_id = $2 order by chunk limit 40`,
);

const selectChunk = statement(
  'select_file_chunk',
  'select bytes from file_chunks where organization_id = $1 and file_id = $2 and chunk = $3',
);

/** Null after the last chunk. */
export async function findChunk(tx: Tx, fileId: string, chunk: number): Promise<Buffer | null> {
  const values = [tx.organizationId, fileId, chunk];
  const [row] = await tx.query<{ bytes: Buffer }>(selectChunk, values);
  return row?.bytes ?? null;
}
