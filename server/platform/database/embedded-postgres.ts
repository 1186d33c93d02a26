import { rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { codeOf, messageOf } from '../failure.ts';
import { StartupError } from '../startup-error.ts';
import {
  type Cluster,
  type Endpoint,
  openDataDirectory,
  prepareCluster,
  SUPERUSER,
} from './embedded-postgres-cluster.ts';
import {
  findPostmaster,
  type Launch,
  launchPostmaster,
  stopPostmaster,
} from './embedded-postgres-process.ts';

const DATABASE = 'throughline';
/** The advisory lock, in the database `postgres`, of the server that owns this PostgreSQL. */
const OWNER_LOCK = 7_461_982_035;
const SQLITE_BUSY = 5;

const POLL_MS = 25;
/** After a kill -9 of the server, its old session and its advisory lock still exist for a moment. */
const LOCK_TIMEOUT_MS = 2_000;
/** After a kill -9 of the postmaster, its backends keep the shared memory until they notice. */
const LAUNCH_TIMEOUT_MS = 15_000;
const RESPONSE_TIMEOUT_MS = 30_000;
/** Replaying 2 GB of log takes a minute or two on a slow disk. */
const RECOVERY_TIMEOUT_MS = 600_000;
const FIRST_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 5_000;

export interface EmbeddedPostgres {
  /** Settings for `pg` to connect as the owner of everything. */
  readonly connection: { host: string; port: number; user: string; database: string };
  /** Process id of the running postmaster. */
  readonly pid: number;
  /** Fast shutdown; resolves once the postmaster is gone. Idempotent. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** The cluster is in `<dataDirectory>/postgres`. */
  dataDirectory: string;
  log: (message: string) => void;
  /** The postmaster died or was restarted. */
  onUnexpected?: (message: string) => void;
  /** PostgreSQL settings that override ours. */
  settings?: Record<string, string>;
}

/** Starts the PostgreSQL that npm installed, as a private process of this server. */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const dataDirectory = openDataDirectory(options.dataDirectory);
  const unlock = lockDataDirectory(dataDirectory);
  try {
    const cluster = await prepareCluster(dataDirectory, {
      log: options.log,
      sync: options.settings?.fsync !== 'off',
    });
    const starter = { cluster, dataDirectory, settings: options.settings ?? {}, log: options.log };
    const session = await openSession(starter, cluster.endpoint);
    return new Supervisor(starter, session, unlock, options.onUnexpected ?? (() => undefined));
  } catch (error) {
    unlock();
    if (error instanceof StartupError || codeOf(error) === undefined) throw error;
    // Errors of the operating system or PostgreSQL, such as a full disk or a file of another user.
    throw new StartupError(
      `The database in ${dataDirectory} could not be started: ${messageOf(error)}`,
      {
        cause: error,
      },
    );
  }
}

/** How to connect to the PostgreSQL that a server runs in this data directory; null if none runs. */
export function runningEmbeddedPostgres(
  dataDirectory: string,
): EmbeddedPostgres['connection'] | null {
  const endpoint = findPostmaster(join(dataDirectory, 'postgres'))?.endpoint;
  if (endpoint === undefined) return null;
  const { socketDirectory: host, port } = endpoint;
  return { host, port, user: SUPERUSER, database: DATABASE };
}

/** A lock referenced only by a closure could be garbage-collected, and SQLite would then release it. */
const heldLocks = new Set<DatabaseSync>();

/**
 * Only one server per data directory, from before initdb until after the shutdown. Node has no flock, but
 * SQLite locks its file with fcntl: the kernel releases it when the process dies, so this lock is never stale.
 * It also works between containers, which do not see each other's process ids.
 */
