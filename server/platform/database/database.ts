import pg from 'pg';
import type { Clock } from '../clock.ts';
import { Problem, Refusal } from '../errors.ts';
import type { Actor } from '../events/event.ts';
import { WakeUp } from '../tasks/wake-up.ts';
import { type Statement, statement } from './statement.ts';
import { beginIn, Transaction, type Tx } from './transaction.ts';

/** The role that the service logs in as: it owns nothing and bypasses nothing. */
export const APPLICATION_ROLE = 'throughline_app';

export type ConnectionSettings = Pick<
  pg.PoolConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database'
>;

export interface TransactionOptions {
  organizationId: string;
  actor: Actor;
  readOnly?: boolean;
}

export interface DatabaseOptions {
  connections?: number;
}

/** The channel that pg-boss listens on for its default schema; the payload is the queue's name. */
const notifyWorkers = statement(
  'notify_workers',
  "select pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), $1)",
);

const IN_FAILED_TRANSACTION = '25P02';

const tryToHold = statement(
  'try_to_hold',
  'select pg_try_advisory_lock(hashtextextended($1, 0)) as held',
);
/** Each is a connection beside the pool's. */
const MOST_HELD = 20;

/** A thousand requests at once wait their turn for some seconds: that is no database that is away. */
const LONGEST_QUEUE_MS = 30_000;
/** To connect is a matter of milliseconds, or of a database that is away. */
class ClientInTime extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: 3_000 });
  }
}

/** The pool of the application's role, and the only door to it: a transaction with its tenant set. */
export class Database {
  readonly #pool: pg.Pool;
  readonly #wakeUp = new WakeUp((queue) => this.withoutTenant(notifyWorkers, [queue]));
  readonly #connection: ConnectionSettings;
  #held = 0;
  readonly clock: Clock;

  constructor(connection: ConnectionSettings, clock: Clock, options: DatabaseOptions = {}) {
    const { connections = 20 } = options;
    this.clock = clock;
    this.#connection = connection;
    this.#pool = new pg.Pool({
      ...connection,
      max: connections,
      pipeline: true,
      application_name: 'throughline',
      options: '-c statement_timeout=30s -c idle_in_transaction_session_timeout=60s',
      connectionTimeoutMillis: LONGEST_QUEUE_MS,
      Client: ClientInTime,
      keepAlive: true,
      types,
    });
    // A connection that breaks fails the statements on it, and is replaced on next use. Without a
    // listener, on the pool for an idle one and on the client for one in use, it would end the process.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  /**
   * Runs the work in one transaction of the organization. The work may commit by itself, to send its
   * last statements and the commit together; otherwise it is committed when the work is done. A
   * deadlock or a serialization failure is tried again, so the work must be safe to run twice.
   */
  async transaction<T>(
    options: TransactionOptions,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attempt(options, work);
      } catch (error) {
        if (attempt >= 5 || !isWorthRetrying(error)) throw asAnswer(error);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
      }
    }
  }

  async #attempt<T>(
    options: TransactionOptions,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T> {
    const { organizationId, actor, readOnly = false } = options;
    const begin = beginIn(organizationId, readOnly);
    const client = await this.#pool.connect();
    const tx = new Transaction(client, { organizationId, begin, actor, now: this.clock.now() });
    try {
      const result = await work(tx);
      if (!tx.ended) await tx.commit();
      client.release();
      this.#wakeUp.wake(tx.queuesToWake);
      return result;
    } catch (error) {
      const first = await tx.rollback();
      // True takes a broken connection out of the pool.
      client.release(isConnectionLoss(error));
      // All that follows a failure fails with this; which of the two the work saw first is chance.
      throw sqlState(error) === IN_FAILED_TRANSACTION ? (first ?? error) : error;
    }
  }

  async read<T>(
    options: Omit<TransactionOptions, 'readOnly'>,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    return this.transaction({ ...options, readOnly: true }, (tx) => work(tx));
  }

  /** For the few statements that belong to no organization: finding a token, waking a worker. */
  async withoutTenant<Row extends pg.QueryResultRow>(
    { name, text }: Statement,
    values: unknown[],
  ): Promise<Row[]> {
    try {
      const { rows } = await this.#pool.query<Row>({ name, text, values });
      return rows;
    } catch (error) {
      throw asAnswer(error);
    }
  }

  /**
   * Does the work while this process alone, of all, holds the name; null if another one does. For work
   * that outlasts a transaction: the name is held by a connection of its own, and so is free again
   * with the end of the process, however that ends.
   */
  async holding<T>(name: string, work: () => Promise<T>): Promise<T | null> {
    if (this.#held >= MOST_HELD) throw tooManyHeld();
    this.#held += 1;
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
      const { rows } = await client.query({ ...tryToHold, values: [name] });
      return rows[0].held ? await work() : null;
    } catch (error) {
      throw asAnswer(error);
    } finally {
      this.#held -= 1;
      await client.end().catch(() => {});
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
 * it would be midnight somewhere.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: string) => {
    if (format === 'binary') return pg.types.getTypeParser(oid, format);
    if (oid === pg.types.builtins.INT8) return Number;
    return oid === pg.types.builtins.DATE ? String : pg.types.getTypeParser(oid, 'text');
  },
};

/** Of the failure itself, or of what caused it. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? undefined : sqlState(error.cause);
}

/** Citus appends a shard's number to a constraint's name, hence the prefix. */
export function violates(error: unknown, constraint: string): boolean {
  if (!(error instanceof Error) || !('constraint' in error)) return false;
  return typeof error.constraint === 'string' && error.constraint.startsWith(constraint);
}

/** By the constraint of that name, or by code that found the same before the database was asked. */
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
  '53300', // too many connections
]);

export function isConnectionLoss(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) return CONNECTION_CODES.has(state) || state.startsWith('08');
  const message = error instanceof Error ? error.message : '';
  return /Connection terminated|connection timeout|timeout expired|timeout exceeded when trying to connect|not queryable/i.test(
    message,
  );
}

function tooManyHeld(): Problem {
  return new Problem(
    503,
    'too_many_uploads',
    'This server is receiving as many files as it can. Send yours again in a moment.',
    { headers: { 'Retry-After': '5' } },
  );
}

/** Deadlocks and conflicts that outlast our own attempts, and a statement that waited for 30 s. */
function isOverload(error: unknown): boolean {
  return isWorthRetrying(error) || sqlState(error) === '57014';
}

/** A database that is busy or away is an answer of its own: try again, with the same Idempotency-Key. */
function asAnswer(error: unknown): unknown {
  if (isOverload(error)) {
    return new Problem(
      503,
      'database_busy',
      'Too many others are changing the same thing. Nothing was written; try again after a second.',
      { headers: { 'Retry-After': '1' }, cause: error },
    );
  }
  if (!isConnectionLoss(error)) return error;
  return new Problem(
    503,
    'database_unavailable',
    'The database is away. Try again after a second; with an Idempotency-Key that is always safe.',
    { headers: { 'Retry-After': '1' }, cause: error },
  );
}
