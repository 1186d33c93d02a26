import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { Metrics } from '../metrics.ts';

/** Waiting tasks of a queue are counted up to this: a scrape must not read a flood of them. */
const MAX_COUNTED = 10_000;

const queueDepths = statement('queue_depths', 'select * from queue_depths($1)');

interface QueueDepth {
  queue: string;
  ready: number;
  deferred: number;
  oldest_ready_seconds: number;
}

/** Updates the depth and age gauges of every queue when the metrics are requested. The worker counts running tasks. */
export async function refreshQueueGauges(database: Database, metrics: Metrics): Promise<void> {
  const rows = await database.withoutTenant<QueueDepth>(queueDepths, [MAX_COUNTED]);
  for (const row of rows) {
    if (row.queue === 'dead-letter') {
      metrics.deadLetters.set(row.ready);
      continue;
    }
    metrics.taskDepth.set({ task: row.queue, state: 'ready' }, row.ready);
    metrics.taskDepth.set({ task: row.queue, state: 'deferred' }, row.deferred);
    metrics.taskOldestAge.set({ task: row.queue }, row.oldest_ready_seconds);
  }
}
