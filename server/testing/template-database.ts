import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ConsoleBuild } from '../console/build-console.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../platform/database/embedded-postgres.ts';
import { migrate } from '../platform/database/migrate.ts';
import { tasks } from '../tasks.ts';
import {
  type CitusServer,
  createCitusTemplate,
  findCitus,
  onEveryNode,
} from './citus-databases.ts';
import { CITUS_VARIABLE, TEMPLATE_DATABASE, TEST_SERVER_VARIABLE } from './test-server.ts';

/** Linux has a file system in memory here; a container may limit it. */
const MEMORY = '/dev/shm';

/** In node_modules, which is not committed and is removed by a fresh install. */
const COMPILE_CACHE = join(import.meta.dirname, '../../node_modules/.cache/throughline/compiled');

/**
 * Runs once per test run: one real PostgreSQL, with one migrated database that every test file clones. Without
 * fsync, because a test run has no data to lose; crash tests start their own servers with fsync.
 */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // It would only waste time on databases that exist for seconds.
  autovacuum: 'off',
  // Most statements run only a few times per connection: a plan for each run would take longer than the run.
  plan_cache_mode: 'force_generic_plan',
};

/** Of memory, for all databases of a run. They take a tenth of it. */
const ENOUGH_BYTES = 4 * 2 ** 30;

let directory: string;
let postgres: EmbeddedPostgres | null = null;
let citus: CitusServer | null = null;

export async function globalSetup(): Promise<void> {
  // Every process loads the same thousand modules; the compile cache saves a third of its start-up time.
  process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE;
  // For the tests too, which start servers of their own.
  process.env.TMPDIR = fastDirectory();
  // Otherwise each of these servers would build the console.
  const citusUrl = process.env[CITUS_VARIABLE];
  const template = citusUrl ? createTemplateOnCitus(citusUrl) : createTemplate();
  await Promise.all([template, new ConsoleBuild().start()]);
}

async function createTemplateOnCitus(url: string): Promise<void> {
  citus = await findCitus(url);
  await createCitusTemplate(citus, TEMPLATE_DATABASE);
  process.env[TEST_SERVER_VARIABLE] = JSON.stringify(citus);
}

async function createTemplate(): Promise<void> {
  directory = mkdtempSync(join(tmpdir(), 'throughline-test-'));
  postgres = await startEmbeddedPostgres({
    dataDirectory: directory,
    log: () => {},
    settings: SETTINGS,
  });
  const connection = { ...postgres.connection, database: TEMPLATE_DATABASE };
  const client = new pg.Client(postgres.connection);
  await client.connect();
  await client.query(`create database ${TEMPLATE_DATABASE}`);
  await client.end();
  await migrate(connection, tasks, () => {});
  process.env[TEST_SERVER_VARIABLE] = JSON.stringify(postgres.connection);
}

/** In memory, if there is enough of it: a database is copied in 25 ms there, and on a disk in 300. */
function fastDirectory(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    const isEnough = bavail * bsize > ENOUGH_BYTES && freemem() > ENOUGH_BYTES;
    return isEnough && process.platform === 'linux' ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

export async function globalTeardown(): Promise<void> {
  if (citus) await onEveryNode(citus, [`drop database ${TEMPLATE_DATABASE} with (force)`]);
  if (postgres === null) return;
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
}
