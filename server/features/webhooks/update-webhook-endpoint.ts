import { changedFields } from '../../platform/events/changed-fields.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { changeEndpoint, disabled, ENABLED } from './change-endpoint.ts';
import { expedite } from './delivery/expedite-deliveries.task.ts';
import { assertReachable, checkFields } from './endpoint-fields.ts';
import { resetFailures } from './endpoint-health.ts';
import { UpdateWebhookEndpointBody, WebhookEndpoint } from './endpoint-schemas.ts';
import { scopesAfter } from './endpoint-scopes.ts';
import {
  webhookEndpointDisabled,
  webhookEndpointEnabled,
  webhookEndpointUpdated,
} from './events.ts';
import { distinctPatterns } from './patterns.ts';
import { type EndpointRow, lockUndeletedEndpoint, toEndpoint } from './queries.ts';

export const updateWebhookEndpoint = mutation({
  id: 'updateWebhookEndpoint',
  method: 'PATCH',
  path: '/v1/webhook-endpoints/{id}',
  tag: 'Webhooks',
  resource: 'webhook endpoint',
  scopes: ['webhooks:write'],
  summary: 'Update a webhook endpoint',
  description:
    'Changes the fields you send; null clears a field. A new `url` also applies to pending deliveries. New `event_types` and a new `ordering` apply to later events. If your token can read less than the endpoint receives, sending `url` or `event_types` limits its `scopes`. `enabled` does the same as `enable` and `disable`.',
  body: UpdateWebhookEndpointBody,
  responses: returns(WebhookEndpoint, 'The updated endpoint.'),
  problems: ['webhook_endpoint_deleted'],
  check: checkFields,
  async run(tx, { params, body, caller, eventTypes, allowsPrivateAddresses }) {
    if (body.url !== undefined) assertReachable(body.url, allowsPrivateAddresses);
    const before = await lockUndeletedEndpoint(tx, params.id);
    const scopes = scopesAfter(before.scopes, body, caller, eventTypes);
    const settings = { ...settingsAfter(before, body), scopes };
    const isChanged = Object.keys(changedFields(before, { ...before, ...settings })).length > 0;
    const isToggled = body.enabled !== undefined && body.enabled !== before.enabled;
    if (!isChanged && !isToggled) return { status: 200, body: toEndpoint(before) };

    const state = body.enabled ? ENABLED : disabled(tx.now, 'by_request');
    if (isToggled && body.enabled) {
      resetFailures(tx, before.webhook_endpoint_id);
      expedite(tx, before.webhook_endpoint_id);
    }
    const types = [
      ...(isChanged ? [webhookEndpointUpdated] : []),
      ...(isToggled ? [body.enabled ? webhookEndpointEnabled : webhookEndpointDisabled] : []),
    ];
    const changes = { ...settings, ...(isToggled ? state : {}) };
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
