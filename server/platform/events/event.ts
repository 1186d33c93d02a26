import type { Static, TSchema } from 'typebox';
import type { Scope } from '../auth/scopes.ts';
import { newUuid } from '../ids.ts';

/** Who caused an event. A token can act for a user; the service itself is `system`. */
export interface Actor {
  type: 'user' | 'token' | 'system';
  id: string | null;
  name: string;
  /** What it acted through, if not by a program or a page of its own. */
  via?: 'mcp';
}

/** An event type, `resource.past_tense`, with the schema of its `data`, the resource after the change. */
export interface EventType<Data extends TSchema = TSchema> {
  readonly type: string;
  /** A caller needs one of these to see it: the scopes of the resource in its data. */
  readonly scopes: readonly [Scope, ...Scope[]];
  readonly description: string;
  readonly data: Data;
  /** One line for the history that users read. */
  readonly summarize: (data: Static<Data>) => string;
}

/** Declares event types of one resource that only callers with one of the scopes see. Every event type has some. */
export function eventTypeFor<Data extends TSchema>(data: Data, ...scopes: [Scope, ...Scope[]]) {
  return (
    type: string,
    description: string,
    summary: string | ((data: Static<Data>) => string),
  ): EventType<Data> => {
    const summarize = typeof summary === 'string' ? () => summary : summary;
    return { type, scopes, description, data, summarize };
  };
}

/**
 * The same for events whose summary says what happened to a subject, such as "Team North created". What happened is by
 * default the last part of the type.
 */
export function eventTypeAbout<Data extends TSchema>(
  data: Data,
  subject: (data: Static<Data>) => string,
  ...scopes: [Scope, ...Scope[]]
) {
  const eventType = eventTypeFor(data, ...scopes);
  return (type: string, description: string, happened = type.slice(type.indexOf('.') + 1)) =>
    eventType(type, description, (shown) => `${subject(shown)} ${happened}`);
}

/** An event that will be written with the commit. */
export interface PendingEvent {
  event_id: string;
  type: string;
  data: unknown;
  previous: unknown;
  /** Whether the database adds the numbers that it assigned in this transaction to the data. */
  assigned?: true;
}

/** The data of every event contains its lifecycle number, which the database adds. */
export function pendingEvent<Data extends TSchema>(
  type: EventType<Data>,
  data: Omit<Static<Data>, 'lifecycle_number'>,
  previous: Partial<Static<Data>> | null = null,
): PendingEvent {
  return { event_id: newUuid(), type: type.type, data, previous };
}

/** The same for a resource whose `number` the database assigned in this transaction. */
export function numberedEvent<Data extends TSchema>(
  type: EventType<Data>,
  data: Omit<Static<Data>, 'lifecycle_number' | 'number'>,
): PendingEvent {
  return { event_id: newUuid(), type: type.type, data, previous: null, assigned: true };
}

/**
 * Used in place of a lifecycle number: the one that the database assigns in this transaction to the captured
 * lead. So no round trip is needed for it while the organization's counter is locked.
 */
export const ASSIGNED_NUMBER = 'assigned';
