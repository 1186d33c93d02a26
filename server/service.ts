import { flushCompileCache } from 'node:module';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { printWelcome } from './banner.ts';
import type { Config } from './config.ts';
import { ConsoleBuild } from './console/build-console.ts';
import { newOrganizationDefaults } from './defaults.ts';
import { engines } from './engines.ts';
import { pauseSendingAtStart } from './features/messaging/index.ts';
import { bootstrap } from './features/organizations/index.ts';
import { installReadyPlaybooksEverywhere } from './features/playbooks/index.ts';
import { refreshGauges } from './gauges.ts';
import { systemClock } from './platform/clock.ts';
import { type ConnectionSettings, Database } from './platform/database/database.ts';
import { startEmbeddedPostgres } from './platform/database/embedded-postgres.ts';
import { migrate, newestMigration } from './platform/database/migrate.ts';
import { statement } from './platform/database/statement.ts';
import { Announcements } from './platform/events/announcements.ts';
import { codeOf } from './platform/failure.ts';
import type { Health, MetricsAccess } from './platform/http/health.ts';
import { createLog } from './platform/log.ts';
import { createMetrics, eventCounter, type Metrics } from './platform/metrics.ts';
import { Geocoder } from './platform/outbound/geocoder.ts';
import { Outbound } from './platform/outbound/outbound.ts';
import { RoutingServer } from './platform/outbound/routing-server.ts';
import { sandbox } from './platform/sandbox/sandbox.ts';
import { StartupError } from './platform/startup-error.ts';
import type { EngineContext } from './platform/tasks/engine.ts';
import { Shards } from './platform/tasks/shards.ts';
import { startWorker, type Worker } from './platform/tasks/worker.ts';
import { reactionsWith } from './reactions.ts';
import { assertSecretsReadable } from './rotate-key.ts';
import { openSecrets } from './secret-key.ts';
import { prepareDocument } from './serve-docs.ts';
import { tasks } from './tasks.ts';
import { saveToken } from './token-file.ts';

/** Runs in parallel with the worker's 6 s; with PostgreSQL's own stop, everything ends within 10 s. */
const REQUEST_DRAIN_MS = 5_000;
const POOL_DRAIN_MS = 1_000;

export interface Service {
  stop(): Promise<void>;
}

/**
 * Starts the process: database, migrations, first organization, worker, API. They stop in reverse order. A start that is
 * stopped (`stopping`) ends between two steps, and fails with the reason of the signal.
 */
export async function startService(config: Config, stopping: AbortSignal): Promise<Service> {
  const startedAt = performance.now();
  await assertPortFree(config);
  const parts = new Parts();
  try {
    const log = createLog(config.logLevel);
    parts.onStop(async () => log.flush());
    surviveRejections(log, parts);
    const connection = await openDatabase(config, parts, log, stopping);
    stopping.throwIfAborted();
    const secrets = openSecrets(config);
    const reactions = reactionsWith({
      geocoder: config.geocoderUrl !== null,
      routing: config.routingUrl !== null,
    });
    const metrics = createMetrics();
    const countEvents = eventCounter(metrics);
    const database = new Database(connection, systemClock, { secrets, reactions, countEvents });
    // It waits for every connection in use; a hanging one must not prevent PostgreSQL from stopping.
    parts.onStop(() => Promise.race([database.close(), sleep(POOL_DRAIN_MS)]));
    const newToken = await prepare(config, database);
    stopping.throwIfAborted();

    parts.onStop(() => sandbox.close());
    const pages = config.role === 'worker' ? null : startConsole(parts, log);
    await assertSecretsReadable(database, secrets, config.allowUnreadableSecrets);
    const announcements = new Announcements(connection, { hearsTasks: config.role !== 'api' });
    parts.onStop(() => announcements.stop());
    await announcements.start();
    const shared = { database, metrics, log, secrets, announcements };
    const worker =
      config.role === 'api' ? null : await startWork(config, parts, connection, shared);
    const app = await buildApp({
      ...shared,
      health: watchHealth(database, metrics, worker),
      rateLimit: config.rateLimit,
      publicUrl: config.publicUrl,
      trustProxy: config.trustProxy,
      metricsAccess: metricsAccess(config),
      allowsPrivateAddresses: config.allowPrivateAddresses,
      console: pages,
      role: config.role,
    });
    prepareDocument();
    // The next start need not strip types and compile again. A process that is killed would not write it at its end.
    flushCompileCache();
    const address = await listen(app, config);
    parts.onDrain(() => finishRequests(app));

    printWelcome({ config, address, newToken, seconds: (performance.now() - startedAt) / 1000 });
    return parts;
  } catch (error) {
    await parts.stop();
    throw error;
  }
}

