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

/** An event about to be written, in the form append_events takes. */
export interface PendingEvent {
  event_id: string;
  type: string;
  data: unknown;
  previous: unknown;
}

export function pendingEvent<Data extends TSchema>(
  type: EventType<Data>,
  // The number of a new lead is assigned by the database, which adds it to the event.
  data: Omit<Static<Data>, 'lifecycle_number'>,
  previous: Partial<Static<Data>> | null = null,
): PendingEvent {
  return { event_id: newUuid(), type: type.type, data, previous };
}

/** The queue that append_events writes its task to. */
export const HAND_ON_EVENTS = 'hand-on-events';
