import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../database/database.ts';
import { Problem, validationFailed } from '../errors.ts';
import type { Secrets } from '../secrets.ts';
import { baseUrlOf } from './base-url.ts';
import { bodyLimitOf } from './body-limit.ts';
import type { PublicOperation } from './public-operation.ts';
import type { RateLimit } from './rate-limit.ts';
import { serializeAs } from './response-serializer.ts';
import { assertOwnOrigin, ownOrigin, readSession, sessionCookie } from './session-cookie.ts';
import { sizeErrors } from './size-limits.ts';
import { bodyValidator, unstorableText } from './validation.ts';

interface PublicServices {
  database: Database;
  rateLimit: RateLimit;
  publicUrl: string | null;
  secrets: Secrets | null;
}

/** Serves an operation that needs no token: limited by address, and for no page of another site. */
export function servePublicOperation(
  app: FastifyInstance,
  operation: PublicOperation,
  { database, rateLimit, publicUrl, secrets }: PublicServices,
): void {
  const validate = bodyValidator(operation.body);
  const takesNothing = Object.keys(operation.body.properties).length === 0;
  app.route({
    method: operation.method,
    url: operation.path,
    bodyLimit: bodyLimitOf(operation.body),
    onRequest: async (request, reply) => {
      rateLimit.takePublic(operation.id, request.ip, reply);
      assertOwnOrigin(request, publicUrl);
    },
    handler: async (request, reply) => {
      const { status, body, session } = await operation.run({
        body: readBody(request),
        database,
        address: request.ip,
        userAgent: request.headers['user-agent']?.slice(0, MAX_USER_AGENT) ?? null,
        session: readSession(request, publicUrl),
        baseUrl: baseUrlOf(request, publicUrl),
        origin: ownOrigin(request, publicUrl),
        secrets,
      });
      if (session !== undefined) {
        reply.header('set-cookie', sessionCookie(request, publicUrl, session));
      }
      reply.code(status);
      serializeAs(reply, operation, status);
      return reply.send(body);
    },
  });

  function readBody({ body }: FastifyRequest): unknown {
    if (body === undefined || body === null) {
      if (takesNothing) return {};
      throw new Problem(400, 'body_missing', 'This operation needs a JSON object as its body.');
    }
    const tooLong = sizeErrors(operation.body, body);
    const errors = tooLong.length > 0 ? tooLong : [...unstorableText(body), ...validate(body)];
    if (errors.length > 0) throw validationFailed(errors);
    return body;
  }
}

const MAX_USER_AGENT = 300;