function lockDataDirectory(dataDirectory: string): () => void {
  const path = join(dataDirectory, 'throughline.lock');
  try {
    const lock = new DatabaseSync(path);
    // Nothing is ever written, so there is no journal file. The timeout is for two servers that start at the
    // same time: SQLite locks in steps, and without it both were refused in 24 of 50 races.
    lock.exec('PRAGMA busy_timeout = 300; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    heldLocks.add(lock);
    return () => {
      heldLocks.delete(lock);
      lock.close();
    };
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY)
      throw inUse(dataDirectory);
    throw new StartupError(
      `${path} could not be locked (${messageOf(error)}). Check that this user can write the file and that the file system supports locks, or set THROUGHLINE_DATA_DIR.`,
    );
  }
}

function inUse(dataDirectory: string): StartupError {
  return new StartupError(
    `The data directory ${dataDirectory} is in use by another Throughline server. Stop it, or set THROUGHLINE_DATA_DIR.`,
  );
}

interface Starter {
  readonly cluster: Cluster;
  readonly dataDirectory: string;
  readonly settings: Record<string, string>;
  readonly log: (message: string) => void;
}

/** A running postmaster and our permanent connection to it, which holds the owner lock. */
interface Session {
  readonly pid: number;
  readonly endpoint: Endpoint;
  readonly keeper: Client;
  /** Resolves when the connection is lost, which is how we learn that the postmaster died. */
  readonly lost: Promise<void>;
}

/** Takes over the running postmaster or starts one, and becomes its owner. */
async function openSession(
  starter: Starter,
  endpoint: Endpoint,
  stopping?: AbortSignal,
): Promise<Session> {
  const { cluster, dataDirectory, log } = starter;
  const began = Date.now();
  let launch: Launch | undefined;
  let recovering = false;
  try {
    for (;;) {
      stopping?.throwIfAborted();
      const waited = Date.now() - began;
      const failure = launch?.failure();
      if (failure !== undefined) {
        // Either backends outlived a killed postmaster, or a postmaster that a killed server had just
        // started was faster; the next round finds out.
        const passing = /still in use|already exists/.test(failure);
        if (!passing || waited > LAUNCH_TIMEOUT_MS) {
          throw new StartupError(
            `PostgreSQL did not start: ${failure} (see ${cluster.logFile} for more).`,
          );
        }
        launch = undefined;
        await sleep(FIRST_BACKOFF_MS);
      }
      const running = launch ? undefined : findPostmaster(cluster.directory);
      if (!launch && !running) launch = launchPostmaster(cluster, endpoint, starter.settings);
      const pid = running?.pid ?? launch?.process.pid;
      const listening = running ? running.endpoint : endpoint;
      if (pid !== undefined && listening) {
        const attempt = await connect(listening);
        if ('keeper' in attempt) {
          if (running) log(`PostgreSQL (process ${pid}) was already running.`);
          await becomeOwner(attempt.keeper, dataDirectory);
          return { pid, endpoint: listening, ...attempt };
        }
        if (attempt.starting && !recovering && waited > LOCK_TIMEOUT_MS) {
          log('The database was not shut down cleanly; waiting for it to recover …');
          recovering = true;
        }
        if (waited > (attempt.starting ? RECOVERY_TIMEOUT_MS : RESPONSE_TIMEOUT_MS)) {
          throw new StartupError(
            `PostgreSQL (process ${pid}) does not respond: ${attempt.obstacle}. See ${cluster.logFile}, stop that process and start again.`,
          );
        }
      }
      await sleep(POLL_MS);
    }
  } catch (error) {
    if (launch?.process.pid) await stopPostmaster(launch.process.pid, cluster.directory);
    throw error;
  }
}

type Attempt = Pick<Session, 'keeper' | 'lost'> | { starting: boolean; obstacle: string };

async function connect({ socketDirectory, port }: Endpoint): Promise<Attempt> {
  const keeper = new Client({
    host: socketDirectory,
    port,
    user: SUPERUSER,
    database: 'postgres',
    application_name: 'throughline keeper',
    connectionTimeoutMillis: 5_000,
    ssl: false,
  });
  // 'end' always follows and reports every end of the connection.
  keeper.on('error', () => undefined);
  const lost = new Promise<void>((resolve) => keeper.once('end', resolve));
  try {
    await keeper.connect();
    return { keeper, lost };
  } catch (error) {
    // cannot_connect_now: it is starting, recovering or shutting down.
    return { starting: codeOf(error) === '57P03', obstacle: messageOf(error) };
  }
}

