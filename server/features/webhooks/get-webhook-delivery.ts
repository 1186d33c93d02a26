import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { findDelivery, toDeliveryWithAttempts } from './delivery-queries.ts';
import { WebhookDeliveryWithAttempts } from './delivery-schemas.ts';

export const getWebhookDelivery = read({
  id: 'getWebhookDelivery',
  path: '/v1/webhook-endpoints/{id}/deliveries/{delivery_id}',
  tag: 'Webhooks',
  resource: 'delivery',
  scopes: ['webhooks:read'],
  params: { id: 'webhook_endpoint', delivery_id: 'delivery' },
  summary: 'Get a delivery',
  description:
    'Returns one delivery with every attempt: when it was, how long it took, and the response. A delivery of an event that your token cannot read is not found.',
  responses: returns(WebhookDeliveryWithAttempts, 'The delivery with its attempts.'),
  async run(tx, { params, caller, eventTypes }) {
    const key = { endpointId: params.id, deliveryId: params.delivery_id };
    return toDeliveryWithAttempts(await findDelivery(tx, key, eventTypes.viewOf(caller.scopes)));
  },
});
