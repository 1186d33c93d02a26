import type { Tx } from '../../platform/database/transaction.ts';
import type { Actor } from '../../platform/events/event.ts';
import { enqueue } from '../../platform/tasks/enqueue.ts';
import type { Task } from '../../platform/tasks/task.ts';
import { CANCELED_AT_ONCE, cancelSomePending } from './delivery-queries.ts';

const WEBHOOKS: Actor = { type: 'system', id: null, name: 'webhooks' };

/** What is on its way to an endpoint, or of that what one replay has queued. */
interface CancelDeliveries {
  webhook_endpoint_id: string;
  replay_id: string | null;
}

/** Safe to run twice: it takes what is still there. */
export const cancelDeliveries: Task<CancelDeliveries> = {
  name: 'cancel-webhook-deliveries',
  description: 'Calls off what is on its way to a deleted endpoint or of a canceled replay.',
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

/** Cancels as many as fit into a request, and leaves the rest to the task. */
export async function cancelPending(
  tx: Tx,
  endpointId: string,
  replayId: string | null = null,
): Promise<void> {
  const canceled = await cancelSomePending(tx, endpointId, replayId);
  if (canceled < CANCELED_AT_ONCE) return;
  enqueue(tx, cancelDeliveries, { webhook_endpoint_id: endpointId, replay_id: replayId });
}
