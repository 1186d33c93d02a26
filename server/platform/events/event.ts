import type { Static, TSchema } from 'typebox';
import type { Statement } from '../database/statement.ts';
import { statement } from '../database/statement.ts';
import type { Tx } from '../database/transaction.ts';
import { newUuid } from '../ids.ts';

/** Who did it. A token may act for a user; the service itself is `system`. */
export interface Actor {
  type: 'user' | 'token' | 'system';
  id: string | null;
  name: string;
}

/** A kind of event: `resource.past_tense`, with the shape of its `data`, the resource after. */
export interface EventType<Data extends TSchema = TSchema> {
  readonly type: string;
  readonly description: string;
  readonly data: Data;
  /** One line for a person who reads the history. */
  readonly summarize: (data: Static<Data>) => string;
}

const registered = new Map<string, EventType>();

export function eventType<Data extends TSchema>(
  type: string,
  description: string,
  data: Data,
  summarize: (data: Static<Data>) => string,
): EventType<Data> {
  const made = { type, description, data, summarize };
  registered.set(type, made as EventType);
  return made;
}

/** Every kind there is, by name. */
export function registeredEventTypes(): EventType[] {
  return [...registered.values()].sort((a, b) => (a.type < b.type ? -1 : 1));
}

/**
 * What happened, in a line, whatever breaks are in what people wrote; the kind itself for one that this
 * version no longer knows.
 */
export function summaryOf(event: { type: string; data: unknown }): string {
  const summary = registered.get(event.type)?.summarize(event.data) ?? event.type;
  return summary.replaceAll(/\s+/g, ' ');
}

/** An event about to be written, in the form append_events takes. */
export interface PendingEvent {
  event_id: string;
  type: string;
  data: unknown;
  previous: unknown;
}

export function pendingEvent<Data extends TSchema>(
  type: EventType<Data>,
  // A new lead's number is given by the database in the very statement that writes the event.
  data: Omit<Static<Data>, 'lifecycle_number'>,
  previous: Partial<Static<Data>> | null = null,
): PendingEvent {
  return { event_id: newUuid(), type: type.type, data, previous };
}

/** The queue that append_events writes its task to. */
export const HAND_ON_EVENTS = 'hand-on-events';

export const appendEvents: Statement = statement(
  'append_events',
  'select append_events($1, $2, $3, $4, $5) as last_seq',
);

/**
 * Writes the events beside the change, in the change's own transaction. The call takes the
 * organization's counter until commit, so it comes last, sent together with the commit.
 */
export function emit(
  tx: Tx,
  lifecycleNumber: string | null,
  ...events: PendingEvent[]
): Promise<unknown> {
  tx.wake(HAND_ON_EVENTS);
  return tx.query(appendEvents, [
    tx.organizationId,
    lifecycleNumber,
    tx.now,
    JSON.stringify(tx.actor),
    JSON.stringify(events),
  ]);
}
