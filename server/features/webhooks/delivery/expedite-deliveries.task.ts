import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { enqueue } from '../../../platform/tasks/enqueue.ts';
import type { Task } from '../../../platform/tasks/task.ts';
import { DELIVERING } from './outcomes.ts';

interface ExpediteDeliveries {
  webhook_endpoint_id: string;
  enabled_at: string;
}

/** This many rows take about 100 ms. One transaction for all of them could exceed its timeout. */
const AT_ONCE = 5_000;

/** When an endpoint is enabled again, its pending deliveries are sent now instead of at their planned time. */
export const expediteDeliveries: Task<ExpediteDeliveries> = {
  name: 'expedite-webhook-deliveries',
  description: 'Makes the pending deliveries of an endpoint due when it is enabled again.',
  retryLimit: 10,
  async handle({ database }, tasks) {
    for (const { data } of tasks) {
      const as = { organizationId: data.organization_id, actor: DELIVERING };
      for (;;) {
        const expedited = await database.transaction(as, (tx) =>
          tx.query(makeDue, [tx.organizationId, data.webhook_endpoint_id, tx.now, data.enabled_at]),
        );
        if (expedited.length < AT_ONCE) break;
      }
    }
  },
};

export function expedite(tx: Tx, endpointId: string): void {
  enqueue(tx, expediteDeliveries, {
    webhook_endpoint_id: endpointId,
    enabled_at: tx.now.toISOString(),
  });
}

// Deliveries that failed after it was enabled keep their planned time.
const makeDue = statement(
  'expedite_webhook_deliveries',
  `update webhook_deliveries d set next_attempt_at = $3
   from (
     select delivery_id, event_logged_at from webhook_deliveries
     where organization_id = $1 and webhook_endpoint_id = $2 and status = 'pending' and next_attempt_at > $3
       and event_logged_at >= (select webhooks_pending_from($1))
       and (attempts = '[]' or (attempts->-1->>'at')::timestamptz <= $4)
     order by next_attempt_at limit ${AT_ONCE} for no key update
   ) as waiting
   where d.organization_id = $1 and d.webhook_endpoint_id = $2 and d.delivery_id = waiting.delivery_id
     and d.event_logged_at = waiting.event_logged_at
   returning d.delivery_id`,
);
