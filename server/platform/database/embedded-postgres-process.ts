import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  fchownSync,
  fstatSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../failure.ts';
import { StartupError } from '../startup-error.ts';
import { processOptions, type UnprivilegedUser } from './embedded-postgres-binaries.ts';
import type { Cluster, Endpoint } from './embedded-postgres-cluster.ts';

const LOG_LIMIT_BYTES = 10 * 1024 * 1024;
/** Above the highest process id of Linux (2^22) and of macOS (99999). */
const IMPOSSIBLE_PID = 999_999_999;

export interface Postmaster {
  readonly pid: number;
  /** Undefined for the first milliseconds, until it has written where it listens. */
  readonly endpoint: Endpoint | undefined;
}

/** The postmaster running on this cluster now, no matter which process started it. */
export function findPostmaster(clusterDirectory: string): Postmaster | undefined {
  const [firstLine, , , port, socketDirectory] = readPidFile(clusterDirectory);
  const pid = Number(firstLine);
  if (!(pid > 0) || !isPostmaster(pid, clusterDirectory)) return undefined;
  return { pid, endpoint: socketDirectory ? { socketDirectory, port: Number(port) } : undefined };
}

function readPidFile(clusterDirectory: string): string[] {
  try {
    return readFileSync(join(clusterDirectory, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Whether the process is a running postgres of this cluster, and not another program with a reused id. */
function isPostmaster(pid: number, clusterDirectory: string): boolean {
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' });
    return basename(stdout.trim()) === 'postgres';
  }
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, name, state] = /\((.*)\) (\S)/s.exec(status) ?? [];
    // A zombie stays if process 1 does not reap it, as in many containers.
    if (name !== 'postgres' || state === 'Z' || state === 'X') return false;
  } catch {
    return false;
  }
  try {
    const [actual, expected] = [statSync(`/proc/${pid}/cwd`), statSync(clusterDirectory)];
    return actual.dev === expected.dev && actual.ino === expected.ino;
  } catch {
    // Root in a container without CAP_SYS_PTRACE cannot read this; then the name must be enough.
    return true;
  }
}

export interface Launch {
  readonly process: ChildProcess;
  /** Why it ended, according to its log; undefined while it is running. */
  failure(): string | undefined;
}

/** Starts a postmaster; the caller has checked that none is running. */
export function launchPostmaster(
  cluster: Cluster,
  endpoint: Endpoint,
  settings: Record<string, string>,
): Launch {
  ensurePrivateDirectory(endpoint.socketDirectory, cluster.user);
  removeStaleLocks(cluster, endpoint);
  const log = openSync(cluster.logFile, 'a', 0o600);
  try {
    if (fstatSync(log).size > LOG_LIMIT_BYTES) ftruncateSync(log);
    const logStart = fstatSync(log).size;
    const child = spawn(
      cluster.binaries.postgres,
      [
        '-D',
        cluster.argument,
        ...Object.entries({ ...settingsFor(endpoint), ...settings }).flatMap(([name, value]) => [
          '-c',
          `${name}=${value}`,
        ]),
      ],
      {
        ...processOptions(cluster.user, cluster.directory),
        // Its own session: Ctrl-C in the terminal must not stop it before our own drain.
        detached: true,
        stdio: ['ignore', log, log],
      },
    );
    child.unref();
    let spawnError: Error | undefined;
    child.once('error', (error) => {
      spawnError = error;
    });
    return {
      process: child,
      failure() {
        if (spawnError) return spawnError.message;
        if (child.exitCode === null && child.signalCode === null) return undefined;
        return reasonInLog(cluster.logFile, logStart, child.pid);
      },
    };
  } finally {
    closeSync(log);
  }
}

function settingsFor({ socketDirectory, port }: Endpoint): Record<string, string> {
  return {
    cluster_name: 'throughline',
    listen_addresses: '',
    unix_socket_directories: `"${socketDirectory.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: String(port),
    max_connections: '200',
    shared_buffers: '256MB',
    // wal_compression stays off: the bundled build supports only pglz, whose cost was not measured.
    max_wal_size: '2GB',
    checkpoint_completion_target: '0.9',
    jit: 'off',
  };
}

function ensurePrivateDirectory(directory: string, user: UnprivilegedUser | undefined): void {
  const self = process.geteuid?.() ?? 0;
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  const found = lstatSync(directory);
  if (found.isDirectory() && found.uid === self) {
    chmodSync(directory, 0o700);
    if (user) chownSync(directory, user.uid, user.gid);
    return;
  }
  // Root never changes a directory of another user: its owner could replace it with a link.
  const isPrivate = found.isDirectory() && (found.mode & 0o077) === 0;
  if (!isPrivate || found.uid !== user?.uid) {
    throw new StartupError(
      `${directory}, the directory for the database socket, was not created by Throughline. Remove it.`,
    );
  }
}

/** No postmaster is running on this cluster, so its lock files are left over from a dead one. */
function removeStaleLocks(cluster: Cluster, { socketDirectory, port }: Endpoint): void {
  if (findPostmaster(cluster.directory)) return;
  const socket = join(socketDirectory, `.s.PGSQL.${port}`);
  rmSync(socket, { force: true });
  rmSync(`${socket}.lock`, { force: true });

  const [pid, ...rest] = readPidFile(cluster.directory);
  if (!(Number(pid) > 0) || !processExists(Number(pid))) return;
  // PostgreSQL mistakes a reused process id for a running postmaster. Only the id is replaced; the file is not
  // removed, because PostgreSQL uses its last line to detect backends that outlived the postmaster.
  const pidFile = join(cluster.directory, 'postmaster.pid');
  const replacement = `${pidFile}.throughline`;
  rmSync(replacement, { force: true });
  const descriptor = openSync(replacement, 'wx', 0o600);
  try {
    writeFileSync(descriptor, [IMPOSSIBLE_PID, ...rest].join('\n'));
    if (cluster.user) fchownSync(descriptor, cluster.user.uid, cluster.user.gid);
  } finally {
    closeSync(descriptor);
  }
  renameSync(replacement, pidFile);
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** Backends that outlived an earlier postmaster write to the same log: only the lines of this one count. */
function reasonInLog(logFile: string, from: number, pid: number | undefined): string {
  const all = readFileSync(logFile).subarray(from).toString('utf8').trim().split('\n');
  const own = all.filter((line) => line.includes(`[${pid}]`));
  const lines = own.length > 0 ? own : all;
  const fatal = lines.findLast((line) => /\b(FATAL|PANIC):/.test(line));
  return (fatal ?? lines.at(-1) ?? '').replace(/^.*?\b(FATAL|PANIC):\s*/, '');
}

/** Fast shutdown, followed by harder signals if it takes too long. */
export async function stopPostmaster(pid: number, clusterDirectory: string): Promise<void> {
  const steps = [
    ['SIGINT', 6000],
    ['SIGQUIT', 2000],
    ['SIGKILL', 2000],
  ] as const;
  for (const [signal, waitMs] of steps) {
    if (!isPostmaster(pid, clusterDirectory)) return;
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (codeOf(error) === 'ESRCH') return;
      throw error;
    }
    const deadline = Date.now() + waitMs;
    while (Date.now() < deadline) {
      await sleep(20);
      if (!isPostmaster(pid, clusterDirectory)) return;
    }
  }
}