/** Builds the pages of the console beside everything else, if they are not there yet. */
function startConsole(parts: Parts, log: ReturnType<typeof createLog>): ConsoleBuild {
  const build = new ConsoleBuild();
  parts.onStop(async () => build.stop());
  void build.start().then(() => {
    if (build.state.is === 'failed') log.error(build.state, 'the console could not be built');
  });
  return build;
}

/** The started parts. First those that accept work finish it, in parallel; then the rest stop in reverse order. */
class Parts implements Service {
  readonly #drains: (() => Promise<unknown>)[] = [];
  readonly #stops: (() => Promise<unknown>)[] = [];

  onDrain(drain: () => Promise<unknown>): void {
    this.#drains.push(drain);
  }

  onStop(stop: () => Promise<unknown>): void {
    this.#stops.push(stop);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#drains.map((one) => one().catch(logFailedStop)));
    for (const one of this.#stops.toReversed()) await one().catch(logFailedStop);
  }
}

/**
 * A failed promise that no code waits for belongs to one request or task: it is logged, and all others go on. An
 * exception outside of a promise still ends the process.
 */
function surviveRejections(log: ReturnType<typeof createLog>, parts: Parts): void {
  const report = (reason: unknown) => log.error({ err: reason }, 'a failure that no code handled');
  process.on('unhandledRejection', report);
  parts.onStop(async () => process.off('unhandledRejection', report));
}

/** Opens and migrates the database of DATABASE_URL or the embedded one. Returns the connection of the service's role. */
async function openDatabase(
  config: Config,
  parts: Parts,
  log: ReturnType<typeof createLog>,
  stopping: AbortSignal,
): Promise<ConnectionSettings> {
  const options = { applicationUrl: config.appDatabaseUrl, stopping };
  if (config.databaseUrl !== null) {
    return migrate({ connectionString: config.databaseUrl }, tasks, say, options);
  }
  const embedded = await startEmbeddedPostgres({
    dataDirectory: config.dataDirectory,
    log: say,
    onUnexpected: (message) => log.error(message),
  });
  parts.onStop(() => embedded.stop());
  return migrate(embedded.connection, tasks, say, options);
}

function say(message: string): void {
  console.log(message);
}

/** Creates the first organization and the ready playbooks of every organization. Returns the token if it is new. */
async function prepare(config: Config, database: Database): Promise<string | null> {
  // Not in a worker: no one would look for the token there.
  const newToken =
    config.role === 'worker'
      ? null
      : await bootstrap(database, {
          token: config.bootstrapToken,
          keepToken: (token) => saveToken(config.dataDirectory, token),
          defaults: newOrganizationDefaults,
        });
  await installReadyPlaybooksEverywhere(database);
  if (config.pauseSending) await pauseSendingAtStart(database);
  return newToken;
}

async function startWork(
  config: Config,
  parts: Parts,
  connection: ConnectionSettings,
  shared: Omit<
    EngineContext,
    keyof ReturnType<typeof startPlaces> | 'outbound' | 'logMonths' | 'environment' | 'shards'
  >,
): Promise<Worker> {
  const outbound = new Outbound({ allowPrivate: config.allowPrivateAddresses });
  parts.onStop(() => outbound.close());
  const places = startPlaces(config, parts);
  const { logMonths } = config;
  const context = { ...shared, outbound, ...places, logMonths, environment: process.env };
  const worker = await startWorker(connection, tasks, context);
  parts.onDrain(() => worker.stop());
  const shards = new Shards({ connection, name: 'organizations', log: shared.log });
  await shards.start();
  const running = await Promise.all(engines.map((engine) => engine.start({ ...context, shards })));
  parts.onDrain(async () => {
    await Promise.all(running.map((engine) => engine.stop()));
    await shards.stop();
  });
  return worker;
}

/** The operator chose their addresses, so they can be in the operator's own network. */
function startPlaces({ geocoderUrl, routingUrl }: Config, parts: Parts) {
  const outbound = new Outbound({ allowPrivate: true });
  parts.onStop(() => outbound.close());
  return {
    geocoder: geocoderUrl === null ? null : new Geocoder(geocoderUrl, outbound),
    routing: routingUrl === null ? null : new RoutingServer(routingUrl, outbound),
  };
}

/** Checked before anything is created: a port in use should not leave a new database behind. */
async function assertPortFree({ host, port }: Config): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, host, port)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

