import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../platform/database/embedded-postgres.ts';
import { findPostmaster, stopPostmaster } from '../platform/database/embedded-postgres-process.ts';
import { migrate } from '../platform/database/migrate.ts';
import { codeOf } from '../platform/failure.ts';
import { tasks } from '../tasks.ts';
import type { OpenDatabase } from './open-database.ts';

/** The data is copied to another database and then removed, so nothing has to survive a crash. */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  // The tables stay small, so planning a statement again takes longer than a better plan would save.
  plan_cache_mode: 'force_generic_plan',
};

/** Followed by the id of the process that uses the directory. */
const PREFIX = 'throughline-demo-';

/**
 * A PostgreSQL in a temporary directory, where the month is simulated. Only the demo's own worker uses it, so no
 * other worker finds timers of the past due.
 */
export async function openPrivateDatabase(): Promise<OpenDatabase> {
  await removeAbandoned();
  const directory = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  // mkdtemp sets mode 0700, but PostgreSQL runs as another user if the demo runs as root.
  chmodSync(directory, 0o755);
  let postgres: EmbeddedPostgres | null = null;
  const remove = () => rmSync(directory, { recursive: true, force: true, maxRetries: 10 });
  // An uncaught error ends the process immediately, and PostgreSQL would keep running.
  const abandon = () => {
    if (postgres) process.kill(postgres.pid, 'SIGQUIT');
    remove();
  };
  process.once('exit', abandon);
  const stop = async () => {
    await postgres?.stop();
    remove();
    process.off('exit', abandon);
  };
  try {
    postgres = await startEmbeddedPostgres({
      dataDirectory: directory,
      log: () => {},
      settings: SETTINGS,
    });
    const connection = await migrate(postgres.connection, tasks, () => {});
    return { owner: postgres.connection, connection, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Databases of processes that were killed, with their PostgreSQL, which nothing else would ever stop. */
async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const directory = join(tmpdir(), name);
    if (!isAbandoned(name, directory)) continue;
    const cluster = join(directory, 'postgres');
    const postmaster = findPostmaster(cluster);
    if (postmaster) await stopPostmaster(postmaster.pid, cluster);
    rmSync(directory, { recursive: true, force: true, maxRetries: 10 });
  }
}

function isAbandoned(name: string, directory: string): boolean {
  const pid = name.startsWith(PREFIX)
    ? Number(name.slice(PREFIX.length).split('-')[0])
    : Number.NaN;
  if (!(pid > 0)) return false;
  // Another user's directory is none of our business; one that disappears meanwhile needs nothing.
  const found = lstatSync(directory, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.geteuid?.() && !isRunning(pid);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
