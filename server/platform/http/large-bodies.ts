import type { FastifyInstance, FastifyReply } from 'fastify';
import { Problem } from '../errors.ts';
import { MAX_BODY_BYTES } from './body-limit.ts';

/**
 * Refuses a body that is too large by its announced length, before any of it is read. The framework would do it too,
 * but it closes the connection while the client is still sending, and a client that cannot send any more does not read
 * the response. Here the rest is read and discarded, for as long as refuseSlowBodies lets it.
 */
export function refuseLargeBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    // A small body has arrived with its headers. The framework checks those, and those without a length.
    if (request.raw.complete) return done();
    const { bodyLimit, config } = request.routeOptions;
    if (config.readsItsBody || bodyLimit === undefined) return done();
    const isTooLarge = Number(request.headers['content-length']) > bodyLimit;
    done(isTooLarge ? bodyTooLarge(bodyLimit) : null);
  });
}

export function bodyTooLarge(limitBytes = MAX_BODY_BYTES): Problem {
  const limit = limitBytes < 2 ** 20 ? `${limitBytes / 1024} KiB` : `${limitBytes / 2 ** 20} MiB`;
  return new Problem(
    413,
    'body_too_large',
    `The body is larger than ${limit}. Send less at once.`,
    { extra: { limit_bytes: limitBytes } },
  );
}

/** The framework found it while it read the body, and wants to close the connection. */
export function isTooLargeBody(error: { code?: string }, reply: FastifyReply): boolean {
  if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') return false;
  reply.removeHeader('connection');
  return true;
}
