import Type from 'typebox';
import { read } from '../../platform/http/operation.ts';
import {
  DEFAULT_LIMIT,
  idCursor,
  listQuery,
  page,
  pageOf,
  readIdCursor,
} from '../../platform/paging.ts';
import { listEndpointRows, toEndpoint } from './queries.ts';
import { WebhookEndpoint } from './schemas.ts';

export const listWebhookEndpoints = read({
  id: 'listWebhookEndpoints',
  path: '/v1/webhook-endpoints',
  tag: 'Webhooks',
  resource: 'webhook endpoint',
  scopes: ['webhooks:read'],
  summary: 'List webhook endpoints',
  description: 'The endpoints of your organization, newest first, without those deleted.',
  query: listQuery({
    enabled: Type.Optional(
      Type.Boolean({ description: 'Only those that are enabled, or are not.', examples: [true] }),
    ),
  }),
  answers: {
    200: {
      description: 'A page of endpoints.',
      body: page(WebhookEndpoint, 'The endpoints, newest first.'),
    },
  },
  async run(tx, { query }) {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const rows = await listEndpointRows(tx, {
      enabled: query.enabled ?? null,
      before: readIdCursor('endpoint', query.cursor),
      limit: limit + 1,
    });
    return pageOf(rows, limit, toEndpoint, (row) => idCursor('endpoint', row.webhook_endpoint_id));
  },
});
