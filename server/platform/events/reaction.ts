import type { Tx } from '../database/transaction.ts';
import type { PendingEvent } from './event.ts';

/**
 * What must follow from an event in the transaction that emits it, before it commits; a follower of the log comes only
 * after the commit. So a lower feature can change what a higher one has to keep in step. Its own events cause no further
 * reactions.
 */
export interface Reaction {
  readonly types: readonly string[];
  readonly handle: (tx: Tx, events: readonly PendingEvent[]) => Promise<void>;
}
