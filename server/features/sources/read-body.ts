import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodyTooLarge } from '../../platform/http/large-bodies.ts';

/** The bytes of a request, whatever it says that they are. */

export interface SentBytes {
  /** The first of them, if there were more than are read. */
  bytes: Buffer;
  /** How many there were. */
  length: number;
}

/** Of bodies that are read as a whole. */
export const MAX_READ_BYTES = 5 * 1024 * 1024;
/** Mail gateways pass on mails of up to 30 MB. The beginning has the text; the rest is received and thrown away. */
export const MAX_SENT_BYTES = 40 * 1024 * 1024;

const typeSent = new WeakMap<object, string>();

/** The framework refuses types that are malformed, but what arrives is kept, whatever it says of its type. */
export function acceptAnyType(request: FastifyRequest): void {
  const { headers } = request.raw;
  typeSent.set(request.raw, headers['content-type'] ?? '');
  headers['content-type'] = 'application/octet-stream';
}

/** As it was sent; empty if it was not. */
export function contentTypeOf(request: FastifyRequest): string {
  return typeSent.get(request.raw) ?? '';
}

export function readBytes(
  app: FastifyInstance,
  mayBeCut: (request: FastifyRequest) => boolean,
): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: AsyncIterable<Buffer>) => {
    const limit = mayBeCut(request) ? MAX_SENT_BYTES : MAX_READ_BYTES;
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of payload) {
      if (length < MAX_READ_BYTES) chunks.push(chunk);
      length += chunk.length;
      if (length > limit) throw bodyTooLarge(limit);
    }
    const bytes = Buffer.concat(chunks).subarray(0, MAX_READ_BYTES);
    return { bytes, length } satisfies SentBytes;
  });
}

const DECODERS: Readonly<Record<string, (bytes: Buffer, options: object) => Promise<Buffer>>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** Decompressed. What cannot be, or is too large then, stays as it is: a proxy may have done it before. */
export async function decompressed(bytes: Buffer, encoding: string | undefined): Promise<Buffer> {
  const decode = DECODERS[(encoding ?? '').trim().toLowerCase()];
  if (decode === undefined) return bytes;
  return decode(bytes, { maxOutputLength: MAX_READ_BYTES }).catch(() => bytes);
}
