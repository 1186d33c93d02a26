import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { cancelPending } from './cancel-deliveries.task.ts';
import { changeEndpoint } from './change-endpoint.ts';
import { WebhookEndpoint } from './endpoint-schemas.ts';
import { webhookEndpointDeleted } from './events.ts';
import { lockEndpoint, toEndpoint } from './queries.ts';
import { cancelRunningReplays } from './replay-queries.ts';

export const deleteWebhookEndpoint = mutation({
  id: 'deleteWebhookEndpoint',
  method: 'DELETE',
  path: '/v1/webhook-endpoints/{id}',
  tag: 'Webhooks',
  resource: 'webhook endpoint',
  scopes: ['webhooks:write'],
  summary: 'Delete a webhook endpoint',
  description:
    'Sets `deleted_at`. Nothing more is sent to the endpoint; its pending deliveries and running replays are canceled. It no longer appears in lists, but you can still get it and its deliveries. Deleting it again returns the same `deleted_at`.',
  responses: returns(WebhookEndpoint, 'The endpoint with its `deleted_at`.'),
  async run(tx, { params }) {
    const before = await lockEndpoint(tx, params.id);
    if (before.deleted_at !== null) return { status: 200, body: toEndpoint(before) };
    cancelRunningReplays(tx, before.webhook_endpoint_id);
    await cancelPending(tx, before.webhook_endpoint_id);
    const changes = { deleted_at: tx.now };
    return { status: 200, body: changeEndpoint(tx, before, changes, webhookEndpointDeleted) };
  },
});
