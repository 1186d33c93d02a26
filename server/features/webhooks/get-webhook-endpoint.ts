import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { findHealth } from './endpoint-health.ts';
import { WebhookEndpointWithHealth } from './endpoint-schemas.ts';
import { findEndpoint, toEndpoint } from './queries.ts';

export const getWebhookEndpoint = read({
  id: 'getWebhookEndpoint',
  path: '/v1/webhook-endpoints/{id}',
  tag: 'Webhooks',
  resource: 'webhook endpoint',
  scopes: ['webhooks:read'],
  summary: 'Get a webhook endpoint',
  description:
    'Returns one endpoint with its delivery health, even if it was deleted. Its secret is not shown.',
  responses: returns(WebhookEndpointWithHealth, 'The endpoint with its health.'),
  async run(tx, { params }) {
    const [row, health] = await Promise.all([
      findEndpoint(tx, params.id),
      findHealth(tx, params.id),
    ]);
    return { ...toEndpoint(row), health };
  },
});
