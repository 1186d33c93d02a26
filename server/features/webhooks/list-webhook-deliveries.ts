import Type from 'typebox';
import { read } from '../../platform/http/operation.ts';
import { listQuery, pageAnswer, pageById } from '../../platform/paging.ts';
import { listDeliveryRows, toDelivery } from './delivery-queries.ts';
import { deliveryStatus, WebhookDelivery } from './delivery-schemas.ts';
import { unknownKind } from './endpoint-fields.ts';
import { kindsMatching } from './patterns.ts';
import { findEndpoint } from './queries.ts';

export const listWebhookDeliveries = read({
  id: 'listWebhookDeliveries',
  path: '/v1/webhook-endpoints/{id}/deliveries',
  tag: 'Webhooks',
  resource: 'webhook endpoint',
  scopes: ['webhooks:read'],
  params: { id: 'webhook_endpoint' },
  summary: 'List deliveries to a webhook endpoint',
  description:
    'What went to the endpoint, or is on its way, newest first. Filters are combined. Read one to see every attempt.',
  query: listQuery({
    status: Type.Optional(deliveryStatus),
    event_type: Type.Optional(
      Type.String({
        maxLength: 100,
        pattern: '^(\\*|[a-z_]+\\.(\\*|[a-z_]+))$',
        description: 'Only events of this kind, or of the kinds that match, as `lead.*` does.',
        examples: ['lead.qualified'],
      }),
    ),
  }),
  answers: pageAnswer(WebhookDelivery, 'The deliveries, newest first.'),
  check: (query, eventTypes) => unknownKind(query.event_type, '/event_type', eventTypes),
  async run(tx, { params, query, eventTypes }) {
    const kinds = eventTypes.names;
    const filters = {
      status: query.status ?? null,
      eventTypes: query.event_type === undefined ? null : kindsMatching(query.event_type, kinds),
    };
    const list = pageById(query, 'delivery', {
      rows: (before, limit) => listDeliveryRows(tx, params.id, filters, kinds, { before, limit }),
      idOf: (row) => row.delivery_id,
      toItem: toDelivery,
    });
    const [deliveries] = await Promise.all([list, findEndpoint(tx, params.id)]);
    return deliveries;
  },
});
