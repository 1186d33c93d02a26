import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../server/platform/database/embedded-postgres.ts';
import { migrate } from '../server/platform/database/migrate.ts';
import { tasks } from '../server/tasks.ts';
import type { OpenDatabase } from './open-database.ts';

/** What is written here is copied elsewhere and then removed, so nothing has to survive a crash. */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  // The tables stay small, so planning a statement anew takes longer than a better plan could save.
  plan_cache_mode: 'force_generic_plan',
};

/**
 * A PostgreSQL in a temporary directory, where the month takes place. No worker but the demo's own ever sees
 * it, so nobody finds the timers of the past due.
 */
export async function openPrivateDatabase(): Promise<OpenDatabase> {
  const directory = mkdtempSync(join(tmpdir(), 'throughline-demo-'));
  // mkdtemp gives 0700, and PostgreSQL runs as another user if the demo runs as root.
  chmodSync(directory, 0o755);
  let postgres: EmbeddedPostgres | null = null;
  const remove = () => rmSync(directory, { recursive: true, force: true, maxRetries: 10 });
  // An error that nobody catches ends the process at once, and PostgreSQL would run on.
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
    const connection = await migrate(postgres.connection, tasks, () => {}, null);
    return { owner: postgres.connection, connection, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
