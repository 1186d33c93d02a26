import { changedFields } from '../../platform/events/changed-fields.ts';
import { mutation } from '../../platform/http/operation.ts';
import { changeEndpoint, disabled, ENABLED } from './change-endpoint.ts';
import { expedite } from './delivery/expedite-deliveries.task.ts';
import { assertReachable, fieldErrors } from './endpoint-fields.ts';
import { forgiveFailures } from './endpoint-health.ts';
import { UpdateWebhookEndpointBody, WebhookEndpoint } from './endpoint-schemas.ts';
import {
  webhookEndpointDisabled,
  webhookEndpointEnabled,
  webhookEndpointUpdated,
} from './events.ts';
import { distinctPatterns } from './patterns.ts';
import { type EndpointRow, lockLivingEndpoint, toEndpoint } from './queries.ts';

export const updateWebhookEndpoint = mutation({
  id: 'updateWebhookEndpoint',
  method: 'PATCH',
  path: '/v1/webhook-endpoints/{id}',
  tag: 'Webhooks',
  resource: 'webhook endpoint',
  scopes: ['webhooks:write'],
  problems: ['webhook_endpoint_deleted'],
  params: { id: 'webhook_endpoint' },
  summary: 'Change a webhook endpoint',
  description:
    'Changes the fields that are sent; null empties one. Another `url` holds for what is on its way, too; other `event_types` and another `ordering` for events from then on. `enabled` does what `enable` and `disable` do.',
  body: UpdateWebhookEndpointBody,
  answers: { 200: { description: 'The endpoint after the change.', body: WebhookEndpoint } },
  check: (body, _caller, eventTypes) => ({ errors: fieldErrors(body, eventTypes) }),
  async run(tx, { params, body, allowsPrivateAddresses }) {
    if (body.url !== undefined) assertReachable(body.url, allowsPrivateAddresses);
    const before = await lockLivingEndpoint(tx, params.id);
    const settings = settingsAfter(before, body);
    const isChanged = Object.keys(changedFields(settingsAfter(before, {}), settings)).length > 0;
    const isSwitched = body.enabled !== undefined && body.enabled !== before.enabled;
    if (!isChanged && !isSwitched) return { status: 200, body: toEndpoint(before) };

    const state = body.enabled ? ENABLED : disabled(tx.now, 'by_request');
    if (isSwitched && body.enabled) {
      forgiveFailures(tx, before.webhook_endpoint_id);
      expedite(tx, before.webhook_endpoint_id);
    }
    const types = [
      ...(isChanged ? [webhookEndpointUpdated] : []),
      ...(isSwitched ? [body.enabled ? webhookEndpointEnabled : webhookEndpointDisabled] : []),
    ];
    const changes = { ...settings, ...(isSwitched ? state : {}) };
    return { status: 200, body: changeEndpoint(tx, before, changes, ...types) };
  },
});

type Settings = Pick<
  EndpointRow,
  'url' | 'event_types' | 'description' | 'rate_limit_per_second' | 'ordering'
>;

function settingsAfter(before: EndpointRow, body: Partial<Settings>): Settings {
  return {
    url: body.url ?? before.url,
    event_types: body.event_types ? distinctPatterns(body.event_types) : before.event_types,
    description:
      body.description === undefined ? before.description : body.description?.trim() || null,
    rate_limit_per_second:
      body.rate_limit_per_second === undefined
        ? before.rate_limit_per_second
        : body.rate_limit_per_second,
    ordering: body.ordering ?? before.ordering,
  };
}
