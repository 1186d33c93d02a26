import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { codeOf, messageOf } from '../failure.ts';
import { StartupError } from '../startup-error.ts';
import { createQueues } from '../tasks/queues.ts';
import type { Task } from '../tasks/task.ts';
import { applicationConnection, createRoles, limitApplicationRole } from './application-role.ts';
import { onCluster } from './cluster-statements.ts';
import { APPLICATION_ROLE, type ConnectionSettings } from './database.ts';
import { assertAllDistributed, isDistributed } from './distribute.ts';
import { statementsOf } from './sql-statements.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
const OLDEST_POSTGRES = 150000;
/** Two processes that start at the same time take turns. Any constant works, as long as it never changes. */
const MIGRATION_LOCK = 7_226_601_404;

export interface MigrateOptions {
  applicationUrl?: string | null;
  /** What is new will be distributed over a cluster next. Otherwise it has to be already. */
  isDistributedNext?: boolean;
  /** Ends it between two migrations; the next start goes on there. */
  stopping?: AbortSignal;
}

/**
 * Migrates the database to this version of the code, as the role that owns everything: the application role, the
 * tables of pg-boss, then our own migrations in order, each recorded in its own transaction. Returns the
 * connection settings of the service, for the application role; the owner's connection is closed by then.
 */
export async function migrate(
  connection: ConnectionSettings,
  tasks: readonly Task[],
  log: (message: string) => void,
  { applicationUrl = null, isDistributedNext = false, stopping }: MigrateOptions = {},
): Promise<ConnectionSettings> {
  const client = await connect(connection);
  try {
    await assertVersion(client);
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await createRoles(client);
    await createQueues(connection, tasks);
    await applyMigrations(client, log, stopping);
    await client.query('select create_log_months()');
    await limitApplicationRole(client);
    const application = await applicationConnection(client, connection, applicationUrl);
    const isCluster = await isDistributed(client);
    if (isCluster && !isDistributedNext) await assertAllDistributed(client);
    return { ...application, isDistributed: isCluster };
  } catch (error) {
    if (error instanceof StartupError || (stopping?.aborted && error === stopping.reason))
      throw error;
    const detail = error instanceof Error ? error.message : String(error);
    throw new StartupError(`The database could not be migrated: ${detail}.`);
  } finally {
    await client.end();
  }
}

/** Only parts of the URL are printed, and never the password. */
async function connect(connection: ConnectionSettings): Promise<pg.Client> {
  let target = '';
  try {
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
    target = ` "${client.database}" at ${client.host}:${client.port}`;
    client.on('error', () => {});
    await client.connect();
    return client;
  } catch (error) {
    throw new StartupError(
      `Cannot connect to the database${target}: ${messageOf(error) || codeOf(error)}. Check DATABASE_URL and that PostgreSQL is running.`,
    );
  }
}

async function assertVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query('show server_version_num');
  if (Number(rows[0].server_version_num) < OLDEST_POSTGRES) {
    throw new StartupError(
      `PostgreSQL 15 or newer is required; this server has version ${rows[0].server_version_num}. Set DATABASE_URL to a newer server.`,
    );
  }
}

async function applyMigrations(
  client: pg.Client,
  log: (message: string) => void,
  stopping: AbortSignal | undefined,
): Promise<void> {
  await client.query(`
    create table if not exists schema_migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`);
  await client.query(`grant select on schema_migrations to ${APPLICATION_ROLE}`);
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  );
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));

  const isCluster = await isDistributed(client);
  for (const name of migrationNames()) {
    const sql = readFileSync(join(MIGRATIONS, name), 'utf8');
    const checksum = createHash('sha256').update(sql).digest('hex');
    const before = applied.get(name);
    if (before === checksum) continue;
    if (before !== undefined) {
      throw new StartupError(
        `Migration ${name} was changed after it ran on this database. Restore the file and put the change into a new migration.`,
      );
    }
    stopping?.throwIfAborted();
    log(`Migrating the database: ${name}`);
    await client.query('begin');
    // Otherwise no function can be created after a change of a table.
    if (isCluster) await client.query('set local citus.multi_shard_modify_mode = sequential');
    const statements = isCluster ? statementsOf(sql).flatMap(onCluster) : statementsOf(sql);
    // One by one: Citus sends some of them to the other nodes together with everything that came in the same message.
    for (const statement of statements) await client.query(statement);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
      name,
      checksum,
    ]);
    await client.query('commit');
  }
}

export function newestMigration(): string {
  const newest = migrationNames().at(-1);
  if (newest === undefined) throw new StartupError(`There are no migrations in ${MIGRATIONS}.`);
  return newest;
}

function migrationNames(): string[] {
  return readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .sort();
}
