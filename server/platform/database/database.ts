import pg from 'pg';
import type { Clock } from '../clock.ts';
import { ownWorkOnly, Problem, Refusal } from '../errors.ts';
import { announceCommits } from '../events/announcements.ts';
import { Commits } from '../events/commits.ts';
import type { Actor } from '../events/event.ts';
import type { Reaction } from '../events/reaction.ts';
import type { Secrets } from '../secrets.ts';
import { QUEUE_CHANNEL } from '../tasks/queue-channel.ts';
import { WakeUp } from '../tasks/wake-up.ts';
import { Connection, socketOf } from './connection.ts';
import { GroupedStatements } from './grouped-statements.ts';
import { readWithPauses } from './large-results.ts';
import { openSnapshot, type Snapshot } from './snapshot.ts';
import { type Statement, statement } from './statement.ts';
import { beginIn, PASS_TENANT_ON, Transaction, type Tx } from './transaction.ts';

/** The role that the service logs in as: it owns nothing and bypasses nothing. */
export const APPLICATION_ROLE = 'throughline_app';

export type ConnectionSettings = Pick<
  pg.PoolConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database'
> & {
  /** Whether the database is a Citus cluster. */
  isDistributed?: boolean;
};

export interface TransactionOptions {
  organizationId: string;
  actor: Actor;
  readOnly?: boolean;
  /** The user whose own work the transaction is limited to; null or left out for the whole organization. */
  ownerId?: string | null;
  /** It may need no connection of its own, because its statements are grouped with those of others. */
  connectsLate?: boolean;
}

export interface DatabaseOptions {
  connections?: number;
  secrets?: Secrets | null;
  /** What must follow from events in the same transaction: see reactions.ts. */
  reactions?: readonly Reaction[];
  /** Called after a commit with the type of each event. */
  countEvents?: ((types: readonly string[]) => void) | undefined;
}

const notifyWorkers = statement('notify_workers', `select pg_notify('${QUEUE_CHANNEL}', $1)`);

const IN_FAILED_TRANSACTION = '25P02';
/** The policies refused a row, or the role has no privilege for the statement. */
const INSUFFICIENT_PRIVILEGE = '42501';
const NOT_OWN_WORK =
  'Your token is limited to your own work, and this would change something else. Ask the office to do it.';

const tryToLock = statement(
  'try_to_hold',
  'select pg_try_advisory_lock(hashtextextended($1, 0)) as held',
);
/** Each lock uses a connection outside the pool. */
const MAX_LOCKS = 20;
/** So does each snapshot. */
const MAX_SNAPSHOTS = 8;

/** A thousand concurrent requests may wait for a connection for several seconds: the database is still available then. */
const MAX_QUEUE_MS = 30_000;
/** A new connection costs as much as a hundred statements: it has to prepare them again. So a few are kept. */
const KEPT_CONNECTIONS = 4;
const IDLE_MS = 60_000;

/** Connecting takes milliseconds unless the database is unavailable. */
class ClientWithTimeout extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: 3_000 });
  }
}

