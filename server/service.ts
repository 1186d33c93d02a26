import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { printWelcome } from './banner.ts';
import type { Config } from './config.ts';
import { newOrganizationDefaults } from './defaults.ts';
import { engines } from './engines.ts';
import { bootstrap } from './features/organizations/index.ts';
import { installReadyPlaybooksEverywhere } from './features/playbooks/index.ts';
import { refreshWebhookGauges } from './features/webhooks/index.ts';
import { systemClock } from './platform/clock.ts';
import { type ConnectionSettings, Database } from './platform/database/database.ts';
import { startEmbeddedPostgres } from './platform/database/embedded-postgres.ts';
import { migrate, newestMigration } from './platform/database/migrate.ts';
import { statement } from './platform/database/statement.ts';
import { Announcements } from './platform/events/announcements.ts';
import { codeOf } from './platform/failure.ts';
import type { Health } from './platform/http/health.ts';
import { createLog } from './platform/log.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import { Outbound } from './platform/outbound/outbound.ts';
import { StartupError } from './platform/startup-error.ts';
import type { EngineContext } from './platform/tasks/engine.ts';
import { refreshQueueGauges } from './platform/tasks/queue-gauges.ts';
import { startWorker, type Worker } from './platform/tasks/worker.ts';
import { openSecrets } from './secret-key.ts';
import { tasks } from './tasks.ts';
import { keepToken } from './token-file.ts';

/** Together with the worker's 6 s, beside which it runs, and PostgreSQL's own stop within 10 s. */
const REQUEST_DRAIN_MS = 5_000;
const POOL_DRAIN_MS = 1_000;

export interface Service {
  stop(): Promise<void>;
}

/** The process: database, migrations, first organization, worker, API. Stopped in the other order. */
export async function startService(config: Config): Promise<Service> {
  const startedAt = performance.now();
  await assertPortFree(config);
  const parts = new Parts();
  try {
    const log = createLog(config.logLevel);
    parts.onStop(async () => log.flush());
    const connection = await openDatabase(config, parts, log);
    const database = new Database(connection, systemClock);
    // It waits for every connection in use; one that hangs must not keep PostgreSQL from its stop.
    parts.onStop(() => Promise.race([database.close(), sleep(POOL_DRAIN_MS)]));
    const newToken = await prepare(config, database);

    const metrics = createMetrics();
    const secrets = openSecrets(config);
    const announcements = new Announcements(connection);
    parts.onStop(() => announcements.stop());
    await announcements.start();
    const shared = { database, metrics, log, secrets, announcements };
    const worker =
      config.role === 'api' ? null : await startWork(config, parts, { ...shared, connection });
    const app = await buildApp({
      ...shared,
      health: watchHealth(database, metrics, worker),
      rateLimit: config.rateLimit,
      publicUrl: config.publicUrl,
      allowsPrivateAddresses: config.allowPrivateAddresses,
      role: config.role,
    });
    const address = await listen(app, config);
    parts.onDrain(() => finishRequests(app));

    printWelcome({ config, address, newToken, seconds: (performance.now() - startedAt) / 1000 });
    return parts;
  } catch (error) {
    await parts.stop();
    throw error;
  }
}

/** What was started. What takes work finishes it first, side by side; then the rest stops, the last one first. */
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
    await Promise.all(this.#drains.map((one) => one().catch(sayFailedStop)));
    for (const one of this.#stops.toReversed()) await one().catch(sayFailedStop);
  }
}

/** The database of DATABASE_URL, or one of our own, brought up to date; as the role that the service logs in as. */
async function openDatabase(
  config: Config,
  parts: Parts,
  log: ReturnType<typeof createLog>,
): Promise<ConnectionSettings> {
  if (config.databaseUrl !== null) {
    return migrate({ connectionString: config.databaseUrl }, tasks, say, config.appDatabaseUrl);
  }
  const embedded = await startEmbeddedPostgres({
    dataDirectory: config.dataDirectory,
    log: say,
    onUnexpected: (message) => log.error(message),
  });
  parts.onStop(() => embedded.stop());
  return migrate(embedded.connection, tasks, say, config.appDatabaseUrl);
}

function say(message: string): void {
  console.log(message);
}

/** The first organization and what every organization has; answers a token that was made now. */
async function prepare(config: Config, database: Database): Promise<string | null> {
  // Not by a worker: nobody looks there for the token.
  const newToken =
    config.role === 'worker'
      ? null
      : await bootstrap(database, {
          token: config.bootstrapToken,
          keepToken: (token) => keepToken(config.dataDirectory, token),
          defaults: newOrganizationDefaults,
        });
  await installReadyPlaybooksEverywhere(database);
  return newToken;
}

async function startWork(
  config: Config,
  parts: Parts,
  shared: Omit<EngineContext, 'outbound'>,
): Promise<Worker> {
  const outbound = new Outbound({ allowPrivate: config.allowPrivateAddresses });
  parts.onStop(() => outbound.close());
  const context = { ...shared, outbound };
  const worker = await startWorker(shared.connection, tasks, context);
  parts.onDrain(() => worker.stop());
  for (const engine of engines) {
    const running = await engine.start(context);
    parts.onDrain(() => running.stop());
  }
  return worker;
}

/** Before anything is made: a port that is taken should cost nobody a database. */
async function assertPortFree({ host, port }: Config): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, host, port)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

/**
 * Lets requests under way finish; who has not even sent all of theirs by then is cut off. A connection
 * becomes idle with its last answer, and its owner may keep it open for a minute more.
 */
async function finishRequests(app: FastifyInstance): Promise<void> {
  const tidying = setInterval(() => app.server.closeIdleConnections(), 50);
  const patience = setTimeout(() => app.server.closeAllConnections(), REQUEST_DRAIN_MS);
  await app.close();
  clearInterval(tidying);
  clearTimeout(patience);
}

/** One part that fails to stop does not keep the others running. */
function sayFailedStop(error: unknown): void {
  console.error(`While stopping: ${error instanceof Error ? error.message : error}`);
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
        `Port ${port} on ${host} is taken by another program. Stop it, or set PORT to a free one.`,
      );
    case 'EACCES':
      return new StartupError(
        `Port ${port} needs more rights than this user has. Set PORT to one above 1023.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartupError(`HOST ${host} is not an address of this machine.`);
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
        database: found ? null : 'The database does not answer.',
        // A database that was restored from an older copy lacks what this code needs.
        migrations:
          found?.[0]?.done === false ? `The database lacks ${newest}. Start again.` : null,
        ...(worker
          ? {
              worker:
                Date.now() - lastPoll < STALE_WORKER_MS ? null : 'The worker has stopped polling.',
            }
          : {}),
      };
    },
    async refreshGauges() {
      const { total, idle, waiting } = database.connections;
      metrics.databaseConnections.set({ state: 'in_use' }, total - idle);
      metrics.databaseConnections.set({ state: 'idle' }, idle);
      metrics.databaseConnections.set({ state: 'waiting' }, waiting);
      await refreshQueueGauges(database, metrics);
      await refreshWebhookGauges(database, metrics);
    },
  };
}
