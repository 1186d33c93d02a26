import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Caller } from '../auth/authenticator.ts';
import { Problem } from '../errors.ts';
import type { Operation } from './operation.ts';

/**
 * Cross-origin requests from pages, for the one operation that a public token can use. There are no cookies to protect:
 * a page needs a token, and the token lists the origins it may be used from.
 */

const PREFLIGHT = {
  // A preflight has no token, so any page may ask. The request itself is refused if its origin is not allowed.
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers':
    'authorization, content-type, dry-run, idempotency-key, x-request-id',
  'access-control-max-age': '7200',
};
const EXPOSED_HEADERS =
  'Dry-Run, Idempotent-Replayed, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id';

export function isForBrowsers(operation: Operation): boolean {
  return operation.kind === 'mutation' && operation.isForBrowsers;
}

export function servePreflight(app: FastifyInstance, { url }: Pick<RouteOptions, 'url'>): void {
  app.options(url, (_request, reply) => {
    reply.code(204).headers(PREFLIGHT).removeHeader('content-type').send();
  });
}

/**
 * Refuses a token outside the pages it is for. The headers are set before anything else is checked, so that a page can
 * also read why its request was refused. A token of a server lists no origins, and gets no headers.
 */
export function applyAllowedOrigins(
  { allowedOrigins }: Caller,
  { headers: { origin } }: FastifyRequest,
  reply: FastifyReply,
): void {
  if (allowedOrigins.length === 0) return;
  reply.header('vary', 'Origin');
  if (origin === undefined || !allowedOrigins.includes(origin)) {
    throw new Problem(
      403,
      'origin_not_allowed',
      'This token can be used only in pages of its allowed_origins. Create a token for this origin, or one without allowed_origins for a server.',
    );
  }
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-expose-headers': EXPOSED_HEADERS,
  });
}
