import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { Metrics } from '../metrics.ts';

const queueDepths = statement('queue_depths', 'select * from queue_depths()');

interface QueueDepth {
  queue: string;
  ready: number;
  deferred: number;
  active: number;
  oldest_ready_seconds: number;
}

/** Updates the depth and age gauges of every queue when the metrics are requested. */
export async function refreshQueueGauges(database: Database, metrics: Metrics): Promise<void> {
  const rows = await database.withoutTenant<QueueDepth>(queueDepths, []);
  for (const row of rows) {
    if (row.queue === 'dead-letter') {
      metrics.deadLetters.set(row.ready);
      continue;
    }
    metrics.taskDepth.set({ task: row.queue, state: 'ready' }, row.ready);
    metrics.taskDepth.set({ task: row.queue, state: 'deferred' }, row.deferred);
    metrics.taskDepth.set({ task: row.queue, state: 'active' }, row.active);
    metrics.taskOldestAge.set({ task: row.queue }, row.oldest_ready_seconds);
  }
}
