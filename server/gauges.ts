import { refreshLogGauges } from './features/events/index.ts';
import { refreshWebhookGauges } from './features/webhooks/index.ts';
import type { Database } from './platform/database/database.ts';
import type { Metrics } from './platform/metrics.ts';
import { refreshQueueGauges } from './platform/tasks/queue-gauges.ts';

/** Updates what /metrics shows of the database. */
export async function refreshGauges(database: Database, metrics: Metrics): Promise<void> {
  const { total, idle, waiting } = database.connections;
  metrics.databaseConnections.set({ state: 'in_use' }, total - idle);
  metrics.databaseConnections.set({ state: 'idle' }, idle);
  metrics.databaseConnections.set({ state: 'waiting' }, waiting);
  await refreshQueueGauges(database, metrics);
  await refreshLogGauges(database, metrics);
  await refreshWebhookGauges(database, metrics);
}
