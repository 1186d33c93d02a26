import pg from 'pg';
import type { ConnectionSettings, Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';

const EVENTS_CHANNEL = 'throughline_events';
const COMMITS_CHANNEL = 'throughline_commits';
/** A PostgreSQL notification has up to 8,000 bytes; an id has 36, plus a comma. */
export const MAX_IDS_PER_NOTIFICATION = 200;
const RECONNECT_MS = 500;

// PostgreSQL commits only one notifying transaction at a time, so this one does not wait for the disk.
const announceEvents = statement(
  'announce_events',
  `select pg_notify('${EVENTS_CHANNEL}', $1) from set_config('synchronous_commit', 'off', true)`,
);

/** The same for the publishers: the followers of these organizations are behind. */
export const announceCommits = statement(
  'announce_commits',
  `select pg_notify('${COMMITS_CHANNEL}', $1) from set_config('synchronous_commit', 'off', true)`,
);

/** Notifies every process that these organizations have new events, and that their followers have handled them. */
export async function announce(
  database: Database,
  organizationIds: readonly string[],
): Promise<void> {
  for (let from = 0; from < organizationIds.length; from += MAX_IDS_PER_NOTIFICATION) {
    const ids = organizationIds.slice(from, from + MAX_IDS_PER_NOTIFICATION);
    await database.withoutTenant(announceEvents, [ids.join(',')]);
  }
}

/**
 * Receives the announcements of other processes through one connection. An announcement is only a hint: one
 * sent while the connection is down is missed, so listeners also poll from time to time and after every
 * reconnect.
 */
export class Announcements {
  readonly #connection: ConnectionSettings;
  readonly #listeners = new Set<Listener>();
  #client: pg.Client | null = null;
  #retry: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(connection: ConnectionSettings) {
    this.#connection = connection;
  }

  async start(): Promise<void> {
    await this.#connect();
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#retry) clearTimeout(this.#retry);
    await this.#client?.end().catch(() => {});
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      ...this.#connection,
      application_name: 'throughline announcements',
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
    });
    client.on('error', () => this.#reconnectSoon(client));
    client.on('end', () => this.#reconnectSoon(client));
    client.on('notification', ({ channel, payload }) => {
      const organizationIds = payload?.split(',') ?? [];
      for (const listener of this.#listeners) {
        if (channel === EVENTS_CHANNEL) listener.announced?.(organizationIds);
        else listener.committed?.(organizationIds);
      }
    });
    this.#client = client;
    try {
      await client.connect();
      await client.query(`listen ${EVENTS_CHANNEL}; listen ${COMMITS_CHANNEL}`);
    } catch {
      this.#reconnectSoon(client);
      return;
    }
    for (const listener of this.#listeners) listener.reconnected();
  }

  #reconnectSoon(client: pg.Client): void {
    if (this.#stopped || this.#client !== client) return;
    this.#client = null;
    client.end().catch(() => {});
    this.#retry = setTimeout(() => this.#connect(), RECONNECT_MS);
  }
}

export interface Listener {
  announced?(organizationIds: readonly string[]): void;
  /** Their followers are behind. */
  committed?(organizationIds: readonly string[]): void;
  /** Announcements may have been missed: poll now. */
  reconnected(): void;
}
