import type { Database } from '../../../platform/database/database.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Metrics } from '../../../platform/metrics.ts';
import { MAX_COUNTED } from '../endpoint-schemas.ts';

const webhookBacklog = statement('webhook_backlog', 'select * from webhook_backlog($1, $2)');

const EMPTY = { pending: 0, oldest_due_seconds: 0 };

/** Updates the backlog gauges when the metrics are requested. */
export async function refreshWebhookGauges(database: Database, metrics: Metrics): Promise<void> {
  const [backlog = EMPTY] = await database.withoutTenant<{
    pending: number;
    oldest_due_seconds: number;
  }>(webhookBacklog, [database.clock.now(), MAX_COUNTED]);
  metrics.webhookPending.set(backlog.pending);
  metrics.webhookOldestDue.set(backlog.oldest_due_seconds);
}
