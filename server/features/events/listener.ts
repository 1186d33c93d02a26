import type { SseConnection } from '../../platform/http/sse-connection.ts';
import { type EventRow, toEvent } from './queries.ts';

export interface EventFilter {
  types: string[] | null;
  lifecycleNumber: string | null;
}

/**
 * Where a listener stands. `live`: has everything up to its seq and is handed what comes. `catching_up`: reads
 * on by itself. `full`: does not take what was sent, so nothing is read for it until it has. `stranded`: its
 * reading failed, and is tried again soon.
 */
export type ListenerState = 'live' | 'catching_up' | 'full' | 'stranded';

/** How many events are read for a listener at once: of large ones it takes few before it is full. */
export const PAGE = { least: 8, most: 100 };

/** Somebody at the other end of a stream. All that is kept for it is a seq, however far it is behind. */
export class Listener {
  readonly organizationId: string;
  readonly authorization: string;
  readonly filter: EventFilter;
  readonly connection: SseConnection;
  /** Everything up to here has been sent, or is not wanted. */
  seq: number;
  state: ListenerState = 'catching_up';
  /** About twice what it took last time, so that little is read in vain. */
  page = PAGE.most;

  constructor(options: {
    organizationId: string;
    authorization: string;
    filter: EventFilter;
    connection: SseConnection;
    seq: number;
  }) {
    this.organizationId = options.organizationId;
    this.authorization = options.authorization;
    this.filter = options.filter;
    this.connection = options.connection;
    this.seq = options.seq;
  }

  /**
   * Sends what it wants of these, which are all there is up to `through`; false, and `full`, once it takes
   * no more: the rest is read again when it does.
   */
  hand(events: readonly SentEvent[], through: number): boolean {
    let taken = 0;
    for (const event of events) {
      if (event.seq <= this.seq) continue;
      this.seq = event.seq;
      if (!this.#wants(event)) continue;
      taken += 1;
      if (!this.connection.write(event.bytes)) {
        this.state = 'full';
        this.page = Math.min(Math.max(2 * taken, PAGE.least), PAGE.most);
        return false;
      }
    }
    this.page = Math.min(2 * this.page, PAGE.most);
    this.seq = Math.max(this.seq, through);
    return true;
  }

  #wants({ type, lifecycleNumber }: SentEvent): boolean {
    const { types, lifecycleNumber: wanted } = this.filter;
    return (types?.includes(type) ?? true) && (wanted === null || wanted === lifecycleNumber);
  }
}

/** An event as it goes over the wire, written once for all who get it. */
export interface SentEvent {
  seq: number;
  type: string;
  lifecycleNumber: string | null;
  bytes: Buffer;
}

export function toSentEvent(row: EventRow): SentEvent {
  const { seq, type, lifecycle_number: lifecycleNumber } = row;
  // JSON has no line breaks of its own, so one data line holds it all.
  const text = `id: ${seq}\nevent: ${type}\ndata: ${JSON.stringify(toEvent(row))}\n\n`;
  return { seq, type, lifecycleNumber, bytes: Buffer.from(text) };
}