async function becomeOwner(keeper: Client, dataDirectory: string): Promise<void> {
  try {
    const deadline = Date.now() + LOCK_TIMEOUT_MS;
    while (!(await takeOwnerLock(keeper))) {
      if (Date.now() > deadline) throw inUse(dataDirectory);
      await sleep(POLL_MS);
    }
    const found = await keeper.query('select from pg_database where datname = $1', [DATABASE]);
    if (found.rowCount === 0) await keeper.query(`create database ${DATABASE}`);
  } catch (error) {
    await keeper.end();
    throw error;
  }
}

async function takeOwnerLock(keeper: Client): Promise<boolean> {
  const { rows } = await keeper.query<{ taken: boolean }>(
    'select pg_try_advisory_lock($1) as taken',
    [OWNER_LOCK],
  );
  return rows[0]?.taken === true;
}

/** Restarts PostgreSQL at the same address whenever it dies before `stop` is called. */
class Supervisor implements EmbeddedPostgres {
  readonly connection: EmbeddedPostgres['connection'];
  readonly #starter: Starter;
  readonly #endpoint: Session['endpoint'];
  readonly #unlock: () => void;
  readonly #onUnexpected: (message: string) => void;
  readonly #stopping = new AbortController();
  #session: Session;
  #recovery = Promise.resolve();
  #stopped: Promise<void> | undefined;

  constructor(
    starter: Starter,
    first: Session,
    unlock: () => void,
    onUnexpected: (message: string) => void,
  ) {
    this.#starter = starter;
    this.#session = first;
    this.#endpoint = first.endpoint;
    this.#unlock = unlock;
    this.#onUnexpected = onUnexpected;
    const { socketDirectory: host, port } = first.endpoint;
    this.connection = { host, port, user: SUPERUSER, database: DATABASE };
    this.#watch();
  }

  get pid(): number {
    return this.#session.pid;
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#shutDown();
    return this.#stopped;
  }

  #watch(): void {
    void this.#session.lost.then(() => {
      if (!this.#stopping.signal.aborted) this.#recovery = this.#recover();
    });
  }

  async #recover(): Promise<void> {
    const began = Date.now();
    this.#onUnexpected(
      `The connection to PostgreSQL (process ${this.pid}) was lost; restoring it.`,
    );
    const session = await this.#reopen();
    if (session === null) return;
    this.#session = session;
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    this.#onUnexpected(`PostgreSQL is running again after ${seconds} s (process ${this.pid}).`);
    this.#watch();
  }

  /** Tries until it succeeds; null if the server is stopped in the meantime. */
  async #reopen(): Promise<Session | null> {
    const { signal } = this.#stopping;
    let lastFailure = '';
    for (let backoff = FIRST_BACKOFF_MS; ; backoff = Math.min(backoff * 2, MAX_BACKOFF_MS)) {
      try {
        await sleep(backoff, undefined, { signal });
        return await openSession(this.#starter, this.#endpoint, signal);
      } catch (error) {
        if (signal.aborted) return null;
        const message = messageOf(error);
        if (message !== lastFailure) this.#onUnexpected(`${message} Trying again.`);
        lastFailure = message;
      }
    }
  }

  async #shutDown(): Promise<void> {
    this.#stopping.abort();
    await this.#recovery;
    const released = this.#session.keeper.end();
    const { directory } = this.#starter.cluster;
    await stopPostmaster(findPostmaster(directory)?.pid ?? this.pid, directory);
    await released;
    try {
      rmdirSync(this.#endpoint.socketDirectory);
    } catch {
      // If it cannot be removed, that does no harm: the next start uses it again.
    }
    this.#unlock();
  }
}
