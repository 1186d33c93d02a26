import { createMcpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Catalog, createMcpServer } from '../../packages/mcp/src/index.ts';
import type { Caller } from '../platform/auth/authenticator.ts';
import { MAX_BODY_BYTES } from '../platform/http/body-limit.ts';
import { authenticate, type OperationServices } from '../platform/http/serve-operation.ts';
import { prepareDocument } from '../serve-docs.ts';
import { inProcessApi } from './in-process-api.ts';
import { assertOwnHost } from './own-host.ts';

type McpServices = Pick<
  OperationServices,
  'authenticator' | 'rateLimit' | 'database' | 'publicUrl'
>;

let catalog: Catalog | null = null;

/**
 * MCP over HTTP at POST /mcp, with the same tokens, rate limit and scopes as the API. Nothing is stored between
 * requests, so any process can serve any of them.
 */
export function serveMcp(app: FastifyInstance, services: McpServices): void {
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
      const server = () => serverFor(app, request, request.caller!, services);
      // Subscriptions would outlive the check of the token.
      const handler = createMcpHandler(server, { maxSubscriptions: 0 });
      const response = await handler.fetch(asWebRequest(request, reply), {
        parsedBody: request.body,
      });
      reply.code(response.status);
      for (const [name, value] of response.headers) reply.header(name, value);
      return reply.send(await response.text());
    },
  });
}

function serverFor(
  app: FastifyInstance,
  request: FastifyRequest,
  { scopes, userId }: Caller,
  { database }: McpServices,
) {
  catalog ??= new Catalog(prepareDocument().document);
  return createMcpServer({
    api: inProcessApi(app, request),
    catalog,
    grant: { scopes, hasUser: userId !== null },
    token: (request.headers.authorization ?? '').replace(/^Bearer +/i, '').trim(),
    now: () => database.clock.now(),
    readOnly: false,
  });
}

/** The body is passed apart, as it was parsed. A client that hangs up stops the work. */
function asWebRequest(request: FastifyRequest, reply: FastifyReply): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  const aborting = new AbortController();
  reply.raw.on('close', () => aborting.abort());
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers,
    signal: aborting.signal,
  });
}
