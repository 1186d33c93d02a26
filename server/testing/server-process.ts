import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConnectionSettings } from '../platform/database/database.ts';
import { findPostmaster } from '../platform/database/embedded-postgres-process.ts';
import { ApiClient } from './api-client.ts';
import { eventually } from './eventually.ts';

export const CHECKOUT = join(import.meta.dirname, '../..');

/** A server as an operator runs it: a separate process, observed only from outside. */
export interface ServerProcess {
  readonly pid: number;
  readonly url: string;
  /** The token shown in the banner; null if there was none. */
  readonly token: string | null;
  /** A client with the token of the banner, or with the given one. */
  api(token?: string): ApiClient;
  /** Everything it has printed so far, including errors. */
  readonly output: string;
  kill(signal: NodeJS.Signals): void;
  waitForExit(): Promise<Exit>;
  /** kill -9; resolves when the process has ended. */
  crash(): Promise<void>;
  /** SIGTERM; resolves when the process has ended. */
  stop(): Promise<Exit>;
}

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

type Environment = Record<string, string>;

const children = new Set<ChildProcess>();
const directories = new Set<string>();

/** A temporary data directory, removed by cleanUp() after everything running in it was stopped. */
export function newDataDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'throughline-process-'));
  // mkdtemp sets mode 0700; an operator's directory has 0755, which the database user can enter.
  chmodSync(directory, 0o755);
  directories.add(directory);
  return directory;
}

/** Starts `server/main.ts` and waits until it prints that it is ready. */
export async function startServer(
  environment: Environment,
  user?: { uid: number; gid: number },
): Promise<ServerProcess> {
  const running = run(['server/main.ts'], environment, user);
  const output = () => running.stdout + running.stderr;
  const ready = /(?:ready at|Health:) (http:\/\/[^\s/]+)/;
  const url = await eventually(async () => {
    if (running.exited) throw new Error(`The server did not start:\n${output()}`);
    return ready.exec(running.stdout)?.[1];
  }, 120_000);
  const token = /Bootstrap token (tl_\w+)/.exec(running.stdout)?.[1] ?? null;
  return {
    pid: running.child.pid ?? assert.fail('it has no process'),
    url,
    token,
    api: (other) => new ApiClient(url, other ?? token),
    get output() {
      return output();
    },
    kill: (signal) => running.child.kill(signal),
    waitForExit: () => running.exit,
    async crash() {
      running.child.kill('SIGKILL');
      await running.exit;
    },
    stop() {
      running.child.kill('SIGTERM');
      return running.exit;
    },
  };
}

/** For a start that is expected to fail. */
export async function runToExit(environment: Environment): Promise<Exit> {
  return run(['server/main.ts'], environment).exit;
}

/** Starts a TypeScript file of the checkout with only the given environment. */
export function run(
  command: readonly string[],
  environment: Environment,
  user?: { uid: number; gid: number },
) {
  const child = spawn(process.execPath, command, {
    cwd: CHECKOUT,
    env: {
      PATH: process.env.PATH,
      // The compile cache is shared with the tests: each start takes half a second less.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  });
  children.add(child);
  const running = {
    child,
    stdout: '',
    stderr: '',
    exited: false,
    exit: once(child, 'close').then(([code, signal]): Exit => {
      children.delete(child);
      running.exited = true;
      return { code, signal, stdout: running.stdout, stderr: running.stderr };
    }),
  };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    running.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    running.stderr += text;
  });
  return running;
}

export interface EmbeddedDatabase {
  pid: number;
  connection: { host: string; port: number; user: string; database: string };
}

/** The PostgreSQL running in a data directory, no matter which process started it; null if there is none. */
export function embeddedDatabase(dataDirectory: string): EmbeddedDatabase | null {
  const running = findPostmaster(join(dataDirectory, 'postgres'));
  if (!running?.endpoint) return null;
  const { socketDirectory: host, port } = running.endpoint;
  return {
    pid: running.pid,
    connection: { host, port, user: 'throughline', database: 'throughline' },
  };
}

/** The same; fails if there is none. */
export function runningDatabase(dataDirectory: string): EmbeddedDatabase {
  return embeddedDatabase(dataDirectory) ?? assert.fail(`no PostgreSQL runs in ${dataDirectory}`);
}

/** The DATABASE_URL for this database. */
export function databaseUrl(connection: ConnectionSettings): string {
  const { user, database, host = '', port } = connection;
  return `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}

/**
 * Checks that the server and its PostgreSQL ended properly after a signal. A server that needs 10 s for it says so and ends
 * with another code.
 */
export function assertStopped({ code, stderr }: Exit, dataDirectory: string): void {
  assert.equal(stderr, '');
  assert.equal(code, 0);
  assert.equal(embeddedDatabase(dataDirectory), null);
}

/** For an `after` hook: stops every process of this file, including orphaned databases, and removes its data. */
export async function cleanUp(): Promise<void> {
  await Promise.all(
    [...children].map(async (child) => {
      child.kill('SIGKILL');
      await once(child, 'close');
    }),
  );
  for (const directory of directories) {
    const orphan = embeddedDatabase(directory);
    // Immediate shutdown of PostgreSQL; a kill -9 would leave its shared memory behind.
    if (orphan) process.kill(orphan.pid, 'SIGQUIT');
    await eventually(async () => embeddedDatabase(directory) === null);
    rmSync(directory, { recursive: true, force: true, maxRetries: 10 });
  }
}
