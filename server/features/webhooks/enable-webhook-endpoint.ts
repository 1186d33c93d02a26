import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { changeEndpoint, ENABLED } from './change-endpoint.ts';
import { expedite } from './delivery/expedite-deliveries.task.ts';
import { resetFailures } from './endpoint-health.ts';
import { WebhookEndpoint } from './endpoint-schemas.ts';
import { webhookEndpointEnabled } from './events.ts';
import { lockUndeletedEndpoint, toEndpoint } from './queries.ts';

export const enableWebhookEndpoint = mutation({
  id: 'enableWebhookEndpoint',
  method: 'POST',
  path: '/v1/webhook-endpoints/{id}/enable',
  tag: 'Webhooks',
  resource: 'webhook endpoint',
  scopes: ['webhooks:write'],
  summary: 'Enable a webhook endpoint',
  description:
    'Sends events again, starting with those that were queued. This also works for an endpoint disabled as `gone` or `failing`: the 120 hours start again. Calling it again changes nothing.',
  responses: returns(WebhookEndpoint, 'The enabled endpoint.'),
  problems: ['webhook_endpoint_deleted'],
  undo: 'disableWebhookEndpoint',
  async run(tx, { params }) {
    const before = await lockUndeletedEndpoint(tx, params.id);
    if (before.enabled) return { status: 200, body: toEndpoint(before) };
    resetFailures(tx, before.webhook_endpoint_id);
    expedite(tx, before.webhook_endpoint_id);
    return { status: 200, body: changeEndpoint(tx, before, ENABLED, webhookEndpointEnabled) };
  },
});
