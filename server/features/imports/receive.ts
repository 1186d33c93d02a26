import { createHash } from 'node:crypto';
import type { Upload } from '../../platform/http/upload-operation.ts';
import { newUuid } from '../../platform/ids.ts';
import { asUtf8 } from './encoding.ts';
import { type FileFormat, type OpenedFile, openLayout } from './file-format.ts';
import type { ImportQuery } from './import-query.ts';
import { abandonImport, insertReceivingImport, storeChunk } from './upload-queries.ts';

/** Every chunk of a file has this size, except the last one. */
export const CHUNK_BYTES = 256 * 1024;

type FileUpload = Upload<ImportQuery>;

export interface Received {
  importId: string;
  requestHash: Buffer;
  bytesTotal: number;
}

/**
 * Stores the file in the database chunk by chunk, each in its own transaction, so neither memory nor a
 * transaction grows with the file. A file with an invalid header is not stored. An interrupted upload is
 * deleted, unless the process dies with it.
 */
export async function receiveFile(upload: FileUpload): Promise<Received> {
  const hash = requestHash(upload);
  const { charset, pieces } = await asUtf8(hash.of(upload.body), upload.charset);
  const { head, opened } = await readHead(pieces, upload);
  const importId = newUuid();
  await upload.transaction(async (tx) => {
    insertReceivingImport(tx, {
      importId,
      idempotencyKey: upload.idempotencyKey,
      format: formatOf(opened.layout, charset, upload.query),
      start: opened.start,
    });
  });
  try {
    const bytesTotal = await storePieces(upload, importId, head, pieces);
    return { importId, requestHash: hash.digest(), bytesTotal };
  } catch (error) {
    await upload.transaction(async (tx) => abandonImport(tx, importId)).catch(() => {});
    throw error;
  }
}

/** A repeated Idempotency-Key needs the same hash: the same bytes and the same way to read them. */
export async function hashUpload(upload: FileUpload): Promise<Buffer> {
  const hash = requestHash(upload);
  for await (const _piece of hash.of(upload.body));
  return hash.digest();
}

function requestHash({ url, mediaType, charset }: FileUpload) {
  const hash = createHash('sha256').update(`${url}\n${mediaType}\n${charset}\n`);
  return {
    async *of(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
      for await (const piece of pieces) {
        hash.update(piece);
        yield piece;
      }
    },
    digest: () => hash.digest(),
  };
}

async function readHead(
  pieces: AsyncGenerator<Buffer, void>,
  { mediaType, query }: FileUpload,
): Promise<{ head: Buffer; opened: OpenedFile }> {
  const options = {
    ignoreUnknown: query.ignore_unknown_columns ?? false,
    hasService: query.service_needed !== undefined,
  };
  let head: Buffer = Buffer.alloc(0);
  for (;;) {
    const next = await pieces.next();
    if (!next.done) head = Buffer.concat([head, next.value]);
    const opened = openLayout(head, next.done === true, mediaType, options);
    if (opened !== null) return { head, opened };
  }
}

function formatOf(
  layout: FileFormat['layout'],
  charset: string | null,
  query: ImportQuery,
): FileFormat {
  return {
    layout,
    charset,
    source: query.source ?? 'import',
    serviceNeeded: query.service_needed ?? null,
  };
}

async function storePieces(
  upload: FileUpload,
  importId: string,
  head: Buffer,
  pieces: AsyncIterable<Buffer>,
): Promise<number> {
  let buffered: Buffer[] = [head];
  let bufferedBytes = head.length;
  let chunk = 0;
  const store = async (bytes: Buffer) => {
    const number = chunk;
    chunk += 1;
    await upload.transaction(async (tx) => storeChunk(tx, importId, number, bytes));
  };
  const storeFullChunks = async () => {
    if (bufferedBytes < CHUNK_BYTES) return;
    const bytes = Buffer.concat(buffered);
    const whole = bytes.length - (bytes.length % CHUNK_BYTES);
    for (let at = 0; at < whole; at += CHUNK_BYTES)
      await store(bytes.subarray(at, at + CHUNK_BYTES));
    buffered = [bytes.subarray(whole)];
    bufferedBytes = bytes.length - whole;
  };
  await storeFullChunks();
  for await (const piece of pieces) {
    buffered.push(piece);
    bufferedBytes += piece.length;
    await storeFullChunks();
  }
  const bytesTotal = chunk * CHUNK_BYTES + bufferedBytes;
  if (bufferedBytes > 0) await store(Buffer.concat(buffered));
  return bytesTotal;
}
