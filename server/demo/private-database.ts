import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../platform/database/embedded-postgres.ts';
import { migrate } from '../platform/database/migrate.ts';
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

/**
 * A PostgreSQL in a temporary directory, where the month is simulated. Only the demo's own worker uses it, so no
 * other worker finds timers of the past due.
 */
export async function openPrivateDatabase(): Promise<OpenDatabase> {
  const directory = mkdtempSync(join(tmpdir(), 'throughline-demo-'));
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
    const connection = await migrate(postgres.connection, tasks, () => {}, null);
    return { owner: postgres.connection, connection, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
