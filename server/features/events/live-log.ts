import type { Database } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/events/event.ts';
import type { StreamServices } from '../../platform/http/stream-operation.ts';
import { Heartbeat } from './heartbeat.ts';
import { type Listener, PAGE, SentEvent } from './listener.ts';
import { OrganizationLog } from './organization-log.ts';
import { type ExtentOfLog, findEndsOfLogs, findExtentOfLog, listEventRows } from './queries.ts';
import { StreamAccess } from './stream-access.ts';

/** Announcements are only hints: if one is missed, its events are at most this late. */
const POLL_MS = 2_000;
/** Listeners that reconnect together after a restart take turns, so that requests get database connections. */
const MAX_CATCHING_UP = 4;

const FEED: Actor = { type: 'system', id: null, name: 'event stream' };

/**
 * Sends events to the listeners of this process when any process commits them. However many listeners an
 * organization has, its log is read once for all that are up to date; for one that is behind, the log is read
 * separately until it has caught up.
 */
export class LiveLog {
  readonly #database: Database;
  readonly #logs = new Map<string, OrganizationLog>();
  readonly #access: StreamAccess;
  readonly #heartbeat: Heartbeat;
  readonly #poll: NodeJS.Timeout;
  readonly #unlisten: () => void;
  readonly #catchingUp: Listener[] = [];
  #reading = 0;

  constructor({ database, authenticator, announcements, heartbeatMs, eventTypes }: StreamServices) {
    this.#database = database;
    this.#access = new StreamAccess(authenticator, eventTypes);
    this.#heartbeat = new Heartbeat(() => this.#listeners(), this.#access, heartbeatMs);
    this.#poll = setInterval(() => this.#pollForMissed(), POLL_MS).unref();
    this.#unlisten = announcements.listen({
      announced: (announced) => {
        for (const { organizationId: id } of announced) this.#wake(this.#logs.get(id));
      },
      reconnected: () => this.#pollForMissed(),
    });
  }

  get size(): number {
    return this.#logs.values().reduce((sum, { listeners }) => sum + listeners.size, 0);
  }

  sizeOf(organizationId: string): number {
    return this.#logs.get(organizationId)?.listeners.size ?? 0;
  }

  extentOf(organizationId: string): Promise<ExtentOfLog> {
    return this.#database.read({ organizationId, actor: FEED }, findExtentOfLog);
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

  /** One statement for the logs of all organizations with listeners. */
  async #pollForMissed(): Promise<void> {
    if (this.#logs.size === 0) return;
    // While the database is unavailable there is nothing to send; the next poll tries again.
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

  /** Reads the next events for the organization's live listeners. If that is already running, it reads once more after. */
  async #wake(log: OrganizationLog | undefined): Promise<void> {
    if (!log) return;
    log.isAwake = true;
    if (log.isReading) return;
    log.isReading = true;
    try {
      while (log.isAwake) {
        log.isAwake = false;
        while (await this.#readNext(log));
      }
    } catch {
      // No listener has moved on, so the next poll finds what is left.
    } finally {
      log.isReading = false;
    }
  }

  /** Returns whether there may be more. */
  async #readNext(log: OrganizationLog): Promise<boolean> {
    const after = log.liveFrom;
    if (after === Number.POSITIVE_INFINITY) return false;
    const events = await this.#read(log.organizationId, after);
    const last = events.at(-1);
    if (!last) return false;
    await this.#access.endInvalid(log.live());
    for (const listener of log.live()) {
      // A listener that joined in the meantime with an older seq is served by the next read.
      if (listener.seq < after) continue;
      if (!listener.send(events, last.seq)) this.#waitForDrain(listener);
    }
    return events.length === PAGE.max || log.liveFrom < last.seq;
  }

  async #read(organizationId: string, after: number): Promise<SentEvent[]> {
    const everything = { types: null, lifecycleNumber: null };
    const rows = await this.#database.read({ organizationId, actor: FEED }, (tx) =>
      listEventRows(tx, { after, limit: PAGE.max, ...everything }),
    );
    return rows.map((row) => new SentEvent(row));
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

  /** Sends one page of matching events; then the listener is live, full, or queued for the next page. */
  async #catchUpStep(listener: Listener): Promise<void> {
    const { organizationId, filter, page, seq: after } = listener;
    const wanted = { ...filter, types: listener.view.among(filter.types) };
    const [{ first, last: end }, rows] = await this.#database.read(
      { organizationId, actor: FEED },
      (tx) =>
        // Reads the end first: events committed between the two reads are at worst read twice, never missed.
        Promise.all([findExtentOfLog(tx), listEventRows(tx, { after, limit: page, ...wanted })]),
    );
    await this.#access.endInvalid([listener]);
    if (listener.connection.isClosed) return;
    // It did not read for months. When it connects again, it gets to know what it missed.
    if (after + 1 < first) return listener.connection.end('events_dropped');
    const isLastPage = rows.length < page;
    const through = isLastPage ? end : (rows.at(-1)?.seq ?? end);
    if (
      !listener.send(
        rows.map((row) => new SentEvent(row)),
        through,
      )
    )
      this.#waitForDrain(listener);
    else if (!isLastPage) this.#catchUp(listener);
    else {
      listener.state = 'live';
      // It may have missed announcements while it was not live.
      this.#wake(this.#logs.get(organizationId));
    }
  }
}
