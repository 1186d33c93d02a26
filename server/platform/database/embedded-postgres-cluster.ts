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

/** sockaddr_un holds 108 bytes on Linux and 104 on macOS. */
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
  /** What `-D` gets; see `clusterArgument`. */
  readonly argument: string;
  /** Where a postmaster that we start listens. */
  readonly endpoint: Endpoint;
}

/** Makes the data directory if need be and returns its real path. */
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

/** Readies binaries and cluster. The caller holds the lock of the data directory. */
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
    options.log('Initialising the database (first start) …');
    await initialise(cluster, dataDirectory, options.sync);
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
 * How PostgreSQL names a cluster below directories that its user cannot enter: it is started inside
 * the cluster (the change of directory happens while the child is still root) and never leaves it.
 */
function clusterArgument(dataDirectory: string, user: UnprivilegedUser | undefined): string {
  if (process.platform === 'linux') return '/proc/self/cwd';
  throw new StartupError(
    `PostgreSQL does not run as root, and the user "${user?.name}" cannot enter ${dataDirectory}. Set THROUGHLINE_DATA_DIR to a directory it can reach.`,
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
  // We only ever rename finished clusters into place, so this one was damaged later: starting an
  // empty database in its place would hide that.
  if (!existsSync(join(clusterDirectory, 'global', 'pg_control'))) {
    throw new StartupError(
      `${clusterDirectory} is not a complete database. Restore it from a backup, or move it away to start with an empty one.`,
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

async function initialise(cluster: Cluster, dataDirectory: string, sync: boolean): Promise<void> {
  // A name of its own for every attempt, because the initdb of a killed server may still run.
  const building = mkdtempSync(join(dataDirectory, UNFINISHED_PREFIX));
  try {
    if (cluster.user) chownSync(building, cluster.user.uid, cluster.user.gid);
    await run(
      cluster.binaries.initdb,
      [
        ['-D', cluster.argument === cluster.directory ? building : cluster.argument],
        ['-U', SUPERUSER, '--auth-local=trust', '--auth-host=reject'],
        ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
        // The libc of macOS has no C.UTF-8. It still needs a UTF-8 ctype, for pg_trgm and full text.
        process.platform === 'darwin'
          ? ['--locale=C', '--lc-ctype=en_US.UTF-8']
          : ['--locale=C.UTF-8'],
        ['--data-checksums', '--no-instructions'],
        sync ? [] : ['--no-sync'],
      ].flat(),
      processOptions(cluster.user, building),
    );
    renameSync(building, cluster.directory);
    // Were the rename lost in a power cut, the next start would remove an unfinished cluster that
    // holds committed data.
    syncDirectory(dataDirectory);
  } catch (error) {
    rmSync(building, { recursive: true, force: true });
    const lines = (stderrOf(error) || messageOf(error)).trim().split('\n');
    const reason = lines.filter((line) => !line.startsWith('initdb: removing')).slice(-3);
    throw new StartupError(
      `The database could not be initialised in ${dataDirectory}: ${reason.join(' ')}`,
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
