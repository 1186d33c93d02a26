import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { ConnectionSettings } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { QUEUE_CHANNEL } from '../tasks/queue-channel.ts';

const EVENTS_CHANNEL = 'throughline_events';
const COMMITS_CHANNEL = 'throughline_commits';
/** A PostgreSQL notification has up to 8,000 bytes; an id has 36, plus a comma. */
export const MAX_IDS_PER_NOTIFICATION = 200;
/** The same with the names of the followers. */
const MAX_ANNOUNCED = 80;
/** Other processes hear the first announcement immediately, then all others at most this often. */
const PAUSE_MS = 25;
const RECONNECT_MS = 500;

// PostgreSQL commits only one notifying transaction at a time, so this one does not wait for the disk.
const announceEvents = statement(
  'announce_events',
  `select pg_notify('${EVENTS_CHANNEL}', $1) from set_config('synchronous_commit', 'off', true)`,
);

/** For the publishers: the followers of these organizations are behind. */
export const announceCommits = statement(
  'announce_commits',
  `select pg_notify('${COMMITS_CHANNEL}', $1) from set_config('synchronous_commit', 'off', true)`,
);

/** An organization has new events, and these followers of its log have handled them. */
export interface Announced {
  organizationId: string;
  followers: readonly string[];
}

export interface Listener {
  announced?(announced: readonly Announced[]): void;
  /** The followers of these organizations are behind. */
  committed?(organizationIds: readonly string[]): void;
  /** There are new tasks in this queue. Only heard by a process with a worker. */
  queued?(queue: string): void;
  /** Announcements may have been missed: poll now. */
  reconnected(): void;
}

/**
 * Tells the listeners of all processes which organizations have new events: those of this process immediately, the
 * others through one connection, several announcements at a time. New tasks, which are
 * announced by the process that queued them, are heard through the same connection. An announcement is only a hint: one
 * sent while a connection is down is missed, so listeners also poll from time to time and after every reconnect.
 */
export class Announcements {
  readonly #connection: ConnectionSettings;
  readonly #channels: string[];
  readonly #listeners = new Set<Listener>();
  /** Sent with every announcement, so that the own ones are not heard twice. */
  readonly #sender = randomBytes(6).toString('hex');
  /** What other processes have not heard yet: the followers, by organization. */
  readonly #waiting = new Map<string, Set<string>>();
  #client: pg.Client | null = null;
  #retry: NodeJS.Timeout | null = null;
  #pause: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(connection: ConnectionSettings, { hearsTasks = false } = {}) {
    this.#connection = connection;
    this.#channels = [EVENTS_CHANNEL, COMMITS_CHANNEL, ...(hearsTasks ? [QUEUE_CHANNEL] : [])];
  }

  async start(): Promise<void> {
    await this.#connect();
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  announce(announced: readonly Announced[]): void {
    if (announced.length === 0 || this.#stopped) return;
    for (const listener of this.#listeners) listener.announced?.(announced);
    for (const { organizationId, followers } of announced) {
      const waiting = this.#waiting.get(organizationId) ?? new Set();
      this.#waiting.set(organizationId, waiting.union(new Set(followers)));
    }
    if (this.#pause === null) this.#notify();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#retry) clearTimeout(this.#retry);
    if (this.#pause) clearTimeout(this.#pause);
    await this.#client?.end().catch(() => {});
  }

  /** What cannot be sent is found by the polls of the others. */
  #notify(): void {
    const words = [...this.#waiting].map(([id, followers]) => [id, ...followers].join(' '));
    this.#waiting.clear();
    for (let from = 0; from < words.length; from += MAX_ANNOUNCED) {
      const payload = [this.#sender, ...words.slice(from, from + MAX_ANNOUNCED)].join(',');
      this.#client?.query({ ...announceEvents, values: [payload] }).catch(() => {});
    }
    this.#pause = setTimeout(() => {
      this.#pause = null;
      if (this.#waiting.size > 0) this.#notify();
    }, PAUSE_MS).unref();
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
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === EVENTS_CHANNEL) this.#hearEvents(payload);
      else if (channel === COMMITS_CHANNEL) this.#hearCommits(payload.split(','));
      else this.#hearTask(payload);
    });
    this.#client = client;
    try {
      await client.connect();
      await client.query(this.#channels.map((channel) => `listen ${channel}`).join('; '));
    } catch {
      this.#reconnectSoon(client);
      return;
    }
    for (const listener of this.#listeners) listener.reconnected();
  }

  #hearEvents(payload: string): void {
    const [sender, ...words] = payload.split(',');
    if (sender === this.#sender) return;
    const announced = words.map((word) => {
      const [organizationId = '', ...followers] = word.split(' ');
      return { organizationId, followers };
    });
    for (const listener of this.#listeners) listener.announced?.(announced);
  }

  #hearCommits(organizationIds: readonly string[]): void {
    for (const listener of this.#listeners) listener.committed?.(organizationIds);
  }

  #hearTask(queue: string): void {
    for (const listener of this.#listeners) listener.queued?.(queue);
  }

  #reconnectSoon(client: pg.Client): void {
    if (this.#stopped || this.#client !== client) return;
    this.#client = null;
    client.end().catch(() => {});
    this.#retry = setTimeout(() => this.#connect(), RECONNECT_MS);
  }
}
