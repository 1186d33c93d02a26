import { pendingEvent } from '../../platform/events/event.ts';
import { beginToFollow } from '../../platform/events/follow-log.ts';
import { EVERYTHING } from '../../platform/events/patterns.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { newUuid } from '../../platform/ids.ts';
import { disabled, ENABLED } from './change-endpoint.ts';
import { WEBHOOKS_FOLLOWER } from './delivery/fan-out.ts';
import { assertReachable, checkFields } from './endpoint-fields.ts';
import { CreateWebhookEndpointBody, WebhookEndpointWithSecret } from './endpoint-schemas.ts';
import { scopesOfNewEndpoint } from './endpoint-scopes.ts';
import { webhookEndpointCreated } from './events.ts';
import { distinctPatterns } from './patterns.ts';
import { type EndpointRow, insertEndpoint, toEndpoint, toLoggedEndpoint } from './queries.ts';
import { newSecret, sealSecret } from './secret.ts';

export const createWebhookEndpoint = mutation({
  id: 'createWebhookEndpoint',
  method: 'POST',
  path: '/v1/webhook-endpoints',
  tag: 'Webhooks',
  resource: 'webhook endpoint',
  scopes: ['webhooks:write'],
  secret: true,
  summary: 'Create a webhook endpoint',
  description:
    'From now on, events that your token can read are posted to its `url`, signed with the `secret` as Standard Webhooks defines. The secret is shown only in this response. See /docs/guides/webhooks for what a receiver has to do.',
  body: CreateWebhookEndpointBody,
  responses: creates(WebhookEndpointWithSecret, 'The endpoint with its secret.'),
  problems: ['secret_key_missing', 'quota_exceeded'],
  undo: 'deleteWebhookEndpoint',
  check: checkFields,
  async run(tx, { body, caller, eventTypes, secrets, allowsPrivateAddresses }) {
    assertReachable(body.url, allowsPrivateAddresses);
    const endpointId = newUuid();
    const secret = body.secret ?? newSecret();
    const row: EndpointRow = {
      webhook_endpoint_id: endpointId,
      url: body.url,
      description: body.description?.trim() || null,
      event_types: distinctPatterns(body.event_types ?? [EVERYTHING]),
      scopes: scopesOfNewEndpoint(caller, eventTypes),
      ...((body.enabled ?? true) ? ENABLED : disabled(tx.now, 'by_request')),
      rate_limit_per_second: body.rate_limit_per_second ?? null,
      ordering: body.ordering ?? 'none',
      sealed_secret: sealSecret(secrets, secret, endpointId),
      sealed_previous_secret: null,
      previous_secret_until: null,
      from_seq: 0,
      deleted_at: null,
      created_at: tx.now,
      updated_at: tx.now,
    };
    insertEndpoint(tx, row);
    beginToFollow(tx, WEBHOOKS_FOLLOWER);
    tx.emit(null, pendingEvent(webhookEndpointCreated, toLoggedEndpoint(row)));
    return { status: 201, body: { ...toEndpoint(row), secret } };
  },
});
