import type { FastifyInstance } from 'fastify';
import { MAX_BODY_BYTES } from '../platform/http/body-limit.ts';
import { authenticate } from '../platform/http/serve-operation.ts';
import { watchedNumbers } from './lifecycle-watch.ts';
import { loadResponder } from './load-responder.ts';
import { OpenWatches } from './open-watches.ts';
import { assertOwnHost } from './own-host.ts';
import type { McpServices } from './respond.ts';

/**
 * MCP over HTTP at POST /mcp, with the same tokens, rate limit and scopes as the API. Nothing is stored between
 * requests, so any process can serve any of them.
 */
export function serveMcp(app: FastifyInstance, services: McpServices): void {
  const open = new OpenWatches();
  // Before the server waits for its connections: subscriptions do not end on their own.
  app.addHook('preClose', (done) => {
    open.closeAll();
    done();
  });
  app.route({
    method: 'POST',
    url: '/mcp',
    bodyLimit: MAX_BODY_BYTES,
    onRequest: async (request, reply) => {
      assertOwnHost(request, services.publicUrl);
      const caller = await authenticate(request, services);
      request.organizationId = caller.organizationId;
      services.rateLimit.take(caller, request.ip, reply);
      request.caller = caller;
    },
    handler: async (request, reply) => {
      const { respond, watch } = await loadResponder();
      const numbers = watchedNumbers(request.body);
      const response = await (numbers === null
        ? respond(app, services, request, reply)
        : watch(app, services, request, reply, numbers, open));
      reply.code(response.status);
      for (const [name, value] of response.headers) reply.header(name, value);
      if (numbers === null || response.body === null) return reply.send(await response.text());
      // The connection of a stream ends with it: a server that stops would wait for it otherwise.
      return reply.header('connection', 'close').send(response.body);
    },
  });
}
