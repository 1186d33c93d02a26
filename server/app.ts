import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Role } from './config.ts';
import type { ConsoleBuild } from './console/build-console.ts';
import { serveConsole } from './console/serve-console.ts';
import { toPublicIdOrNull } from './domain/ids.ts';
import { serveBookingPages } from './features/booking-pages/index.ts';
import { serveCalendarFeeds } from './features/calendar-feeds/index.ts';
import { serveCustomerPages } from './features/customer-pages/index.ts';
import { askAboutVisit } from './features/follow-ups/index.ts';
import { serveFormPages } from './features/forms/index.ts';
import { serveGatewayCallbacks, serveUnsubscribePages } from './features/messaging/index.ts';
import { findCaller } from './features/organizations/index.ts';
import { serveProviderEvents } from './features/payments/index.ts';
import { serveSources } from './features/sources/index.ts';
import { serveMcp } from './mcp/serve-mcp.ts';
import { Authenticator } from './platform/auth/authenticator.ts';
import type { Database } from './platform/database/database.ts';
import { Problem } from './platform/errors.ts';
import type { Announcements } from './platform/events/announcements.ts';
import { EventCatalog } from './platform/events/event-catalog.ts';
import { MIN_BODY_BYTES } from './platform/http/body-limit.ts';
import { sendClientError } from './platform/http/client-errors.ts';
import { compressJson } from './platform/http/compression.ts';
import { asProblem, sendErrorsAsProblems, sendProblem } from './platform/http/errors.ts';
import { type Health, type MetricsAccess, serveHealth } from './platform/http/health.ts';
import { readJsonBodies } from './platform/http/json-bodies.ts';
import { refuseLargeBodies } from './platform/http/large-bodies.ts';
import { limitFailures } from './platform/http/limit-failures.ts';
import { RateLimit } from './platform/http/rate-limit.ts';
import { serveOperation } from './platform/http/serve-operation.ts';
import { servePublicOperation } from './platform/http/serve-public-operation.ts';
import { acceptSessionCookie } from './platform/http/session-cookie.ts';
import { refuseSlowBodies } from './platform/http/slow-bodies.ts';
import { UploadLimit } from './platform/http/upload-limit.ts';
import type { Metrics } from './platform/metrics.ts';
import type { Secrets } from './platform/secrets.ts';
import { eventTypes, publicRoutes, routes } from './routes.ts';
import { serveDocs } from './serve-docs.ts';

/** Proxies close a connection after a minute without data, some after 30 seconds. */
const HEARTBEAT_MS = 15_000;

export interface AppOptions {
  database: Database;
  log: FastifyBaseLogger;
  metrics: Metrics;
  health: Health;
  rateLimit: number;
  /** Public URL of the service; without it, links use the address that a request arrives at. */
  publicUrl?: string | null;
  /** The proxies whose X-Forwarded-For is believed: how many, or their addresses. */
  trustProxy?: number | string[] | false;
  metricsAccess?: MetricsAccess;
  /** Encrypts secrets for the database; without it, requests that need encryption are refused. */
  secrets?: Secrets | null;
  /** Whether outgoing requests may go to private networks: for tests and development. */
  allowsPrivateAddresses?: boolean;
  /** Announces events that other processes committed. */
  announcements: Announcements;
  /** How often a stream without events gets a heartbeat. */
  heartbeatMs?: number;
  /** The pages of the console; without them, only the API is served. */
  console?: ConsoleBuild | null;
  /** A worker process serves only the health endpoints. */
  role: Role;
}

/** What is served without a token: a key in the address is enough. */
const PUBLIC = [
  serveFormPages,
  serveSources,
  serveProviderEvents,
  serveBookingPages,
  serveCustomerPages,
  serveCalendarFeeds,
  serveGatewayCallbacks(askAboutVisit),
  serveUnsubscribePages,
];

