import { createHash } from 'node:crypto';
import {
  accessSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { codeOf, messageOf, stderrOf } from '../failure.ts';
import { StartupError } from '../startup-error.ts';
import {
  type Binaries,
  chooseUser,
  prepareBinaries,
  processOptions,
  run,
  type UnprivilegedUser,
} from './embedded-postgres-binaries.ts';

export const SUPERUSER = 'throughline';

/** sockaddr_un has 108 bytes on Linux and 104 on macOS. */
const SOCKET_PATH_LIMIT_BYTES = 100;

/** Where a postmaster listens. */
export interface Endpoint {
  readonly socketDirectory: string;
  readonly port: number;
}

export interface Cluster {
  readonly directory: string;
  readonly logFile: string;
  readonly binaries: Binaries;
  readonly user: UnprivilegedUser | undefined;
  /** The value of `-D`; see `clusterArgument`. */
  readonly argument: string;
  /** Where a postmaster that we start listens. */
  readonly endpoint: Endpoint;
}

/** Creates the data directory if it does not exist and returns its real path. */
export function openDataDirectory(path: string): string {
  const dataDirectory = resolve(path);
  try {
    mkdirSync(dataDirectory, { recursive: true });
    accessSync(dataDirectory, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(dataDirectory);
  } catch (error) {
    throw new StartupError(
      `The data directory ${dataDirectory} is not writable (${codeOf(error)}). Set THROUGHLINE_DATA_DIR to a directory that is, or set DATABASE_URL.`,
    );
  }
}

/** Prepares the binaries and the cluster. The caller holds the lock of the data directory. */
export async function prepareCluster(
  dataDirectory: string,
  options: { log: (message: string) => void; sync: boolean },
): Promise<Cluster> {
  const directory = join(dataDirectory, 'postgres');
  const user = chooseUser(directory);
  const [binaries, reachable] = await Promise.all([
    prepareBinaries(user),
    canEnter(dataDirectory, user),
  ]);
  const cluster: Cluster = {
    directory,
    logFile: join(dataDirectory, 'postgres.log'),
    binaries,
    user,
    argument: reachable ? directory : clusterArgument(dataDirectory, user),
    endpoint: { socketDirectory: socketDirectoryFor(dataDirectory, reachable), port: 5432 },
  };
  removeUnfinishedClusters(dataDirectory);
  if (!isComplete(directory)) {
    options.log('Initializing the database (first start) …');
    await initialize(cluster, dataDirectory, options.sync);
  }
  return cluster;
}

async function canEnter(directory: string, user: UnprivilegedUser | undefined): Promise<boolean> {
  if (!user) return true;
  return run('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], processOptions(user)).then(
    () => true,
    () => false,
  );
}

/**
 * The path for a cluster below directories that the PostgreSQL user cannot enter: it is started inside the
 * cluster (the child changes the directory while it is still root) and never leaves it.
 */
function clusterArgument(dataDirectory: string, user: UnprivilegedUser | undefined): string {
  if (process.platform === 'linux') return '/proc/self/cwd';
  throw new StartupError(
    `PostgreSQL does not run as root, and the user "${user?.name}" cannot enter ${dataDirectory}. Set THROUGHLINE_DATA_DIR to a directory that this user can enter.`,
  );
}

function socketDirectoryFor(dataDirectory: string, reachable: boolean): string {
  const inside = join(dataDirectory, 'run');
  const fits = Buffer.byteLength(join(inside, '.s.PGSQL.5432')) <= SOCKET_PATH_LIMIT_BYTES;
  if (fits && reachable) return inside;
  const hash = createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16);
  return join('/tmp', `throughline-${hash}`);
}

function isComplete(clusterDirectory: string): boolean {
  if (!existsSync(clusterDirectory) || readdirSync(clusterDirectory).length === 0) return false;
  // We only rename finished clusters into place, so this one was damaged later: starting with an empty
  // database would hide that.
  if (!existsSync(join(clusterDirectory, 'global', 'pg_control'))) {
    throw new StartupError(
      `${clusterDirectory} is not a complete database. Restore it from a backup, or move it to another place to start with an empty database.`,
    );
  }
  return true;
}

const UNFINISHED_PREFIX = 'postgres.initialising-';

function removeUnfinishedClusters(dataDirectory: string): void {
  for (const name of readdirSync(dataDirectory)) {
    if (!name.startsWith(UNFINISHED_PREFIX)) continue;
    try {
      rmSync(join(dataDirectory, name), { recursive: true, force: true });
    } catch {
      // The initdb of a killed server may still be writing there; the next start removes the rest.
    }
  }
}

async function initialize(cluster: Cluster, dataDirectory: string, sync: boolean): Promise<void> {
  // A new name for every attempt, because the initdb of a killed server may still be running.
  const building = mkdtempSync(join(dataDirectory, UNFINISHED_PREFIX));
  try {
    if (cluster.user) chownSync(building, cluster.user.uid, cluster.user.gid);
    await run(
      cluster.binaries.initdb,
      [
        ['-D', cluster.argument === cluster.directory ? building : cluster.argument],
        ['-U', SUPERUSER, '--auth-local=trust', '--auth-host=reject'],
        ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
        // The libc of macOS has no C.UTF-8, but pg_trgm and full-text search need a UTF-8 ctype.
        process.platform === 'darwin'
          ? ['--locale=C', '--lc-ctype=en_US.UTF-8']
          : ['--locale=C.UTF-8'],
        ['--data-checksums', '--no-instructions'],
        sync ? [] : ['--no-sync'],
      ].flat(),
      processOptions(cluster.user, building),
    );
    renameSync(building, cluster.directory);
    // If the rename were lost in a power failure, the next start would remove an unfinished cluster that
    // contains committed data.
    syncDirectory(dataDirectory);
  } catch (error) {
    rmSync(building, { recursive: true, force: true });
    const lines = (stderrOf(error) || messageOf(error)).trim().split('\n');
    const reason = lines.filter((line) => !line.startsWith('initdb: removing')).slice(-3);
    throw new StartupError(
      `The database could not be initialized in ${dataDirectory}: ${reason.join(' ')}`,
    );
  }
}

function syncDirectory(directory: string): void {
  const descriptor = openSync(directory, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
