import type { Database } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/events/event.ts';
import type { StreamServices } from '../../platform/http/stream-operation.ts';
import { Heartbeat } from './heartbeat.ts';
import { type Listener, PAGE, type SentEvent, toSentEvent } from './listener.ts';
import { OrganizationLog } from './organization-log.ts';
import { findEndOfLog, findEndsOfLogs, listEventRows } from './queries.ts';
import { Standing } from './standing.ts';

/** Announcements are hints: this is how late the events of one that was missed can be. */
const POLL_MS = 2_000;
/** Listeners that come back together after a restart take turns, and leave the pool to requests. */
const MAX_CATCHING_UP = 4;

const FEED: Actor = { type: 'system', id: null, name: 'event stream' };

/**
 * Hands events on to the listeners of this process as they are committed, by whatever process. However many
 * listen to an organization, its log is read once for all that are up to date; one that is behind reads by
 * itself until it is, too.
 */
export class LiveLog {
  readonly #database: Database;
  readonly #logs = new Map<string, OrganizationLog>();
  readonly #standing: Standing;
  readonly #heartbeat: Heartbeat;
  readonly #poll: NodeJS.Timeout;
  readonly #unlisten: () => void;
  readonly #catchingUp: Listener[] = [];
  #reading = 0;

  constructor({ database, authenticator, announcements, heartbeatMs }: StreamServices) {
    this.#database = database;
    this.#standing = new Standing(authenticator);
    this.#heartbeat = new Heartbeat(() => this.#listeners(), this.#standing, heartbeatMs);
    this.#poll = setInterval(() => this.#lookForMissed(), POLL_MS).unref();
    this.#unlisten = announcements.listen({
      announced: (organizationIds) => {
        for (const id of organizationIds) this.#wake(this.#logs.get(id));
      },
      reconnected: () => this.#lookForMissed(),
    });
  }

  get size(): number {
    return this.#logs.values().reduce((sum, { listeners }) => sum + listeners.size, 0);
  }

  sizeOf(organizationId: string): number {
    return this.#logs.get(organizationId)?.listeners.size ?? 0;
  }

  /** The last seq of the organization's log. */
  endOf(organizationId: string): Promise<number> {
    return this.#database.read({ organizationId, actor: FEED }, findEndOfLog);
  }

  add(listener: Listener): void {
    const { organizationId } = listener;
    const log = this.#logs.get(organizationId) ?? new OrganizationLog(organizationId);
    this.#logs.set(organizationId, log);
    log.listeners.add(listener);
    listener.connection.whenClosed(() => this.#remove(log, listener));
    this.#catchUp(listener);
  }

  stop(): void {
    clearInterval(this.#poll);
    this.#heartbeat.stop();
    this.#unlisten();
    for (const { connection } of this.#listeners()) connection.end('stopping');
    this.#logs.clear();
  }

  #remove(log: OrganizationLog, listener: Listener): void {
    log.listeners.delete(listener);
    if (log.listeners.size === 0) this.#logs.delete(log.organizationId);
  }

  *#listeners(): IterableIterator<Listener> {
    for (const { listeners } of this.#logs.values()) yield* listeners;
  }

  /** One statement, for the logs of all organizations that somebody listens to. */
  async #lookForMissed(): Promise<void> {
    if (this.#logs.size === 0) return;
    // While the database is away there is nothing to hand on; the next look may find it again.
    const ends = await findEndsOfLogs(this.#database, [...this.#logs.keys()]).catch(() => []);
    for (const { organization_id: organizationId, event_seq: end } of ends) {
      const log = this.#logs.get(organizationId);
      if (!log) continue;
      if (end > log.liveFrom) this.#wake(log);
      for (const listener of log.listeners) {
        if (listener.state === 'stranded') this.#catchUp(listener);
      }
    }
  }

  /** Reads on for the live listeners of the organization, unless it is being done; then once more after. */
  async #wake(log: OrganizationLog | undefined): Promise<void> {
    if (!log) return;
    log.isAwake = true;
    if (log.isReading) return;
    log.isReading = true;
    try {
      while (log.isAwake) {
        log.isAwake = false;
        while (await this.#readOn(log));
      }
    } catch {
      // Nobody has moved on, so the next look finds what is left.
    } finally {
      log.isReading = false;
    }
  }

  /** Whether there may be more. */
  async #readOn(log: OrganizationLog): Promise<boolean> {
    const after = log.liveFrom;
    if (after === Number.POSITIVE_INFINITY) return false;
    const events = await this.#read(log.organizationId, after);
    const last = events.at(-1);
    if (!last) return false;
    await this.#standing.endInvalid(log.live());
    for (const listener of log.live()) {
      // One that has joined meanwhile, from further back, is served by the next reading.
      if (listener.seq < after) continue;
      if (!listener.hand(events, last.seq)) this.#waitForDrain(listener);
    }
    return events.length === PAGE.most || log.liveFrom < last.seq;
  }

  async #read(organizationId: string, after: number): Promise<SentEvent[]> {
    const everything = { types: null, lifecycleNumber: null };
    const rows = await this.#database.read({ organizationId, actor: FEED }, (tx) =>
      listEventRows(tx, { after, limit: PAGE.most, ...everything }),
    );
    return rows.map(toSentEvent);
  }

  #waitForDrain(listener: Listener): void {
    listener.connection.whenDrained(() => this.#catchUp(listener));
  }

  #catchUp(listener: Listener): void {
    listener.state = 'catching_up';
    this.#catchingUp.push(listener);
    this.#takeTurns();
  }

  #takeTurns(): void {
    while (this.#reading < MAX_CATCHING_UP) {
      const listener = this.#catchingUp.shift();
      if (!listener) return;
      if (listener.connection.isClosed) continue;
      this.#reading += 1;
      this.#catchUpStep(listener)
        .catch(() => {
          listener.state = 'stranded';
        })
        .finally(() => {
          this.#reading -= 1;
          this.#takeTurns();
        });
    }
  }

  /** A page of what it wants; then it is live, or full, or in line for the next page. */
  async #catchUpStep(listener: Listener): Promise<void> {
    const { organizationId, filter, page, seq: after } = listener;
    const { end, rows } = await this.#database.read({ organizationId, actor: FEED }, async (tx) => {
      // First the end: what is committed between the two is then read twice at worst, never missed.
      const atLeast = findEndOfLog(tx);
      const found = listEventRows(tx, { after, limit: page, ...filter });
      return { end: await atLeast, rows: await found };
    });
    await this.#standing.endInvalid([listener]);
    if (listener.connection.isClosed) return;
    const isThrough = rows.length < page;
    const through = isThrough ? end : (rows.at(-1)?.seq ?? end);
    if (!listener.hand(rows.map(toSentEvent), through)) this.#waitForDrain(listener);
    else if (!isThrough) this.#catchUp(listener);
    else {
      listener.state = 'live';
      // What was announced while it was not live yet was announced to others.
      this.#wake(this.#logs.get(organizationId));
    }
  }
}
