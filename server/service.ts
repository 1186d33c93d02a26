import { createServer } from 'node:net';
import { buildApp } from './app.ts';
import { printWelcome } from './banner.ts';
import type { Config } from './config.ts';
import { bootstrap } from './features/organizations/index.ts';
import { systemClock } from './platform/clock.ts';
import { type ConnectionSettings, Database } from './platform/database/database.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from './platform/database/embedded-postgres.ts';
import { migrate } from './platform/database/migrate.ts';
import { statement } from './platform/database/statement.ts';
import type { Health } from './platform/http/health.ts';
import { createLog } from './platform/log.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import { StartupError } from './platform/startup-error.ts';
import { refreshQueueGauges } from './platform/tasks/queue-gauges.ts';
import { startWorker, type Worker } from './platform/tasks/worker.ts';
import { tasks } from './tasks.ts';
import { keepToken } from './token-file.ts';

export interface Service {
  stop(): Promise<void>;
}

/** The process: database, migrations, first organization, worker, API. Stopped in the other order. */
export async function startService(config: Config): Promise<Service> {
  const startedAt = performance.now();
  const say = (message: string) => console.log(message);
  await assertPortFree(config);
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const one of stops.reverse()) await one();
  };

  try {
    const log = createLog(config.logLevel);
    stops.push(async () => log.flush());
    const embedded = config.databaseUrl ? null : await startEmbedded(config, say, log);
    if (embedded) stops.push(() => embedded.stop());
    const connection: ConnectionSettings = embedded
      ? embedded.connection
      : { connectionString: config.databaseUrl! };

    await migrate(connection, tasks, say);
    const database = new Database(connection, systemClock);
    stops.push(() => database.close());
    const newToken = await bootstrap(database, {
      token: config.bootstrapToken,
      keepToken: (token) => keepToken(config.dataDirectory, token),
    });

    const metrics = createMetrics();
    let worker: Worker | null = null;
    if (config.role !== 'api') {
      worker = await startWorker(connection, tasks, { database, metrics, log });
      stops.push(() => worker!.stop());
    }
    const health = watchHealth(database, metrics, worker);
    const app = await buildApp({
      database,
      log,
      metrics,
      health,
      rateLimit: config.rateLimit,
      role: config.role,
    });
    const address = await listen(app, config);
    stops.push(() => app.close());

    printWelcome({ config, address, newToken, seconds: (performance.now() - startedAt) / 1000 });
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startEmbedded(
  config: Config,
  say: (message: string) => void,
  log: ReturnType<typeof createLog>,
): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    dataDirectory: config.dataDirectory,
    log: say,
    onUnexpected: (message) => log.error(message),
  });
}

/** Before anything is made: a port that is taken should cost nobody a database. */
async function assertPortFree({ host, port }: Config): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, host, port)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

async function listen(
  app: Awaited<ReturnType<typeof buildApp>>,
  { host, port }: Config,
): Promise<string> {
  try {
    return await app.listen({
      host,
      port,
      listenTextResolver: (address) => `listening at ${address}`,
    });
  } catch (error) {
    throw cannotListen(error as NodeJS.ErrnoException, host, port);
  }
}

function cannotListen(error: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (error.code) {
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

const ping = statement('ping', 'select 1');
const STALE_WORKER_MS = 15_000;

function watchHealth(database: Database, metrics: Metrics, worker: Worker | null): Health {
  return {
    checks: {
      database: async () => {
        try {
          await database.withoutTenant(ping, []);
          return null;
        } catch {
          return 'The database does not answer.';
        }
      },
      // They ran before anything listens, so whoever can ask has them done.
      migrations: async () => null,
      ...(worker
        ? {
            worker: async () => {
              const last = worker.lastPollAt?.getTime() ?? 0;
              return Date.now() - last < STALE_WORKER_MS ? null : 'The worker has stopped polling.';
            },
          }
        : {}),
    },
    async refreshGauges() {
      const { total, idle, waiting } = database.connections;
      metrics.databaseConnections.set({ state: 'in_use' }, total - idle);
      metrics.databaseConnections.set({ state: 'idle' }, idle);
      metrics.databaseConnections.set({ state: 'waiting' }, waiting);
      await refreshQueueGauges(database, metrics);
    },
  };
}
