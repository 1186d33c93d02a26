import type { Statement } from '../database/statement.ts';
import type { Tx } from '../database/transaction.ts';
import { type Actor, appendEvents } from './event.ts';

/** A transaction in which events are kept back until all else is done. */
export interface DeferredEvents {
  tx: Tx;
  /** Writes them, in the order in which they were emitted, and answers the seq of the last. */
  flush(): Promise<number | null>;
}

/**
 * For work that emits in the middle and then goes on: whoever emits holds the organization's counter until
 * commit, and would make all others wait meanwhile, or wait for one of them who waits for the counter. Kept
 * back, events also travel together, one call for all that follow each other under one number.
 */
export function deferEvents(tx: Tx, actor: Actor = tx.actor): DeferredEvents {
  const kept: { lifecycleNumber: unknown; at: unknown; actor: unknown; events: unknown[] }[] = [];
  const keep = ([, lifecycleNumber, at, actor, events]: readonly unknown[]) => {
    const last = kept.at(-1);
    const more = JSON.parse(events as string) as unknown[];
    if (last && last.lifecycleNumber === lifecycleNumber && last.actor === actor) {
      last.events.push(...more);
    } else kept.push({ lifecycleNumber, at, actor, events: more });
  };
  return {
    tx: {
      organizationId: tx.organizationId,
      now: tx.now,
      actor,
      // As it is, not through a promise of our own: a failure that nobody awaits is heard by the commit.
      query<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
        if (statement !== appendEvents) return tx.query<Row>(statement, values);
        keep(values);
        return Promise.resolve([]);
      },
      inOrganization: (organizationId, work) => tx.inOrganization(organizationId, work),
      wake: (queue) => tx.wake(queue),
    },
    async flush() {
      const written = kept.map(({ lifecycleNumber, at, actor, events }) =>
        tx.query<{ last_seq: number }>(appendEvents, [
          tx.organizationId,
          lifecycleNumber,
          at,
          actor,
          JSON.stringify(events),
        ]),
      );
      const rows = await Promise.all(written);
      return rows.at(-1)?.[0]?.last_seq ?? null;
    },
  };
}
