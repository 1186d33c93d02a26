import Type from 'typebox';
import { read } from '../../platform/http/operation.ts';
import { listQuery, pageById, pagesOf } from '../../platform/paging.ts';
import { WebhookEndpoint } from './endpoint-schemas.ts';
import { listEndpointRows, toEndpoint } from './queries.ts';

export const listWebhookEndpoints = read({
  id: 'listWebhookEndpoints',
  path: '/v1/webhook-endpoints',
  tag: 'Webhooks',
  resource: 'webhook endpoint',
  scopes: ['webhooks:read'],
  summary: 'List webhook endpoints',
  description: 'The endpoints of your organization, newest first. Deleted ones are left out.',
  query: listQuery({
    enabled: Type.Optional(
      Type.Boolean({
        description: '`true` for enabled endpoints only, `false` for disabled ones only.',
        examples: [true],
      }),
    ),
  }),
  responses: pagesOf(WebhookEndpoint, 'The endpoints, newest first.'),
  async run(tx, { query }) {
    const enabled = query.enabled ?? null;
    return pageById(
      query,
      'webhook_endpoint',
      (before, limit) => listEndpointRows(tx, { enabled, before, limit }),
      toEndpoint,
    );
  },
});
