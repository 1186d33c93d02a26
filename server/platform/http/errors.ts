import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../errors.ts';
import { bodyTooLarge, isTooLargeBody } from './large-bodies.ts';

/** Every error becomes a problem, also those of the framework. */
export function sendErrorsAsProblems(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const isTooLarge = isTooLargeBody(error, reply);
    const problem = isTooLarge ? bodyTooLarge(request.routeOptions.bodyLimit) : asProblem(error);
    if (problem.status >= 500) {
      request.log.error({ err: problem.cause ?? error, status: problem.status }, problem.message);
    }
    sendProblem(request, reply, problem);
  });

  app.setNotFoundHandler((request, reply) =>
    sendProblem(request, reply, noSuchEndpoint(app, request)),
  );
  // Before the body is read: what is wrong with it does not matter here.
  app.addHook('preParsing', (request, _reply, _body, done) =>
    request.is404 ? done(noSuchEndpoint(app, request)) : done(),
  );
}

function noSuchEndpoint(app: FastifyInstance, request: FastifyRequest): Problem {
  const path = request.url.split('?', 1).join();
  const allowed = methodsOf(app, path);
  if (allowed.length === 0) {
    return new Problem(404, 'not_found', 'No such endpoint. The operations are listed at /docs.');
  }
  return new Problem(
    405,
    'method_not_allowed',
    `This endpoint does not support ${request.method}. Use ${allowed.join(' or ')}.`,
    { headers: { Allow: allowed.join(', ') } },
  );
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): void {
  reply
    .code(problem.status)
    .headers(problem.headers)
    .header('content-type', 'application/problem+json; charset=utf-8')
    // The schema of the route describes only its successes.
    .serializer((body: unknown) => JSON.stringify(body))
    .send(problem.toJSON(request.id));
}

/** The problem for what the framework refuses before a handler runs. */
export function asProblem(error: FastifyError | Problem): Problem {
  if (error instanceof Problem) return error;
  const known = FRAMEWORK_PROBLEMS[error.code];
  if (known) return new Problem(known[0], known[1], known[2]);
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new Problem(error.statusCode, 'bad_request', 'The request could not be read.');
  }
  return new Problem(
    500,
    'internal_error',
    'Something went wrong in the service. Try again. If it happens again, report the request_id.',
    { cause: error },
  );
}

const FRAMEWORK_PROBLEMS: Record<string, [number, string, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'body_too_large', 'The body is too large. Send less at once.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    415,
    'unsupported_media_type',
    'Send JSON with the header "Content-Type: application/json".',
  ],
  FST_ERR_BAD_URL: [400, 'bad_url', 'The path is not validly percent-encoded.'],
  FST_ERR_MAX_PARAM_LENGTH: [404, 'not_found', 'No such endpoint.'],
  FST_ERR_ASYNC_CONSTRAINT: [400, 'bad_request', 'The request could not be read.'],
};

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Without what every address has: the page of the console is no endpoint. */
function methodsOf(app: FastifyInstance, path: string): string[] {
  return METHODS.filter((method) => {
    const route = app.findRoute({ method, url: path });
    return route !== null && !('*' in route.params);
  });
}