/** Builds the HTTP application from the parts that the process created; tests build it the same way. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const app = createServer(options);
  readJsonBodies(app);
  refuseSlowBodies(app);
  refuseLargeBodies(app);
  sendErrorsAsProblems(app);
  observeRequests(app, options.metrics);
  sendSafetyHeaders(app, options.publicUrl ?? null);
  refuseWhileClosing(app);
  serveHealth(app, options.health, options.metrics, options.metricsAccess ?? 'everyone');
  if (options.role === 'worker') return app;

  compressJson(app);
  serveDocs(app);
  const services = {
    database: options.database,
    authenticator: new Authenticator((hash) => findCaller(options.database, hash)),
    rateLimit: new RateLimit(options.rateLimit),
    metrics: options.metrics,
    publicUrl: options.publicUrl ?? null,
    secrets: options.secrets ?? null,
    allowsPrivateAddresses: options.allowsPrivateAddresses ?? false,
    announcements: options.announcements,
    eventTypes: new EventCatalog(eventTypes),
    heartbeatMs: options.heartbeatMs ?? HEARTBEAT_MS,
    uploads: new UploadLimit(),
  };
  app.register(async (scope) => {
    acceptSessionCookie(scope, services.publicUrl);
    for (const operation of routes) serveOperation(scope, operation, services);
  });
  app.register(async (scope) => {
    for (const operation of publicRoutes) servePublicOperation(scope, operation, services);
  });
  app.register(async (scope) => serveMcp(scope, services));
  if (options.console) serveConsole(app, options.console);
  for (const servePublic of PUBLIC) {
    app.register(async (scope) => {
      limitFailures(scope, services.rateLimit);
      servePublic(scope, services);
    });
  }
  return app;
}

function createServer({ log, trustProxy = false }: AppOptions): FastifyInstance {
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    bodyLimit: MIN_BODY_BYTES,
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    // A harmless request id from the caller is kept, so that the caller can trace the request.
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();
    },
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id);
      sendProblem(request, reply, asProblem(error));
    },
    clientErrorHandler: sendClientError,
    forceCloseConnections: 'idle',
    // Bodies have their own limit, since an upload may take longer: see refuseSlowBodies.
    requestTimeout: 0,
    http: { headersTimeout: 30_000 },
    keepAliveTimeout: 65_000,
    // We send our own problem instead.
    return503OnClosing: false,
  });
  // Our own validator checks the input; the framework's would stop at the first error.
  app.setValidatorCompiler(() => () => true);
  app.decorateRequest('caller', null);
  app.decorateRequest('organizationId', null);
  app.decorateRequest('lifecycleNumber', null);
  app.decorateRequest('isDryRun', false);
  return app;
}

/** While the server drains, requests on open connections are refused, so that another server gets them. */
function refuseWhileClosing(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.addHook('onRequest', (_request, reply, done) => {
    if (!closing) return done();
    reply.header('connection', 'close');
    const detail =
      'This server is stopping. Send the request again; another server will handle it.';
    done(new Problem(503, 'stopping', detail, { headers: { 'Retry-After': '1' } }));
  });
}

/** Responses are never guessed to be another type, and those of the API are stored by no cache. */
function sendSafetyHeaders(app: FastifyInstance, publicUrl: string | null): void {
  const isSecure = publicUrl?.startsWith('https:') ?? false;
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-content-type-options', 'nosniff');
    if (request.url.startsWith('/v1/')) reply.header('cache-control', 'no-store');
    if (isSecure) reply.header('strict-transport-security', 'max-age=31536000');
    done();
  });
}

function observeRequests(app: FastifyInstance, metrics: Metrics): void {
  // Hooks with a callback: they wait for nothing, and one promise each would slow down every request.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    metrics.requests.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    const { organizationId } = request;
    request.log.info(
      {
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        organization_id: toPublicIdOrNull('organization', organizationId) ?? undefined,
        lifecycle_number: request.lifecycleNumber ?? undefined,
        dry_run: request.isDryRun || undefined,
      },
      'request',
    );
    done();
  });
}
