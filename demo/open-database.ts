import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../server/config.ts';
import { newOrganizationDefaults } from '../server/defaults.ts';
import { bootstrap } from '../server/features/organizations/index.ts';
import { systemClock } from '../server/platform/clock.ts';
import { type ConnectionSettings, Database } from '../server/platform/database/database.ts';
import { startEmbeddedPostgres } from '../server/platform/database/embedded-postgres.ts';
import { findPostmaster } from '../server/platform/database/embedded-postgres-process.ts';
import { migrate } from '../server/platform/database/migrate.ts';
import { tasks } from '../server/tasks.ts';
import { saveToken } from '../server/token-file.ts';

export interface OpenDatabase {
  /** As the role that owns the tables: it migrates, and copies an organization. */
  owner: ConnectionSettings;
  /** As the role that the service logs in as. */
  connection: ConnectionSettings;
  stop(): Promise<void>;
}

/**
 * The database that the service works on: the one of DATABASE_URL; else the one of the data directory, as it
 * runs beside a service, or started for as long as the demo takes.
 */
export async function openDatabase(
  config: Config,
  say: (message: string) => void,
): Promise<OpenDatabase> {
  const opened = config.databaseUrl
    ? { connection: { connectionString: config.databaseUrl }, stop: async () => {} }
    : (runningBeside(config.dataDirectory) ??
      (await startEmbeddedPostgres({ dataDirectory: config.dataDirectory, log: say })));
  try {
    const connection = await migrate(opened.connection, tasks, say, config.appDatabaseUrl);
    await makeFirstOrganization(connection, config);
    return { owner: opened.connection, connection, stop: () => opened.stop() };
  } catch (error) {
    await opened.stop();
    throw error;
  }
}

/** As the first start of the service does, so that the demo's organization is not taken for the first. */
async function makeFirstOrganization(
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

/** The service holds the lock of its data directory, and shares its PostgreSQL all the same. */
function runningBeside(
  dataDirectory: string,
): { connection: ConnectionSettings; stop(): Promise<void> } | null {
  if (!existsSync(dataDirectory)) return null;
  const endpoint = findPostmaster(join(realpathSync(dataDirectory), 'postgres'))?.endpoint;
  if (!endpoint) return null;
  const { socketDirectory: host, port } = endpoint;
  const connection = { host, port, user: 'throughline', database: 'throughline' };
  return { connection, stop: async () => {} };
}
