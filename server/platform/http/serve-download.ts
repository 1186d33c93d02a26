import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptsGzip } from './compression.ts';
import type { Download, DownloadOperation } from './download-operation.ts';
import { isUnchanged } from './etag.ts';
import type { Input } from './operation.ts';
import type { OperationServices } from './serve-operation.ts';

/** How long a receiver can go without reading. Until then its download holds a snapshot of the database. */
const STALL_MS = 30_000;
/** And how long it can take in all. */
const MAX_MS = 2 * 60 * 60 * 1000;

/** Sends files piece by piece, as fast as the receiver reads. A broken file has no regular end of the response. */
export function downloadHandler(
  app: FastifyInstance,
  operation: DownloadOperation,
  { database }: Pick<OperationServices, 'database'>,
): (
  request: FastifyRequest,
  reply: FastifyReply,
  input: Input<Record<string, string>, unknown, unknown>,
) => Promise<FastifyReply> {
  const open = new Set<AbortController>();
  // Before the server waits for its connections: a download can take longer than a stop may.
  app.addHook('preClose', (done) => {
    for (const one of open) one.abort(new Error('The service is stopping.'));
    done();
  });
  return async (request, reply, input) => {
    if (operation.isStored) {
      const file = await operation.open(database, input);
      if (isKnown(request, reply, file)) return reply.code(304).send();
      if (request.method === 'HEAD') return reply.send();
      return transfer(request, reply, file, false);
    }
    const { mediaType } = operation.responses[200];
    const isGzip = acceptsGzip(request);
    reply.header('content-type', mediaType).header('vary', 'accept-encoding');
    if (isGzip) reply.header('content-encoding', 'gzip');
    if (request.method === 'HEAD') return reply.send();

    const file = await operation.open(database, input).catch((error: unknown) => {
      reply.removeHeader('content-encoding').removeHeader('vary');
      throw error;
    });
    reply.header('content-disposition', `attachment; filename="${file.fileName}"`);
    return transfer(request, reply, file, isGzip);
  };

  async function transfer(
    request: FastifyRequest,
    reply: FastifyReply,
    file: Download,
    isGzip: boolean,
  ): Promise<FastifyReply> {
    reply.hijack();
    const stop = new AbortController();
    open.add(stop);
    await send(request, reply, file, isGzip, stop);
    open.delete(stop);
    return reply;
  }
}

/**
 * What people sent must not run in our pages, whatever it is: no script, no frame, no guessing of its type. Only the
 * caller's own browser may store it, and it asks again after a while, because a file can be erased.
 */
const SAFE_HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, max-age=300',
};

/** Sets the headers of a stored file. True if the caller has it already. */
function isKnown(request: FastifyRequest, reply: FastifyReply, { headers }: Download): boolean {
  if (headers === undefined) return false;
  const { etag, ...others } = headers;
  reply.headers(SAFE_HEADERS);
  if (isUnchanged(request, reply, etag)) return true;
  reply.headers(others);
  return false;
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  file: Download,
  isGzip: boolean,
  stop: AbortController,
): Promise<void> {
  const { raw } = reply;
  const { signal } = stop;
  const stalled = setTimeout(
    () => stop.abort(new Error('The receiver stopped reading.')),
    STALL_MS,
  );
  const tooLong = setTimeout(() => stop.abort(new Error('The download took too long.')), MAX_MS);
  const body = Readable.from(watched(file.body, () => stalled.refresh()));
  let failure: Error | null = null;
  try {
    raw.writeHead(200, headersOf(reply));
    if (isGzip) await pipeline(body, createGzip({ level: 4 }), raw, { signal });
    else await pipeline(body, raw, { signal });
  } catch (error) {
    const isStopped = signal.aborted && signal.reason instanceof Error;
    failure = isStopped ? signal.reason : brokenOff(error);
    if (!isStopped && !isClosed(error))
      request.log.error({ err: error }, 'a download could not be written to its end');
    raw.destroy();
  } finally {
    clearTimeout(stalled);
    clearTimeout(tooLong);
  }
  await file.ended(failure).catch((error: unknown) => {
    request.log.error({ err: error }, 'the end of a download was not recorded');
  });
}

async function* watched(
  body: AsyncIterable<Buffer | string>,
  onPiece: () => void,
): AsyncGenerator<Buffer | string, void> {
  for await (const piece of body) {
    onPiece();
    yield piece;
  }
}

const CLOSED = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE', 'ABORT_ERR']);

/** By the receiver. Not by its message: a transaction of the database can be aborted too. */
function isClosed(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CLOSED.has(String(error.code));
}

function brokenOff(cause: unknown): Error {
  const detail = isClosed(cause)
    ? 'The receiver closed the connection.'
    : 'The file could not be written to its end.';
  return new Error(detail, { cause });
}

function headersOf(reply: FastifyReply): Record<string, string | string[] | number> {
  const given = Object.entries(reply.getHeaders());
  return Object.fromEntries(
    given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
