import { toPublicId } from '../../domain/ids.ts';
import { conflict } from '../../platform/errors.ts';
import { changedFields } from '../../platform/events/changed-fields.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
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
  params: { id: 'webhook_endpoint', delivery_id: 'delivery' },
  summary: 'Retry a delivery now',
  description:
    'Makes a pending delivery due now instead of at its planned time. If the attempt fails, the retry plan continues from there. If the endpoint is disabled, the delivery is sent when it is enabled. A delivery that waits for earlier events of its lifecycle keeps waiting. To send a settled delivery again, use a replay.',
  responses: returns(WebhookDeliveryWithAttempts, 'The delivery, which is due now.'),
  problems: ['delivery_settled'],
  effect: 'external',
  async run(tx, { params, caller, eventTypes }) {
    const key = { endpointId: params.id, deliveryId: params.delivery_id };
    const before = await lockDelivery(tx, key, eventTypes.viewOf(caller.scopes));
    assertPending(before);
    makeDue(tx, key);
    const after = { ...before, next_attempt_at: tx.now };
    const previous = changedFields(toDelivery(before), toDelivery(after));
    // Without a lifecycle number: in a customer's history it would help no one.
    tx.emit(null, pendingEvent(webhookDeliveryRetried, toDelivery(after), previous));
    return { status: 200, body: toDeliveryWithAttempts(after) };
  },
});

function assertPending({ status, event_id, webhook_endpoint_id }: DeliveryRow): void {
  if (status === 'pending') return;
  const path = `/v1/webhook-endpoints/${toPublicId('webhook_endpoint', webhook_endpoint_id)}`;
  throw conflict(
    'delivery_settled',
    `This delivery is ${status}. To send the event again, POST ${path}/replays { "event_ids": ["${toPublicId('event', event_id)}"] }. To send an example event, POST ${path}/test.`,
  );
}
