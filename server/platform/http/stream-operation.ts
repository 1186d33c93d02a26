import type { Authenticator, Caller } from '../auth/authenticator.ts';
import type { Database } from '../database/database.ts';
import type { Announcements } from '../events/announcements.ts';
import type { Metrics } from '../metrics.ts';
import type { Described } from './operation.ts';
import type { SseConnection } from './sse-connection.ts';

/** A response that goes on for as long as both sides like, as server-sent events. */
export interface StreamOperation extends Described {
  kind: 'stream';
  method: 'GET';
  /** An example of what is sent, for the document. */
  answers: Record<200, { description: string; example: string }>;
  check: null;
  /** Called once in each process: what all its listeners share. */
  start(services: StreamServices): StreamSource;
}

export interface StreamServices {
  database: Database;
  authenticator: Authenticator;
  announcements: Announcements;
  metrics: Metrics;
  heartbeatMs: number;
}

export interface StreamSource<Query = unknown> {
  /** Refuses, or says how it begins; nothing has been answered yet. */
  open(asked: {
    query: Query;
    caller: Caller;
    /** As it was sent: a stream outlives the moment at which its token was looked at. */
    authorization: string;
    lastEventId: string | undefined;
  }): Promise<(connection: SseConnection) => void>;
  /** Ends all streams, at once. */
  stop(): void;
}

export function stream(
  spec: Omit<StreamOperation, 'kind' | 'method' | 'params' | 'check' | 'effect' | 'undo'>,
): StreamOperation {
  const defaults = { params: {}, check: null, effect: 'read', undo: null } as const;
  return { ...spec, ...defaults, kind: 'stream', method: 'GET' };
}
