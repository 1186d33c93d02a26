import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import type { ConnectionSettings } from '../database/database.ts';

/** Many more than there will be processes, so that each gets about the same number. */
export const SHARD_COUNT = 64;
/** A lock in addition to those of the shards: every process holds it in shared mode, so they can be counted. */
const PRESENCE = SHARD_COUNT;
const PAUSES_MS = {
  balance: 1_000,
  /**
   * A process that is alone can only lose its connection, or get company, which is announced. The database releases the
   * locks of a connection that is lost without a word after 11 s: with the timeout, this notices first.
   */
  alone: 5_000,
  reconnect: 500,
};
const JOINED_CHANNEL = 'throughline_processes';
/** A database that takes longer than this for the simplest query is considered unavailable. */
const TIMEOUT_MS = 5_000;

/** Uses the last byte, which is random in organization ids. */
export function shardOf(organizationId: string): number {
  return Number.parseInt(organizationId.slice(-2), 16) % SHARD_COUNT;
}

interface ShardsOptions {
  connection: ConnectionSettings;
  /** Processes that use the same name share the shards. */
  name: string;
  log: FastifyBaseLogger;
  /** How often it counts the processes, if not as often as usual. */
  pausesMs?: typeof PAUSES_MS;
}

/** Work of this process in its shards. */
export interface ShardMember {
  /** Shards were acquired: there may be work in them. */
  acquired(): void;
  /** All shards were lost; another process may own them by now. */
  lost(): void;
  /** The shard will be released: resolves when no work is running in it. */
  drain(shard: number): Promise<void>;
}

/**
 * Distributes the organizations among all processes, each to exactly one of them. A process owns its shards through
 * advisory locks of one dedicated connection, so that they are free as soon as the process ends, however it ends.
 * Every second it counts the processes, and acquires or releases shards until it has its share. A process that joins
 * announces itself, so that one that is alone can count less often.
 *
 * When the connection is lost, so are its shards: for a moment two processes may both believe that they own one.
 * Their work must be safe in that case.
 */
export class Shards {
  readonly #options: ShardsOptions;
  readonly #pausesMs: typeof PAUSES_MS;
  readonly #members = new Set<ShardMember>();
  readonly #owned = new Set<number>();
  #client: pg.Client | null = null;
  #timer: NodeJS.Timeout | null = null;
  #hasCompany = false;
  #balancing: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(options: ShardsOptions) {
    this.#options = options;
    this.#pausesMs = options.pausesMs ?? PAUSES_MS;
  }

  async start(): Promise<void> {
    this.#balancing = this.#turn();
    await this.#balancing;
  }

  /** Returns a function that leaves again, after its work in all shards was drained. */
  join(member: ShardMember): () => Promise<void> {
    this.#members.add(member);
    if (this.#owned.size > 0) member.acquired();
    return async () => {
      this.#members.delete(member);
      await Promise.all(this.owned.map((shard) => member.drain(shard)));
    };
  }

  async #drain(shards: readonly number[]): Promise<void> {
    const members = [...this.#members];
    await Promise.all(shards.flatMap((shard) => members.map((member) => member.drain(shard))));
  }

  owns(organizationId: string): boolean {
    return this.#owned.has(shardOf(organizationId));
  }

  get owned(): number[] {
    return [...this.#owned];
  }

  /** Drains and releases all shards. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#balancing;
    const shards = this.owned;
    this.#owned.clear();
    await this.#drain(shards);
    await this.#client?.end().catch(() => {});
  }

  async #turn(): Promise<void> {
    this.#hasCompany = false;
    let pause = this.#pausesMs.balance;
    try {
      this.#client ??= await this.#connect();
      await this.#balance(this.#client);
      if (this.#owned.size === SHARD_COUNT && !this.#hasCompany) pause = this.#pausesMs.alone;
    } catch (error) {
      if (!this.#stopped)
        this.#options.log.warn({ err: error, shards: this.#options.name }, 'shards lost');
      this.#lose();
      pause = this.#pausesMs.reconnect;
    }
    this.#turnIn(pause);
  }

  #turnIn(ms: number): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#balancing = this.#turn();
    }, ms);
  }

  /** During a turn, the next one follows soon anyway. */
  #hurry(ms: number): void {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#turnIn(ms);
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      ...this.#options.connection,
      application_name: `throughline ${this.#options.name}`,
      // If the machine of this process disappears, its locks are free after 11 s.
      options: '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3',
      connectionTimeoutMillis: 3_000,
      query_timeout: TIMEOUT_MS,
      keepAlive: true,
    });
    const lose = () => {
      if (this.#client !== client) return;
      this.#lose();
      this.#hurry(this.#pausesMs.reconnect);
    };
    client.on('error', lose);
    client.on('end', lose);
    client.on('notification', ({ payload }) => {
      if (payload !== this.#options.name) return;
      this.#hasCompany = true;
      this.#hurry(0);
    });
    try {
      await client.connect();
      const values = [this.#options.name, PRESENCE, JOINED_CHANNEL];
      await client.query(JOIN, values);
      // After it has announced itself, so that it hears only of others.
      await client.query(`listen ${JOINED_CHANNEL}`);
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    return client;
  }

  #lose(): void {
    this.#owned.clear();
    for (const member of this.#members) member.lost();
    const client = this.#client;
    this.#client = null;
    client?.end().catch(() => {});
  }

  async #balance(client: pg.Client): Promise<void> {
    const values = [this.#options.name, PRESENCE];
    const { rows } = await client.query({ name: 'count_processes', text: COUNT_PROCESSES, values });
    const goal = Math.ceil(SHARD_COUNT / Math.max(1, rows[0].processes));
    if (this.#owned.size < goal) await this.#acquire(client, goal - this.#owned.size);
    else if (this.#owned.size > goal) await this.#release(client, this.#owned.size - goal);
  }

  async #acquire(client: pg.Client, count: number): Promise<void> {
    const others = Array.from({ length: SHARD_COUNT }, (_, shard) => shard).filter(
      (shard) => !this.#owned.has(shard),
    );
    const { rows } = await client.query(TRY_TO_ACQUIRE, [this.#options.name, others, count]);
    if (rows.length === 0 || this.#client !== client) return;
    for (const { shard } of rows) this.#owned.add(shard);
    for (const member of this.#members) member.acquired();
  }

  async #release(client: pg.Client, count: number): Promise<void> {
    const shards = this.owned.slice(-count);
    for (const shard of shards) this.#owned.delete(shard);
    await this.#drain(shards);
    if (this.#client !== client) return;
    await client.query(RELEASE, [this.#options.name, shards]);
  }
}

const JOIN = 'select pg_advisory_lock_shared(hashtext($1), $2), pg_notify($3, $1)';

const COUNT_PROCESSES = `
  select count(*)::int as processes from pg_locks
  where locktype = 'advisory' and objsubid = 2 and granted
    and database = (select oid from pg_database where datname = current_database())
    and classid = hashtext($1)::oid and objid = $2::int::oid`;

// Row by row until there are enough: a row that is not read is not locked.
const TRY_TO_ACQUIRE = `
  select shard from unnest($2::int[]) as shard where pg_try_advisory_lock(hashtext($1), shard) limit $3`;

const RELEASE = 'select pg_advisory_unlock(hashtext($1), shard) from unnest($2::int[]) as shard';
