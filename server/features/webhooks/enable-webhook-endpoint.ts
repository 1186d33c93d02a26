import { mutation } from '../../platform/http/operation.ts';
import { changeEndpoint, ENABLED } from './change-endpoint.ts';
import { expedite } from './delivery/expedite-deliveries.task.ts';
import { forgiveFailures } from './endpoint-health.ts';
import { WebhookEndpoint } from './endpoint-schemas.ts';
import { webhookEndpointEnabled } from './events.ts';
import { lockLivingEndpoint, toEndpoint } from './queries.ts';

export const enableWebhookEndpoint = mutation({
  id: 'enableWebhookEndpoint',
  method: 'POST',
  path: '/v1/webhook-endpoints/{id}/enable',
  tag: 'Webhooks',
  resource: 'webhook endpoint',
  scopes: ['webhooks:write'],
  problems: ['webhook_endpoint_deleted'],
  params: { id: 'webhook_endpoint' },
  summary: 'Enable a webhook endpoint',
  description:
    'Events go out again, those that had queued first, also after it was `gone` or `failing`: the 120 hours begin anew. Doing it again changes nothing.',
  answers: { 200: { description: 'The endpoint, enabled.', body: WebhookEndpoint } },
  async run(tx, { params }) {
    const before = await lockLivingEndpoint(tx, params.id);
    if (before.enabled) return { status: 200, body: toEndpoint(before) };
    forgiveFailures(tx, before.webhook_endpoint_id);
    expedite(tx, before.webhook_endpoint_id);
    return { status: 200, body: changeEndpoint(tx, before, ENABLED, webhookEndpointEnabled) };
  },
});
