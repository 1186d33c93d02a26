import { createMcpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Catalog, createMcpServer } from '../../packages/mcp/src/index.ts';
import type { OperationServices } from '../platform/http/serve-operation.ts';
import { readDocument } from '../serve-docs.ts';
import { inProcessApi } from './in-process-api.ts';
import { LifecycleWatch, MAX_WATCHED } from './lifecycle-watch.ts';
import type { OpenWatches } from './open-watches.ts';

export type McpServices = Pick<
  OperationServices,
  'authenticator' | 'rateLimit' | 'database' | 'publicUrl' | 'announcements'
>;

/** Subscriptions of one organization, per process. */
const MAX_OPEN = 50;

let catalog: Catalog | null = null;

/** Read once: the document takes a few hundredths of a second. */
export function prepareCatalog(): Catalog {
  catalog ??= new Catalog(readDocument());
  return catalog;
}

/** One request and its response. */
export async function respond(
  app: FastifyInstance,
  services: McpServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Response> {
  const handler = createMcpHandler(({ era }) => serverFor(app, request, services, era));
  return handler.fetch(asWebRequest(request, reply), { parsedBody: request.body });
}

/** A subscription, which lasts until the client hangs up, the token is refused or the server stops. */
export async function watch(
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
  return createMcpServer({
    api: inProcessApi(app, request),
    catalog: prepareCatalog(),
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
