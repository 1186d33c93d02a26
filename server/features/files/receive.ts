import { createHash } from 'node:crypto';
import { Problem } from '../../platform/errors.ts';
import { ChunkWriter } from '../../platform/http/chunk-writer.ts';
import type { Upload } from '../../platform/http/upload-operation.ts';
import { newUuid } from '../../platform/ids.ts';
import { type FileType, fileTypeOf, PDF, SIGNATURE_BYTES } from './file-type.ts';
import type { UploadQuery } from './schemas.ts';
import {
  abandonFile,
  insertReceivingFile,
  type ReceivedFile,
  storeChunk,
} from './upload-queries.ts';

/** Every chunk of a file has this size, except the last one. An export writes each in one line. */
const CHUNK_BYTES = 48 * 1024;

export type FileUpload = Upload<UploadQuery>;

/**
 * Stores the file chunk by chunk, each in its own transaction, so neither memory nor a transaction grows with it. A
 * file of another type is refused before anything is stored, and of an interrupted upload nothing stays.
 */
export async function receiveFile(upload: FileUpload, key: string | null): Promise<ReceivedFile> {
  const hashes = hashesOf(upload);
  const pieces = upload.body[Symbol.asyncIterator]();
  const head = await readHead(pieces);
  const contentType = assertType(head);
  const fileId = newUuid();
  const { userId: uploadedBy } = upload.caller;
  const name = upload.query.name?.trim() ?? defaultName(contentType);
  await upload.transaction(async (tx) => {
    insertReceivingFile(tx, { fileId, uploadedBy, name, contentType, key });
  });
  try {
    const chunks = new ChunkWriter(CHUNK_BYTES, (chunk, bytes) =>
      upload.transaction(async (tx) => storeChunk(tx, fileId, chunk, bytes)),
    );
    for (let piece: Buffer | null = head; piece !== null; piece = await nextOf(pieces)) {
      hashes.update(piece);
      await chunks.write(piece);
    }
    await chunks.end();
    return { fileId, sizeBytes: chunks.bytes, ...hashes.digest() };
  } catch (error) {
    await upload.transaction(async (tx) => abandonFile(tx, fileId)).catch(() => {});
    throw error;
  }
}

/** A repeated Idempotency-Key needs the same bytes, and the same name. */
export async function hashUpload(upload: FileUpload): Promise<Buffer> {
  const hashes = hashesOf(upload);
  for await (const piece of upload.body) hashes.update(piece);
  return hashes.digest().requestHash;
}

function hashesOf({ url }: FileUpload) {
  const content = createHash('sha256');
  return {
    update: (piece: Buffer) => content.update(piece),
    digest: () => {
      const sha256 = content.digest('hex');
      const requestHash = createHash('sha256').update(`${url}\n${sha256}`).digest();
      return { sha256, requestHash };
    },
  };
}

async function nextOf(pieces: AsyncIterator<Buffer>): Promise<Buffer | null> {
  const { done, value } = await pieces.next();
  return done ? null : value;
}

/** As much of the start as its type needs; less only if the file is shorter. */
async function readHead(pieces: AsyncIterator<Buffer>): Promise<Buffer> {
  let head: Buffer = Buffer.alloc(0);
  while (head.length < SIGNATURE_BYTES) {
    const piece = await nextOf(pieces);
    if (piece === null) break;
    head = Buffer.concat([head, piece]);
  }
  return head;
}

function assertType(head: Buffer): FileType {
  const type = fileTypeOf(head);
  if (type !== null) return type;
  const what =
    head.length === 0 ? 'The file is empty.' : 'The content of the file has another type.';
  const detail = `${what} Send a JPEG, PNG or WebP image, or a PDF.`;
  throw new Problem(415, 'unsupported_media_type', detail);
}

function defaultName(type: FileType): string {
  return type === PDF ? 'Document.pdf' : `Photo.${type.slice('image/'.length)}`;
}