/** The connection pool of the application role. The only way to use it is a transaction with its tenant set. */
export class Database {
  readonly #pool: pg.Pool;
  readonly #wakeUp = new WakeUp((queue) => this.withoutTenant(notifyWorkers, [queue]));
  /** Organizations with new events. */
  readonly commits = new Commits((ids) => this.withoutTenant(announceCommits, [ids.join(',')]));
  /** On a cluster nothing is grouped: only a call of one organization runs on its node. */
  readonly #grouped = new GroupedStatements(
    (statement, values) => this.#sendAlone(statement, values),
    isConnectionLoss,
  );
  readonly #countEvents: DatabaseOptions['countEvents'];
  readonly #connection: ConnectionSettings;
  #locks = 0;
  #snapshots = 0;
  readonly clock: Clock;
  readonly #secrets: Secrets | null;
  readonly #reactions: readonly Reaction[];
  /** Whether the database is a Citus cluster. */
  readonly isDistributed: boolean;

  constructor(connection: ConnectionSettings, clock: Clock, options: DatabaseOptions = {}) {
    const { connections = 20, secrets = null, reactions = [] } = options;
    this.#reactions = reactions;
    this.isDistributed = connection.isDistributed ?? false;
    this.#countEvents = options.countEvents;
    this.clock = clock;
    this.#secrets = secrets;
    this.#connection = connection;
    this.#pool = new pg.Pool({
      ...connection,
      max: connections,
      min: KEPT_CONNECTIONS,
      idleTimeoutMillis: IDLE_MS,
      pipeline: true,
      application_name: 'throughline',
      options: `-c statement_timeout=30s -c idle_in_transaction_session_timeout=60s ${PASS_TENANT_ON}`,
      connectionTimeoutMillis: MAX_QUEUE_MS,
      Client: ClientWithTimeout,
      keepAlive: true,
      types,
    });
    // When a connection breaks, its statements fail, and it is replaced on next use. Without a listener, on the
    // pool for an idle one and on the client for one in use, the error would end the process.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => {
      client.on('error', () => {});
      readWithPauses(socketOf(client));
    });
  }

  /**
   * Runs the work in one transaction of the organization. The work may call commit itself, to send its last
   * statements together with the commit; otherwise the transaction is committed when the work is done. After a
   * deadlock or a serialization failure the work is run again, so it must be safe to run twice.
   */
  async transaction<T>(
    options: TransactionOptions,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attempt(options, attempt, work);
      } catch (error) {
        if (options.ownerId && sqlState(error) === INSUFFICIENT_PRIVILEGE)
          throw ownWorkOnly(NOT_OWN_WORK, error);
        if (attempt >= 5 || !isWorthRetrying(error)) throw toProblem(error);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
      }
    }
  }

  async #attempt<T>(
    options: TransactionOptions,
    attempt: number,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T> {
    const { organizationId, actor, readOnly = false, ownerId = null } = options;
    const begin = beginIn(organizationId, readOnly, ownerId);
    const connection = new Connection(this.#pool);
    if (!options.connectsLate || attempt > 1) await connection.take();
    const now = this.clock.now();
    const given = { organizationId, ownerId, begin, actor, now, attempt, secrets: this.#secrets };
    const tx = new Transaction(connection, {
      ...given,
      reactions: this.#reactions,
      isDistributed: this.isDistributed,
      grouped: this.isDistributed ? null : this.#grouped,
    });
    try {
      const result = await work(tx);
      if (!tx.ended) await tx.commit();
      connection.release();
      this.#wakeUp.wake(tx.queuesToWake);
      this.commits.add(tx.organizationsWithEvents);
      this.#countEvents?.(tx.typesOfEvents);
      return result;
    } catch (error) {
      const first = await tx.rollback();
      // True removes a broken connection from the pool.
      connection.release(isConnectionLoss(error));
      // All statements after a failure fail with this code, so the first failure is thrown instead.
      throw sqlState(error) === IN_FAILED_TRANSACTION ? (first ?? error) : error;
    }
  }

  async read<T>(
    options: Omit<TransactionOptions, 'readOnly'>,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    return this.transaction({ ...options, readOnly: true }, (tx) => work(tx));
  }

  /** Sends a statement that is a transaction of its own. The connection is kept if it fails, unless it is broken. */
  async #sendAlone({ name, text }: Statement, values: readonly unknown[]): Promise<object[]> {
    const connection = new Connection(this.#pool);
    try {
      const { rows } = await connection.query({ name, text, values: values as unknown[] });
      connection.release();
      return rows;
    } catch (error) {
      connection.release(isConnectionLoss(error));
      throw error;
    }
  }

  /** For the few statements that belong to no organization, such as finding a token or waking a worker. */
  async withoutTenant<Row extends pg.QueryResultRow>(
    { name, text }: Statement,
    values: unknown[],
  ): Promise<Row[]> {
    try {
      const { rows } = await this.#pool.query<Row>({ name, text, values });
      return rows;
    } catch (error) {
      throw toProblem(error);
    }
  }

  /**
   * For a key that is found before its organization is known. In a transaction, because the function sets the
   * organization, which other nodes of a cluster get to know only then.
   */
  async lookup<Row extends pg.QueryResultRow>(
    { name, text }: Statement,
    values: unknown[],
  ): Promise<Row[]> {
    const client = await this.#pool.connect().catch((error) => {
      throw toProblem(error);
    });
    const sent = [
      client.query<Row>('begin read only'),
      client.query<Row>({ name, text, values }),
      client.query<Row>('commit'),
    ];
    const outcomes = await Promise.allSettled(sent);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    client.release(failed !== undefined && isConnectionLoss(failed.reason));
    if (failed) throw toProblem(failed.reason);
    return (await sent[1])?.rows ?? [];
  }

  /**
   * Runs the work while only this process holds the lock of that name; null if another process holds it. For work
   * that takes longer than a transaction: a dedicated connection holds the lock, so it is released when the
   * process ends, however it ends.
   */
  async withLock<T>(name: string, work: () => Promise<T>): Promise<T | null> {
    if (this.#locks >= MAX_LOCKS) throw tooManyLocks();
    this.#locks += 1;
    const client = new pg.Client({
      ...this.#connection,
      application_name: 'throughline lock',
      options: '-c statement_timeout=30s',
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query({ ...tryToLock, values: [name] });
      return rows[0].held ? await work() : null;
    } catch (error) {
      throw toProblem(error);
    } finally {
      this.#locks -= 1;
      await client.end().catch(() => {});
    }
  }

  /**
   * Opens a snapshot of the organization on a connection of its own, for reads that take longer than a transaction
   * should; null if there is an open one with that lock, in any process. Close it.
   */
  async snapshot(organizationId: string, lock: string): Promise<Snapshot | null> {
    if (this.#snapshots >= MAX_SNAPSHOTS) throw tooManySnapshots();
    this.#snapshots += 1;
    const onClose = () => {
      this.#snapshots -= 1;
    };
    try {
      const options = { organizationId, lock: `${organizationId} ${lock}`, onClose };
      return await openSnapshot({ ...this.#connection, types }, options);
    } catch (error) {
      throw toProblem(error);
    }
  }

  get connections(): { total: number; idle: number; waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { total: totalCount, idle: idleCount, waiting: waitingCount };
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}

/**
 * bigint columns count events and leads: far below 2^53, so they are numbers here. A date stays text: as a Date
 * it would depend on a time zone.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: string) => {
    if (format === 'binary') return pg.types.getTypeParser(oid, format);
    if (oid === pg.types.builtins.INT8) return Number;
    return oid === pg.types.builtins.DATE ? String : pg.types.getTypeParser(oid, 'text');
  },
};

/** The SQLSTATE of the error or of its cause. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? undefined : sqlState(error.cause);
}

/** Citus appends a shard number to the name of a constraint, so only the prefix is compared. */
export function violates(error: unknown, constraint: string): boolean {
  return constraintOf(error).startsWith(constraint);
}

/**
 * The constraint that refused. Of an error on another node of a cluster, only its texts arrive: the message names a
 * constraint of a table, and the hint names what our triggers report as a constraint.
 */
function constraintOf(error: unknown): string {
  if (!(error instanceof pg.DatabaseError)) return '';
  const { constraint, message, hint } = error;
  return constraint ?? /\bconstraint "([^"]+)"/.exec(message)?.[1] ?? hint ?? '';
}

/** The table that a refusal is about; null if it names none. From another node, it is the second word of the hint. */
export function tableOf(error: unknown): string | null {
  if (!(error instanceof pg.DatabaseError)) return null;
  return error.table ?? error.hint?.split(' ')[1] ?? null;
}

/** Refused by the constraint of that name, or by code that checked the same before the query. */
export function isRefusedBy(error: unknown, reason: string): boolean {
  return violates(error, reason) || (error instanceof Refusal && error.reason === reason);
}

function isWorthRetrying(error: unknown): boolean {
  const state = sqlState(error);
  return state === '40001' || state === '40P01';
}

const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  '57P01', // the server is shutting down
  '57P02', // another process crashed, all sessions end
  '57P03', // the server is starting up
  '53000', // no file descriptor is left
  '53200', // no memory is left
  '53300', // too many connections
  '58030', // the disk does not work
]);

export function isConnectionLoss(error: unknown): boolean {
  const state = sqlState(error);
  const message = error instanceof Error ? error.message : '';
  // The server has ended the connection, for whatever reason. The coordinator of a cluster reports its own end as an internal error.
  if (error instanceof pg.DatabaseError && error.severity === 'FATAL') return true;
  if (message.startsWith('postmaster was shut down')) return true;
  if (state !== undefined) return CONNECTION_CODES.has(state) || state.startsWith('08');
  return /Connection terminated|connection timeout|timeout expired|timeout exceeded when trying to connect|not queryable/i.test(
    message,
  );
}

function tooManyLocks(): Problem {
  return new Problem(
    503,
    'too_many_uploads',
    'This server has reached its limit of uploads. Send your file again in a moment.',
    { headers: { 'Retry-After': '5' } },
  );
}

function tooManySnapshots(): Problem {
  return new Problem(
    503,
    'too_many_downloads',
    'This server has reached its limit of downloads. Try again in a moment.',
    { headers: { 'Retry-After': '30' } },
  );
}

/** Deadlocks and conflicts that our own retries did not resolve, and a statement that timed out after 30 s. */
function isOverload(error: unknown): boolean {
  return isWorthRetrying(error) || sqlState(error) === '57014';
}

/** The trigger reports the resource as the table, and the quota as the detail. */
function quotaExceeded(error: unknown): Problem {
  const { detail } = error instanceof pg.DatabaseError ? error : {};
  const [resource, limit] = [tableOf(error) ?? '', Number(detail)];
  const what = resource.replaceAll('_', ' ');
  return new Problem(
    409,
    'quota_exceeded',
    `Your organization has ${limit} ${what}, as many as it can have. Reuse or remove one that you no longer need, or ask the operator of the service for more.`,
    { extra: { resource, limit } },
  );
}

/** A trigger that refuses with this state has written the detail; its constraint is the code of the problem. */
const REFUSED_WITH_REASON = 'TL409';

function refusalOf(error: unknown): Problem | null {
  // Not a cause: an error that has one says more, such as which step of a playbook was refused.
  if (!(error instanceof pg.DatabaseError) || error.code !== REFUSED_WITH_REASON) return null;
  return new Problem(409, constraintOf(error), error.message, { cause: error });
}

/** The disk is full, or its quota is used up, for which PostgreSQL has no code of its own. */
function isStorageFull(error: unknown): boolean {
  if (sqlState(error) === '53100') return true;
  const message = error instanceof Error ? error.message : '';
  return /No space left on device|Disk quota exceeded|File too large/.test(message);
}

/** A full, busy or unavailable database has its own problem: the caller can retry with the same Idempotency-Key. */
export function toProblem(error: unknown): unknown {
  const refusal = refusalOf(error);
  if (refusal !== null) return refusal;
  if (isOverload(error)) {
    return new Problem(
      503,
      'database_busy',
      'Too many requests are changing the same data. Nothing was saved. Try again after a second.',
      { headers: { 'Retry-After': '1' }, cause: error },
    );
  }
  if (violates(error, 'quota_exceeded')) return quotaExceeded(error);
  if (isStorageFull(error)) {
    return new Problem(
      503,
      'storage_full',
      'The disk of the database is full. Nothing was saved. Try again later; it works again as soon as there is space.',
      { headers: { 'Retry-After': '30' }, cause: error },
    );
  }
  if (!isConnectionLoss(error)) return error;
  return new Problem(
    503,
    'database_unavailable',
    'The database is unavailable. Try again after a second; with an Idempotency-Key this is always safe.',
    { headers: { 'Retry-After': '1' }, cause: error },
  );
}
