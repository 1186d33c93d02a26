import type { Authenticator, Caller } from '../auth/authenticator.ts';
import type { Database } from '../database/database.ts';
import type { Announcements } from '../events/announcements.ts';
import type { EventCatalog } from '../events/event-catalog.ts';
import type { Metrics } from '../metrics.ts';
import type { Described } from './operation.ts';
import type { SseConnection } from './sse-connection.ts';

/** A response without an end: server-sent events, until one side closes it. */
export interface StreamOperation extends Described {
  kind: 'stream';
  method: 'GET';
  /** An example of the stream, for the document. */
  responses: Record<200, { description: string; example: string }>;
  check: null;
  /** Called once per process: creates what all its listeners share. */
  start(services: StreamServices): StreamSource;
}

export interface StreamServices {
  database: Database;
  authenticator: Authenticator;
  announcements: Announcements;
  metrics: Metrics;
  heartbeatMs: number;
  eventTypes: EventCatalog;
}

export interface StreamSource<Query = unknown> {
  /** Throws a problem, or returns the function that starts the stream. Nothing has been sent yet. */
  open(asked: {
    query: Query;
    caller: Caller;
    /** The header as sent: the token is checked again while the stream runs. */
    authorization: string;
    lastEventId: string | undefined;
  }): Promise<(connection: SseConnection) => void>;
  /** Closes all streams. */
  stop(): void;
}

export function stream(
  spec: Omit<StreamOperation, 'kind' | 'method' | 'params' | 'check' | 'effect' | 'undo'>,
): StreamOperation {
  const defaults = { params: {}, check: null, effect: 'read', undo: null } as const;
  return { ...spec, ...defaults, kind: 'stream', method: 'GET' };
}
