import { mutation } from '../../platform/http/operation.ts';
import { ExampleEvent, emitExample } from '../events/index.ts';
import { TestWebhookEndpointBody } from './endpoint-schemas.ts';
import { lockLivingEndpoint } from './queries.ts';

const DEFAULT_EXAMPLE = 'lead.qualified';

export const testWebhookEndpoint = mutation({
  id: 'testWebhookEndpoint',
  method: 'POST',
  path: '/v1/webhook-endpoints/{id}/test',
  tag: 'Webhooks',
  resource: 'webhook endpoint',
  scopes: ['webhooks:write'],
  problems: ['webhook_endpoint_deleted'],
  params: { id: 'webhook_endpoint' },
  summary: 'Send an example event to a webhook endpoint',
  description:
    'Sends an event that did not happen to this endpoint, whatever its patterns are. It takes the way of every event: see what became of it at `/deliveries`. To a disabled endpoint it goes when that is enabled.',
  body: TestWebhookEndpointBody,
  isBodyOptional: true,
  answers: { 202: { description: 'What is sent.', body: ExampleEvent } },
  async run(tx, { params, body, eventTypes }) {
    const { webhook_endpoint_id: webhookEndpointId } = await lockLivingEndpoint(tx, params.id);
    const eventType = body.event_type ?? DEFAULT_EXAMPLE;
    return { status: 202, body: emitExample(tx, eventTypes, { eventType, webhookEndpointId }) };
  },
});
