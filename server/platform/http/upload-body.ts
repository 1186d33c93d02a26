import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../errors.ts';

/** As long as an upload may stand still. */
const STALL_MS = 30_000;
/** As long as somebody whose upload was refused may go on sending. */
const LINGER_MS = 10_000;

/** Lets every body through unread to the routes of this scope, which look at its type themselves. */
export function takeBodiesAsTheyCome(scope: FastifyInstance, taken: readonly string[]): void {
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
 * Who is answered while still sending has to be able to read the answer: a connection that is closed
 * with unread bytes in it is reset, and the answer with it. So what still comes is thrown away for a
 * while.
 */
function letSenderFinish({ raw }: FastifyRequest): void {
  const timer = setTimeout(() => raw.socket.destroy(), LINGER_MS);
  raw.once('close', () => clearTimeout(timer));
  raw.once('end', () => clearTimeout(timer));
  raw.resume();
}

/** What the Content-Type says; a problem unless it is one of the media types that are taken. */
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

/** The body as it comes; whoever is slow to take it slows down the sender. */
export async function* readUpload(
  { raw }: FastifyRequest,
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
    const detail = `Nothing came for ${STALL_MS / 1000} s. Send the file again.`;
    stall.reject(new Problem(408, 'request_timeout', detail));
  }, STALL_MS);
  try {
    return await Promise.race([next, stall.promise]);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(400, 'upload_broken_off', 'The file broke off. Send it again.', {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}

function tooLarge(limitBytes: number): Problem {
  return new Problem(
    413,
    'body_too_large',
    `The file is larger than ${limitBytes / 2 ** 30} GiB. Send it in parts.`,
  );
}
