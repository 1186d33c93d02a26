import Type from 'typebox';
import { read } from '../../platform/http/operation.ts';
import { listQuery, pageById, pagesOf } from '../../platform/paging.ts';
import { listDeliveryRows, toDelivery } from './delivery-queries.ts';
import { deliveryStatus, WebhookDelivery } from './delivery-schemas.ts';
import { unknownEventType } from './endpoint-fields.ts';
import { matchingEventTypes } from './patterns.ts';
import { findEndpoint } from './queries.ts';

export const listWebhookDeliveries = read({
  id: 'listWebhookDeliveries',
  path: '/v1/webhook-endpoints/{id}/deliveries',
  tag: 'Webhooks',
  resource: 'webhook endpoint',
  scopes: ['webhooks:read'],
  summary: 'List deliveries to a webhook endpoint',
  description:
    'Deliveries to the endpoint, pending ones included, newest first. Those of events that your token cannot read are left out. Filters are combined. Get a single delivery to see every attempt.',
  query: listQuery({
    status: Type.Optional(deliveryStatus),
    event_type: Type.Optional(
      Type.String({
        maxLength: 100,
        pattern: '^(\\*|[a-z_]+\\.(\\*|[a-z_]+))$',
        description:
          'Only events of this type, or of all types that match a pattern such as `lead.*`.',
        examples: ['lead.qualified'],
      }),
    ),
  }),
  responses: pagesOf(WebhookDelivery, 'The deliveries, newest first.'),
  check: (query, eventTypes) => unknownEventType(query.event_type, '/event_type', eventTypes),
  async run(tx, { params, query, caller, eventTypes }) {
    const types = eventTypes.names;
    const matching =
      query.event_type === undefined ? null : matchingEventTypes(query.event_type, types);
    const filters = {
      status: query.status ?? null,
      eventTypes: eventTypes.viewOf(caller.scopes).among(matching),
    };
    const list = pageById(
      query,
      'delivery',
      (before, limit) => listDeliveryRows(tx, params.id, filters, types, { before, limit }),
      toDelivery,
    );
    const [deliveries] = await Promise.all([list, findEndpoint(tx, params.id)]);
    return deliveries;
  },
});
