import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendClientError } from './client-errors.ts';

const BODY_TIMEOUT_MS = 30_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route reads its body itself, and has its own time limit. */
    readsItsBody?: boolean;
  }
}

/** Refuses a body that has not arrived after 30 s. Most arrive with their headers, and need no timer. */
export function refuseSlowBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    // A request of this process itself has no such property, and nothing that arrives slowly.
    const isArriving = request.raw.complete === false;
    if (isArriving && !request.routeOptions.config.readsItsBody) watch(request);
    done();
  });
}

function watch({ raw }: FastifyRequest): void {
  const timer = setTimeout(() => {
    const error = Object.assign(new Error('The body did not arrive'), {
      code: 'ERR_HTTP_REQUEST_TIMEOUT',
    });
    if (!raw.complete) sendClientError(error, raw.socket);
  }, BODY_TIMEOUT_MS);
  raw.once('close', () => clearTimeout(timer));
}
