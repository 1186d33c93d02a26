import { toPublicId } from '../../domain/ids.ts';
import { conflict } from '../../platform/errors.ts';
import { changedFields } from '../../platform/events/changed-fields.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import {
  type DeliveryRow,
  lockDelivery,
  makeDue,
  toDelivery,
  toDeliveryWithAttempts,
} from './delivery-queries.ts';
import { WebhookDeliveryWithAttempts } from './delivery-schemas.ts';
import { webhookDeliveryRetried } from './events.ts';

export const retryWebhookDelivery = mutation({
  id: 'retryWebhookDelivery',
  method: 'POST',
  path: '/v1/webhook-endpoints/{id}/deliveries/{delivery_id}/retry',
  tag: 'Webhooks',
  resource: 'delivery',
  scopes: ['webhooks:write'],
  problems: ['delivery_settled'],
  params: { id: 'webhook_endpoint', delivery_id: 'delivery' },
  summary: 'Try a delivery at once',
  description:
    'Makes a pending delivery due now instead of at its time; the plan goes on from there if it fails. To a disabled endpoint it goes when that is enabled, and one that waits for earlier ones of its lifecycle still does. What is settled is sent again by a replay.',
  answers: {
    200: { description: 'The delivery, due now.', body: WebhookDeliveryWithAttempts },
  },
  async run(tx, { params }) {
    const key = { endpointId: params.id, deliveryId: params.delivery_id };
    const before = await lockDelivery(tx, key);
    assertPending(before);
    makeDue(tx, key);
    const after = { ...before, next_attempt_at: tx.now };
    const previous = changedFields(toDelivery(before), toDelivery(after));
    // Under no number: in the history of a customer it would tell nobody anything.
    tx.emit(null, pendingEvent(webhookDeliveryRetried, toDelivery(after), previous));
    return { status: 200, body: toDeliveryWithAttempts(after) };
  },
});

function assertPending({ status, event_id, webhook_endpoint_id }: DeliveryRow): void {
  if (status === 'pending') return;
  const path = `/v1/webhook-endpoints/${toPublicId('webhook_endpoint', webhook_endpoint_id)}`;
  throw conflict(
    'delivery_settled',
    `This delivery is ${status}. To send the event again, POST ${path}/replays { "event_ids": ["${toPublicId('event', event_id)}"] }; an example is sent by POST ${path}/test.`,
  );
}
