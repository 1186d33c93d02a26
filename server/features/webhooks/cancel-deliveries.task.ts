import type { Tx } from '../../platform/database/transaction.ts';
import type { Actor } from '../../platform/events/event.ts';
import { enqueue } from '../../platform/tasks/enqueue.ts';
import type { Task } from '../../platform/tasks/task.ts';
import { CANCELED_AT_ONCE, cancelSomePending } from './delivery-queries.ts';

const WEBHOOKS: Actor = { type: 'system', id: null, name: 'webhooks' };

/** The pending deliveries of an endpoint, or only those queued by one replay. */
interface CancelDeliveries {
  webhook_endpoint_id: string;
  replay_id: string | null;
}

/** Safe to run twice: it cancels only what is still pending. */
export const cancelDeliveries: Task<CancelDeliveries> = {
  name: 'cancel-webhook-deliveries',
  description: 'Cancels the pending deliveries of a deleted endpoint or a canceled replay.',
  retryLimit: 10,
  async handle({ database }, tasks) {
    for (const { data } of tasks) {
      const as = { organizationId: data.organization_id, actor: WEBHOOKS };
      const step = () =>
        database.transaction(as, (tx) =>
          cancelSomePending(tx, data.webhook_endpoint_id, data.replay_id),
        );
      while ((await step()) === CANCELED_AT_ONCE);
    }
  },
};

/** Cancels as many as fit into one request. The task cancels the rest. */
export async function cancelPending(
  tx: Tx,
  endpointId: string,
  replayId: string | null = null,
): Promise<void> {
  const canceled = await cancelSomePending(tx, endpointId, replayId);
  if (canceled < CANCELED_AT_ONCE) return;
  enqueue(tx, cancelDeliveries, { webhook_endpoint_id: endpointId, replay_id: replayId });
}
