import { createMcpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Catalog, createMcpServer } from '../../packages/mcp/src/index.ts';
import { MAX_BODY_BYTES } from '../platform/http/body-limit.ts';
import { authenticate, type OperationServices } from '../platform/http/serve-operation.ts';
import { prepareDocument } from '../serve-docs.ts';
import { inProcessApi } from './in-process-api.ts';
import { LifecycleWatch, MAX_WATCHED, watchedNumbers } from './lifecycle-watch.ts';
import { OpenWatches } from './open-watches.ts';
import { assertOwnHost } from './own-host.ts';

type McpServices = Pick<
  OperationServices,
  'authenticator' | 'rateLimit' | 'database' | 'publicUrl' | 'announcements'
>;

/** Subscriptions of one organization, per process. */
const MAX_OPEN = 50;

let catalog: Catalog | null = null;

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

async function respond(
  app: FastifyInstance,
  services: McpServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Response> {
  const handler = createMcpHandler(({ era }) => serverFor(app, request, services, era));
  return handler.fetch(asWebRequest(request, reply), { parsedBody: request.body });
}

/** A subscription, which lasts until the client hangs up, the token is refused or the server stops. */
async function watch(
  app: FastifyInstance,
  services: McpServices,
  request: FastifyRequest,
  reply: FastifyReply,
  numbers: readonly string[],
  open: OpenWatches,
): Promise<Response> {
  const { organizationId } = request.caller!;
  const { announcements } = services;
  const api = inProcessApi(app, request);
  const onRefused = () => void handler.close();
  const bus = new LifecycleWatch({ api, announcements, organizationId, numbers, onRefused });
  const isAllowed = numbers.length <= MAX_WATCHED && open.count(organizationId) < MAX_OPEN;
  const handler = createMcpHandler(({ era }) => serverFor(app, request, services, era), {
    bus,
    maxSubscriptions: isAllowed ? 1 : 0,
  });
  if (isAllowed) {
    const close = () => handler.close();
    open.add(organizationId, close);
    reply.raw.on('close', () => open.delete(organizationId, close));
    await bus.start();
  }
  return handler.fetch(asWebRequest(request, reply), { parsedBody: request.body });
}

function serverFor(
  app: FastifyInstance,
  request: FastifyRequest,
  { database }: McpServices,
  era: 'legacy' | 'modern',
) {
  const { scopes, userId } = request.caller!;
  catalog ??= new Catalog(prepareDocument().document);
  return createMcpServer({
    api: inProcessApi(app, request),
    catalog,
    grant: { scopes, hasUser: userId !== null },
    token: (request.headers.authorization ?? '').replace(/^Bearer +/i, '').trim(),
    now: () => database.clock.now(),
    readOnly: false,
    // Clients of 2025 subscribe on a connection that lasts, which there is none of here.
    canSubscribe: era === 'modern',
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
