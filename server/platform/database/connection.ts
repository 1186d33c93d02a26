import type { Socket } from 'node:net';
import type pg from 'pg';

/** A connection of the pool for one transaction. It is taken for the first statement that is sent, if not before. */
export class Connection {
  readonly #pool: pg.Pool;
  #taking: Promise<pg.PoolClient> | null = null;
  #client: pg.PoolClient | null = null;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async take(): Promise<void> {
    await this.#take();
  }

  #take(): Promise<pg.PoolClient> {
    this.#taking ??= this.#pool.connect().then((client) => {
      this.#client = client;
      return client;
    });
    return this.#taking;
  }

  get isTaken(): boolean {
    return this.#taking !== null;
  }

  /** Statements are sent in the order of the calls. */
  async query<Row extends pg.QueryResultRow>(
    statement: string | pg.QueryConfig,
  ): Promise<pg.QueryResult<Row>> {
    if (this.#client !== null) return this.#client.query<Row>(statement);
    const client = await this.#take();
    return client.query<Row>(statement);
  }

  /** The socket; null before the connection is there. */
  get stream(): Socket | null {
    return this.#client === null ? null : socketOf(this.#client);
  }

  /** Gives it back to the pool, if it was taken; a broken one is removed. */
  release(isBroken = false): void {
    this.#client?.release(isBroken);
  }
}

/** The driver does not say that it has one. */
export function socketOf(client: pg.ClientBase): Socket {
  const { connection } = client as unknown as { connection: { stream: Socket } };
  return connection.stream;
}
