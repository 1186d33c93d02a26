import type { EventView } from '../../platform/events/event-view.ts';
import type { SseConnection } from '../../platform/http/sse-connection.ts';
import { type EventRow, toEvent } from './queries.ts';

export interface EventFilter {
  types: string[] | null;
  lifecycleNumber: string | null;
}

/**
 * State of a listener. `live`: it has everything up to its seq and gets new events. `catching_up`: the log is
 * read for this listener alone. `full`: the client does not read, so nothing is read for it until it does.
 * `stranded`: reading the log failed and is tried again soon.
 */
export type ListenerState = 'live' | 'catching_up' | 'full' | 'stranded';

/** How many events are read for a listener at once: with large ones, a few fill its connection. */
export const PAGE = { min: 8, max: 100 };

/** The client of a stream. Only its seq is kept in memory, however far behind it is. */
export class Listener {
  readonly organizationId: string;
  readonly authorization: string;
  readonly filter: EventFilter;
  readonly connection: SseConnection;
  /** What its token shows now: the scopes of a token can change while the stream is open. */
  view: EventView;
  /** Everything up to this seq has been sent or filtered out. */
  seq: number;
  state: ListenerState = 'catching_up';
  /** About twice what it accepted last time, so that few events are read without being sent. */
  page = PAGE.max;

  constructor(options: {
    organizationId: string;
    authorization: string;
    filter: EventFilter;
    connection: SseConnection;
    view: EventView;
    seq: number;
  }) {
    this.organizationId = options.organizationId;
    this.authorization = options.authorization;
    this.filter = options.filter;
    this.connection = options.connection;
    this.view = options.view;
    this.seq = options.seq;
  }

  /**
   * Sends those of the events that match the filter; they are all there is up to `through`. Returns false, and
   * becomes `full`, when the connection accepts no more: the rest is read again later.
   */
  send(events: readonly SentEvent[], through: number): boolean {
    let sent = 0;
    for (const event of events) {
      if (event.seq <= this.seq) continue;
      this.seq = event.seq;
      if (!this.#matches(event)) continue;
      sent += 1;
      if (!this.connection.write(event.bytesFor(this.view))) {
        this.state = 'full';
        this.page = Math.min(Math.max(2 * sent, PAGE.min), PAGE.max);
        return false;
      }
    }
    this.page = Math.min(2 * this.page, PAGE.max);
    this.seq = Math.max(this.seq, through);
    return true;
  }

  #matches({ type, lifecycleNumber }: SentEvent): boolean {
    const { types, lifecycleNumber: only } = this.filter;
    if (!this.view.sees(type)) return false;
    return (types?.includes(type) ?? true) && (only === null || only === lifecycleNumber);
  }
}

/** An event as sent over the wire, serialized once for all listeners that see the same of it. */
export class SentEvent {
  readonly seq: number;
  readonly type: string;
  readonly lifecycleNumber: string | null;
  readonly #row: EventRow;
  #whole: Buffer | null = null;
  #partial: Map<EventView, Buffer> | null = null;

  constructor(row: EventRow) {
    this.seq = row.seq;
    this.type = row.type;
    this.lifecycleNumber = row.lifecycle_number;
    this.#row = row;
  }

  bytesFor(view: EventView): Buffer {
    if (view.showsAllOf(this.type)) {
      this.#whole ??= this.#serialize(this.#row);
      return this.#whole;
    }
    this.#partial ??= new Map();
    const bytes = this.#partial.get(view) ?? this.#serialize(view.show(this.#row));
    this.#partial.set(view, bytes);
    return bytes;
  }

  #serialize(row: EventRow): Buffer {
    // JSON.stringify writes no line breaks, so one data line is enough.
    return Buffer.from(
      `id: ${row.seq}\nevent: ${row.type}\ndata: ${JSON.stringify(toEvent(row))}\n\n`,
    );
  }
}