/**
 * Lets running requests finish; clients that have not sent their whole request by then are disconnected. A
 * connection becomes idle with its last response, and the client may keep it open for another minute.
 */
async function finishRequests(app: FastifyInstance): Promise<void> {
  const closingIdle = setInterval(() => app.server.closeIdleConnections(), 50);
  const limit = setTimeout(() => app.server.closeAllConnections(), REQUEST_DRAIN_MS);
  await app.close();
  clearInterval(closingIdle);
  clearTimeout(limit);
}

/** If one part fails to stop, the others are stopped anyway. */
function logFailedStop(error: unknown): void {
  console.error(`Error while stopping: ${error instanceof Error ? error.message : error}`);
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({
      host,
      port,
      listenTextResolver: (address) => `listening at ${address}`,
    });
  } catch (error) {
    throw cannotListen(error, host, port);
  }
}

function cannotListen(error: unknown, host: string, port: number): unknown {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new StartupError(
        `Port ${port} on ${host} is already in use. Stop the other program, or set PORT to a free port.`,
      );
    case 'EACCES':
      return new StartupError(
        `This user has no permission to use port ${port}. Set PORT to a number above 1023.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartupError(
        `HOST ${host} is not an address of this machine. Set HOST to one that is, such as 127.0.0.1.`,
      );
    default:
      return error;
  }
}

const migrationDone = statement(
  'migration_done',
  'select exists (select from schema_migrations where name = $1) as done',
);
const STALE_WORKER_MS = 15_000;

function watchHealth(database: Database, metrics: Metrics, worker: Worker | null): Health {
  const newest = newestMigration();
  return {
    async check() {
      const found = await database
        .withoutTenant<{ done: boolean }>(migrationDone, [newest])
        .catch(() => null);
      const lastPoll = worker?.lastPollAt?.getTime() ?? 0;
      return {
        database: found ? null : 'The database does not respond.',
        // A database restored from an older backup lacks migrations that this code needs.
        migrations:
          found?.[0]?.done === false
            ? `The database lacks migration ${newest}. Restart the service to apply it.`
            : null,
        ...(worker
          ? {
              worker:
                Date.now() - lastPoll < STALE_WORKER_MS ? null : 'The worker has stopped polling.',
            }
          : {}),
      };
    },
    refreshGauges: () => refreshGauges(database, metrics),
  };
}

/** Metrics name organizations and routes, so a network gets them only with a token. */
function metricsAccess({ metricsToken, host }: Config): MetricsAccess {
  if (metricsToken !== null) return { token: metricsToken };
  return ['127.0.0.1', '::1', 'localhost'].includes(host) ? 'everyone' : 'no_one';
}
