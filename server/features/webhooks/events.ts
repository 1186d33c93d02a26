import { eventTypeFor } from '../../platform/events/event.ts';
import { WebhookDelivery } from './delivery-schemas.ts';
import { WebhookEndpoint } from './endpoint-schemas.ts';
import { WebhookReplay } from './replay-schemas.ts';

const webhookEndpointEvent = eventTypeFor(WebhookEndpoint, 'webhooks:read', 'webhooks:write');
const webhookReplayEvent = eventTypeFor(WebhookReplay, 'webhooks:read', 'webhooks:write');
const webhookDeliveryEvent = eventTypeFor(WebhookDelivery, 'webhooks:read', 'webhooks:write');

/** No event contains a secret: of the url, only the server. */

export const webhookEndpointCreated = webhookEndpointEvent(
  'webhook_endpoint.created',
  'A webhook endpoint was created.',
  ({ url }) => `Webhook endpoint ${url} created`,
);
export const webhookEndpointUpdated = webhookEndpointEvent(
  'webhook_endpoint.updated',
  'A webhook endpoint was updated. See `previous` for the old values.',
  ({ url }) => `Webhook endpoint ${url} updated`,
);
export const webhookEndpointEnabled = webhookEndpointEvent(
  'webhook_endpoint.enabled',
  'A webhook endpoint was enabled. Events are sent to it again, starting with those that were queued.',
  ({ url }) => `Webhook endpoint ${url} enabled`,
);
export const webhookEndpointDisabled = webhookEndpointEvent(
  'webhook_endpoint.disabled',
  'A webhook endpoint was disabled. Events are queued until it is enabled again. See `disabled_reason`.',
  ({ url, disabled_reason: reason }) =>
    `Webhook endpoint ${url} disabled: ${reason?.replaceAll('_', ' ')}`,
);
export const webhookEndpointDeleted = webhookEndpointEvent(
  'webhook_endpoint.deleted',
  'A webhook endpoint was deleted and its pending deliveries were canceled.',
  ({ url }) => `Webhook endpoint ${url} deleted`,
);
export const webhookEndpointSecretRotated = webhookEndpointEvent(
  'webhook_endpoint.secret_rotated',
  'A webhook endpoint has a new secret. Requests are also signed with the previous one until `previous_secret_until`.',
  ({ url }) => `Webhook endpoint ${url} has a new secret`,
);

export const webhookEndpointReplayStarted = webhookReplayEvent(
  'webhook_endpoint.replay_started',
  'A replay of events to a webhook endpoint was started.',
  ({ total }) => `Replay of ${total} events started`,
);
export const webhookEndpointReplayCompleted = webhookReplayEvent(
  'webhook_endpoint.replay_completed',
  'All deliveries of a replay have been queued.',
  ({ queued }) => `Replay completed, ${queued} deliveries queued`,
);
export const webhookEndpointReplayCanceled = webhookReplayEvent(
  'webhook_endpoint.replay_canceled',
  'A replay was canceled, with its pending deliveries.',
  ({ queued }) => `Replay canceled, ${queued} deliveries had been queued`,
);

export const webhookDeliveryRetried = webhookDeliveryEvent(
  'webhook_delivery.retried',
  'A user asked to retry a delivery now instead of at its planned time.',
  ({ event_type }) => `Delivery of ${event_type} retried on request`,
);
