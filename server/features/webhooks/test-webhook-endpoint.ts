import { mutation } from '../../platform/http/operation.ts';
import { accepts } from '../../platform/http/responses.ts';
import { ExampleEvent, emitExample } from '../events/index.ts';
import { TestWebhookEndpointBody } from './endpoint-schemas.ts';
import { lockUndeletedEndpoint } from './queries.ts';

const DEFAULT_EXAMPLE = 'lead.qualified';
/** For a token that does not read leads: it could not see the outcome of the delivery. */
const EXAMPLE_OF_WEBHOOKS = 'webhook_endpoint.updated';

export const testWebhookEndpoint = mutation({
  id: 'testWebhookEndpoint',
  method: 'POST',
  path: '/v1/webhook-endpoints/{id}/test',
  tag: 'Webhooks',
  resource: 'webhook endpoint',
  scopes: ['webhooks:write'],
  summary: 'Send an example event to a webhook endpoint',
  description:
    'Sends an event that did not really happen to this endpoint, regardless of its patterns. It is delivered like every other event; see its outcome at `/deliveries`. If the endpoint is disabled, the example is sent when it is enabled.',
  body: TestWebhookEndpointBody,
  isBodyOptional: true,
  responses: accepts(ExampleEvent, 'The example event that is sent.'),
  problems: ['webhook_endpoint_deleted'],
  effect: 'external',
  async run(tx, { params, body, caller, eventTypes }) {
    const { webhook_endpoint_id: webhookEndpointId } = await lockUndeletedEndpoint(tx, params.id);
    const seesLeads = eventTypes.viewOf(caller.scopes).sees(DEFAULT_EXAMPLE);
    const eventType = body.event_type ?? (seesLeads ? DEFAULT_EXAMPLE : EXAMPLE_OF_WEBHOOKS);
    return { status: 202, body: emitExample(tx, eventTypes, { eventType, webhookEndpointId }) };
  },
});
