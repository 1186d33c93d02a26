import { readConfig } from './config.ts';
import { distribution } from './distribution.ts';
import { distribute } from './platform/database/distribute.ts';
import { migrate } from './platform/database/migrate.ts';
import { StartupError } from './platform/startup-error.ts';
import { tasks } from './tasks.ts';

/** npm run distribute: uses the same environment variables as the service. */
try {
  const { databaseUrl, appDatabaseUrl } = readConfig(process.env);
  if (databaseUrl === null)
    throw new StartupError('Set DATABASE_URL to the coordinator of the cluster.');
  const connection = { connectionString: databaseUrl };
  const options = { applicationUrl: appDatabaseUrl, isDistributedNext: true };
  await migrate(connection, tasks, console.log, options);
  await distribute(connection, distribution, console.log);
  console.log('The database is distributed. You can start the service.');
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
