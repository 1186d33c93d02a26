import type { FastifyInstance } from 'fastify';
import type { RateLimit } from './rate-limit.ts';

/** For public addresses whose key is the only secret: an address that tries many wrong keys is refused for a while. */
export function limitFailures(scope: FastifyInstance, rateLimit: RateLimit): void {
  scope.addHook('onRequest', async (request) => rateLimit.assertFewFailures(request.ip));
  scope.addHook('onResponse', (request, reply, done) => {
    if (reply.statusCode === 401 || reply.statusCode === 404) rateLimit.countFailure(request.ip);
    done();
  });
}
