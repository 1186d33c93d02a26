import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { newOrganizationDefaults } from '../defaults.ts';
import { bootstrap } from '../features/organizations/index.ts';
import { systemClock } from '../platform/clock.ts';
import { type ConnectionSettings, Database } from '../platform/database/database.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';
import { findPostmaster } from '../platform/database/embedded-postgres-process.ts';
import { migrate } from '../platform/database/migrate.ts';
import { StartupError } from '../platform/startup-error.ts';
import { tasks } from '../tasks.ts';
import { saveToken } from '../token-file.ts';

export interface OpenDatabase {
  /** For the role that owns the tables: it migrates, and copies an organization. */
  owner: ConnectionSettings;
  /** For the role that the service logs in as. */
  connection: ConnectionSettings;
  stop(): Promise<void>;
}

/**
 * The database of the service: the one of DATABASE_URL, or the one of the data directory. If the service is
 * running, its PostgreSQL is used; otherwise one is started for the duration of the demo.
 */
export async function openDatabase(
  config: Config,
  print: (message: string) => void,
): Promise<OpenDatabase> {
  const opened = config.databaseUrl
    ? { connection: { connectionString: config.databaseUrl }, stop: async () => {} }
    : (runningPostgres(config.dataDirectory) ??
      (await startEmbeddedPostgres({ dataDirectory: config.dataDirectory, log: print })));
  try {
    const connection = await migrate(opened.connection, tasks, print, {
      applicationUrl: config.appDatabaseUrl,
    });
    await createFirstOrganization(connection, config);
    return { owner: opened.connection, connection, stop: () => opened.stop() };
  } catch (error) {
    await opened.stop();
    throw error;
  }
}

/** Like the first start of the service, so that the demo organization is not mistaken for the first one. */
async function createFirstOrganization(
  connection: ConnectionSettings,
  config: Config,
): Promise<void> {
  const database = new Database(connection, systemClock, { connections: 1 });
  try {
    await bootstrap(database, {
      token: config.bootstrapToken,
      keepToken: (token) => saveToken(config.dataDirectory, token),
      defaults: newOrganizationDefaults,
    });
  } finally {
    await database.close();
  }
}

/** The owner of the tables of a running service. */
export function ownerConnection(config: Config): ConnectionSettings {
  if (config.databaseUrl !== null) return { connectionString: config.databaseUrl };
  const running = runningPostgres(config.dataDirectory);
  if (running) return running.connection;
  throw new StartupError(`No PostgreSQL is running in ${config.dataDirectory}.`);
}

/** A running service holds the lock of its data directory, but its PostgreSQL can still be used. */
function runningPostgres(
  dataDirectory: string,
): { connection: ConnectionSettings; stop(): Promise<void> } | null {
  if (!existsSync(dataDirectory)) return null;
  const endpoint = findPostmaster(join(realpathSync(dataDirectory), 'postgres'))?.endpoint;
  if (!endpoint) return null;
  const { socketDirectory: host, port } = endpoint;
  const connection = { host, port, user: 'throughline', database: 'throughline' };
  return { connection, stop: async () => {} };
}
