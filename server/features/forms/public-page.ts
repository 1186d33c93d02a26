import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { asProblem } from '../../platform/http/errors.ts';
import type { RateLimit } from '../../platform/http/rate-limit.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Secrets } from '../../platform/secrets.ts';

/** What all public pages have in common: they take plain HTML forms, and answer with pages. */

export const BODY_LIMIT_BYTES = 64 * 1024;

export interface PageServices {
  database: Database;
  rateLimit: RateLimit;
  metrics: Metrics;
  secrets: Secrets | null;
}

/** Accepts only the content type of a plain HTML form. */
export function readFormBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
}

export interface PageFailure {
  status: number;
  requestId: string;
  /** What the browser of the visitor says about languages. */
  acceptLanguage: string;
}

/** Visitors get HTML pages, not problem+json. */
export function sendErrorsAsPages(
  app: FastifyInstance,
  send: (reply: FastifyReply, failure: PageFailure) => FastifyReply,
): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = asProblem(error);
    const { status } = problem;
    if (status >= 500) {
      request.log.error({ err: problem.cause ?? error, status }, problem.message);
    }
    reply.code(status).headers(problem.headers);
    const acceptLanguage = request.headers['accept-language'] ?? '';
    return send(reply, { status, requestId: request.id, acceptLanguage });
  });
}
