import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { changeEndpoint, disabled } from './change-endpoint.ts';
import { WebhookEndpoint } from './endpoint-schemas.ts';
import { webhookEndpointDisabled } from './events.ts';
import { lockUndeletedEndpoint, toEndpoint } from './queries.ts';

export const disableWebhookEndpoint = mutation({
  id: 'disableWebhookEndpoint',
  method: 'POST',
  path: '/v1/webhook-endpoints/{id}/disable',
  tag: 'Webhooks',
  resource: 'webhook endpoint',
  scopes: ['webhooks:write'],
  summary: 'Disable a webhook endpoint',
  description:
    'Stops sending to the endpoint. Events are queued until you enable it again; none is lost. Calling it again changes nothing.',
  responses: returns(WebhookEndpoint, 'The disabled endpoint.'),
  problems: ['webhook_endpoint_deleted'],
  effect: 'destructive',
  undo: 'enableWebhookEndpoint',
  async run(tx, { params }) {
    const before = await lockUndeletedEndpoint(tx, params.id);
    if (!before.enabled) return { status: 200, body: toEndpoint(before) };
    const changes = disabled(tx.now, 'by_request');
    return { status: 200, body: changeEndpoint(tx, before, changes, webhookEndpointDisabled) };
  },
});
