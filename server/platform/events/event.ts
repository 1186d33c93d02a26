import type { Static, TSchema } from 'typebox';
import { newUuid } from '../ids.ts';

/** Who did it. A token may act for a user; the service itself is `system`. */
export interface Actor {
  type: 'user' | 'token' | 'system';
  id: string | null;
  name: string;
}

/** A kind of event: `resource.past_tense`, with the shape of its `data`, the resource after the change. */
export interface EventType<Data extends TSchema = TSchema> {
  readonly type: string;
  readonly description: string;
  readonly data: Data;
  /** One line for a person who reads the history. */
  readonly summarize: (data: Static<Data>) => string;
}

export function eventType<Data extends TSchema>(
  type: string,
  description: string,
  data: Data,
  summarize: (data: Static<Data>) => string,
): EventType<Data> {
  return { type, description, data, summarize };
}

/** An event about to be written. */
export interface PendingEvent {
  event_id: string;
  type: string;
  data: unknown;
  previous: unknown;
  /** Whether the database adds the numbers that it assigned in this transaction to the data. */
  assigned?: true;
}

/** Every event's data carries its lifecycle number, which the database adds. */
export function pendingEvent<Data extends TSchema>(
  type: EventType<Data>,
  data: Omit<Static<Data>, 'lifecycle_number'>,
  previous: Partial<Static<Data>> | null = null,
): PendingEvent {
  return { event_id: newUuid(), type: type.type, data, previous };
}

/** The same of a resource whose `number` the database has assigned in this transaction. */
export function numberedEvent<Data extends TSchema>(
  type: EventType<Data>,
  data: Omit<Static<Data>, 'lifecycle_number' | 'number'>,
): PendingEvent {
  return { event_id: newUuid(), type: type.type, data, previous: null, assigned: true };
}

/**
 * In the place of a lifecycle number: the one that the database has assigned in this transaction, to the lead
 * that was captured in it. So nobody waits for it while the organization's counter is held.
 */
export const ASSIGNED_NUMBER = 'assigned';

/** The queue that append_events writes its task to. */
export const HAND_ON_EVENTS = 'hand-on-events';
