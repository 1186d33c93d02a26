import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Problem } from '../../platform/errors.ts';
import { ChunkWriter } from '../../platform/http/chunk-writer.ts';
import type { Upload } from '../../platform/http/upload-operation.ts';
import { newUuid } from '../../platform/ids.ts';
import { FileCheck } from './check-file.ts';
import { GZIP } from './file-format.ts';
import { FileInvalid } from './file-invalid.ts';
import { LineReader } from './read-lines.ts';
import {
  abandonUploads,
  insertReceivingRestore,
  type ReceivedFile,
  storeChunk,
} from './upload-queries.ts';

/** Every chunk of a file has this size, except the last one. Larger ones stay in memory longer after they were read. */
export const CHUNK_BYTES = 48 * 1024;
/** Also after it was decompressed. Contents of files are written as hexadecimal digits, two for each byte. */
export const MAX_FILE_BYTES = 64 * 2 ** 30;

type FileUpload = Upload<unknown>;

/**
 * Checks every line as it arrives and stores the file in chunks, each in its own transaction, so neither memory nor a
 * transaction grows with the file. A file that is not a complete export is refused, and nothing of it stays.
 */
export async function receiveFile(upload: FileUpload): Promise<ReceivedFile> {
  const restoreId = newUuid();
  await upload.transaction(async (tx) => {
    insertReceivingRestore(tx, restoreId, upload.idempotencyKey);
  });
  try {
    return await storeChecked(upload, restoreId);
  } catch (error) {
    await upload.transaction(async (tx) => abandonUploads(tx, tx.now)).catch(() => {});
    throw error instanceof FileInvalid ? fileInvalid(error) : error;
  }
}

async function storeChecked(upload: FileUpload, restoreId: string): Promise<ReceivedFile> {
  const hash = createHash('sha256');
  const [reader, check] = [new LineReader(), new FileCheck()];
  const chunks = new ChunkWriter(CHUNK_BYTES, (chunk, bytes) =>
    upload.transaction(async (tx) => storeChunk(tx, restoreId, chunk, bytes)),
  );
  for await (const piece of plainPieces(upload, hash)) {
    for (const line of reader.push(piece)) check.accept(line);
    await chunks.write(piece);
  }
  for (const line of reader.end()) check.accept(line);
  const { header, footer, lines } = check.finish();
  await chunks.end();
  return {
    restoreId,
    requestHash: hash.digest(),
    bytesTotal: chunks.bytes,
    linesTotal: lines,
    header,
    footer,
  };
}

/** A repeated Idempotency-Key needs the same bytes. */
export async function hashUpload({ body }: FileUpload): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const piece of body) hash.update(piece);
  return hash.digest();
}

async function* plainPieces(
  { body, mediaType }: FileUpload,
  hash: { update(piece: Buffer): unknown },
): AsyncGenerator<Buffer, void> {
  const pieces = hashing(body, hash);
  if (mediaType !== GZIP) {
    yield* pieces;
    return;
  }
  const received = Readable.from(pieces, { objectMode: false });
  const plain = createGunzip();
  received.on('error', (error) => plain.destroy(error)).pipe(plain);
  let bytes = 0;
  try {
    for await (const piece of plain) {
      bytes += piece.length;
      if (bytes > MAX_FILE_BYTES) throw new FileInvalid(1, 'The decompressed file is too large.');
      yield piece;
    }
  } catch (error) {
    const isGzip = !(error instanceof Error && 'code' in error && /^Z_/.test(String(error.code)));
    throw isGzip ? error : new FileInvalid(1, 'The file is not valid gzip, or was cut off.');
  } finally {
    received.destroy();
  }
}

async function* hashing(
  body: AsyncIterable<Buffer>,
  hash: { update(piece: Buffer): unknown },
): AsyncGenerator<Buffer, void> {
  for await (const piece of body) {
    hash.update(piece);
    yield piece;
  }
}

function fileInvalid({ line, reason }: FileInvalid): Problem {
  const detail = `Line ${line} of the file: ${reason} Nothing was restored. Send a complete, unchanged file of an export.`;
  return new Problem(422, 'restore_file_invalid', detail, { extra: { line } });
}
