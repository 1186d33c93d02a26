import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../errors.ts';

/** How long an upload can go without new data. */
const STALL_MS = 30_000;
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
  let received = 0;
  for (;;) {
    const next = await withinStall(chunks.next());
    if (next.done) return;
    const chunk: Buffer = next.value;
    received += chunk.length;
    if (received > limitBytes) throw tooLarge(limitBytes);
    yield chunk;
  }
}

async function withinStall<T>(next: Promise<T>): Promise<T> {
  const stall = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const detail = `No data arrived for ${STALL_MS / 1000} s. Send the file again.`;
    stall.reject(new Problem(408, 'request_timeout', detail));
  }, STALL_MS);
  try {
    return await Promise.race([next, stall.promise]);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(
      400,
      'upload_broken_off',
      'The connection was closed before the whole file had arrived. Send it again.',
      {
        cause: error,
      },
    );
  } finally {
    clearTimeout(timer);
  }
}

function tooLarge(limitBytes: number): Problem {
  return new Problem(
    413,
    'body_too_large',
    `The file is larger than ${limitBytes / 2 ** 30} GiB. Send it in parts.`,
    { extra: { limit_bytes: limitBytes } },
  );
}
