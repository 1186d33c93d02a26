import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../errors.ts';

/**
 * In every half minute of waiting for the client, that much must arrive: 1 KiB per second. The time that we need to
 * store it does not count.
 */
const WINDOW_MS = 30_000;
const MIN_BYTES_PER_WINDOW = 30 * 1024;
/** How long a client whose upload was refused can go on sending. */
const LINGER_MS = 10_000;

/** Passes bodies unread to the routes of this scope, which check the media type themselves. */
export function passBodiesUnread(scope: FastifyInstance, taken: readonly string[]): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  // Before the framework, which would ask for JSON.
  scope.addHook('preParsing', async (request) => {
    if (request.headers['content-type'] !== undefined) contentTypeOf(request, taken);
  });
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, readsItsBody: true };
  });
  scope.addHook('onResponse', (request, _reply, done) => {
    if (!request.raw.complete) letSenderFinish(request);
    done();
  });
}

/**
 * A client that is still sending must be able to read the response. Closing a connection with unread bytes resets it,
 * and the response is lost. So what still arrives is discarded for a while.
 */
function letSenderFinish({ raw }: FastifyRequest): void {
  const timer = setTimeout(() => raw.socket.destroy(), LINGER_MS);
  raw.once('close', () => clearTimeout(timer));
  raw.once('end', () => clearTimeout(timer));
  raw.resume();
}

/** Media type and charset of the Content-Type. Throws a problem if the type is not accepted. */
export function contentTypeOf(
  request: FastifyRequest,
  taken: readonly string[],
): { mediaType: string; charset: string | null } {
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').split(';');
  const mediaType = type.trim().toLowerCase();
  if (!taken.includes(mediaType)) {
    throw new Problem(
      415,
      'unsupported_media_type',
      `Send the file with the header "Content-Type: ${taken.join('" or "Content-Type: ')}".`,
    );
  }
  const charset = parameters
    .map((parameter) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(parameter)?.[1])
    .find((found) => found !== undefined);
  return { mediaType, charset: charset ?? null };
}

/** The body as it arrives. A slow reader slows down the sender. */
export async function* readUpload(
  { raw }: { raw: Readable & { headers: FastifyRequest['raw']['headers'] } },
  limitBytes: number,
): AsyncGenerator<Buffer, void> {
  if (Number(raw.headers['content-length'] ?? 0) > limitBytes) throw tooLarge(limitBytes);
  const chunks = raw.iterator({ destroyOnReturn: false });
  const pace = new Pace();
  let received = 0;
  try {
    for (;;) {
      const next = await pace.wait(chunks.next());
      if (next.done) return;
      const chunk: Buffer = next.value;
      received += chunk.length;
      if (received > limitBytes) throw tooLarge(limitBytes);
      pace.arrived(chunk.length);
      yield chunk;
    }
  } finally {
    // If it is not read to its end, it must let go of the stream: otherwise the rest could not be discarded.
    chunks.return?.()?.catch(() => {});
  }
}

/** Ends an upload that arrives too slowly, or not at all. */
class Pace {
  #bytes = 0;
  #leftMs = WINDOW_MS;

  arrived(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes < MIN_BYTES_PER_WINDOW) return;
    this.#bytes = 0;
    this.#leftMs = WINDOW_MS;
  }

  async wait<T>(next: Promise<T>): Promise<T> {
    const tooSlow = Promise.withResolvers<never>();
    const startedAt = performance.now();
    const timer = setTimeout(() => tooSlow.reject(uploadTooSlow()), Math.max(0, this.#leftMs));
    try {
      return await Promise.race([next, tooSlow.promise]);
    } catch (error) {
      throw error instanceof Problem ? error : brokenOff(error);
    } finally {
      clearTimeout(timer);
      this.#leftMs -= performance.now() - startedAt;
    }
  }
}

function uploadTooSlow(): Problem {
  const detail = `Less than ${MIN_BYTES_PER_WINDOW / 1024} KiB arrived in ${WINDOW_MS / 1000} s. Send the file again over a faster connection.`;
  return new Problem(408, 'request_timeout', detail);
}

function brokenOff(cause: unknown): Problem {
  const detail = 'The connection was closed before the whole file had arrived. Send it again.';
  return new Problem(400, 'upload_broken_off', detail, { cause });
}

function writtenSize(bytes: number): string {
  return bytes < 2 ** 30 ? `${bytes / 2 ** 20} MiB` : `${bytes / 2 ** 30} GiB`;
}

function tooLarge(limitBytes: number): Problem {
  return new Problem(
    413,
    'body_too_large',
    `The file is larger than ${writtenSize(limitBytes)}. Send a smaller one, or send it in parts.`,
    { extra: { limit_bytes: limitBytes } },
  );
}
