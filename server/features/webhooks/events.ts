import { eventType } from '../../platform/events/event.ts';
import { WebhookDelivery } from './delivery-schemas.ts';
import { WebhookEndpoint } from './endpoint-schemas.ts';
import { WebhookReplay } from './replay-schemas.ts';

/** Secrets are in none of them. */

export const webhookEndpointCreated = eventType(
  'webhook_endpoint.created',
  'A webhook endpoint was made.',
  WebhookEndpoint,
  ({ url }) => `Webhook endpoint ${placeOf(url)} made`,
);
export const webhookEndpointUpdated = eventType(
  'webhook_endpoint.updated',
  'A webhook endpoint changed: see `previous`.',
  WebhookEndpoint,
  ({ url }) => `Webhook endpoint ${placeOf(url)} changed`,
);
export const webhookEndpointEnabled = eventType(
  'webhook_endpoint.enabled',
  'Events are sent to a webhook endpoint again, those that had queued first.',
  WebhookEndpoint,
  ({ url }) => `Webhook endpoint ${placeOf(url)} enabled`,
);
export const webhookEndpointDisabled = eventType(
  'webhook_endpoint.disabled',
  'Nothing is sent to a webhook endpoint any more until it is enabled; events queue. See `disabled_reason`.',
  WebhookEndpoint,
  ({ url, disabled_reason: reason }) =>
    `Webhook endpoint ${placeOf(url)} disabled: ${reason?.replaceAll('_', ' ')}`,
);
export const webhookEndpointDeleted = eventType(
  'webhook_endpoint.deleted',
  'A webhook endpoint was deleted, and what was on its way to it called off.',
  WebhookEndpoint,
  ({ url }) => `Webhook endpoint ${placeOf(url)} deleted`,
);
export const webhookEndpointSecretRotated = eventType(
  'webhook_endpoint.secret_rotated',
  'A webhook endpoint has a new secret. The one before is signed with as well until `previous_secret_until`.',
  WebhookEndpoint,
  ({ url }) => `Webhook endpoint ${placeOf(url)} has a new secret`,
);

export const webhookEndpointReplayStarted = eventType(
  'webhook_endpoint.replay_started',
  'Events are being sent to a webhook endpoint once more.',
  WebhookReplay,
  ({ total }) => `Replay of ${total} events started`,
);
export const webhookEndpointReplayCompleted = eventType(
  'webhook_endpoint.replay_completed',
  'Everything of a replay has been queued.',
  WebhookReplay,
  ({ queued }) => `Replay completed, ${queued} deliveries queued`,
);
export const webhookEndpointReplayCanceled = eventType(
  'webhook_endpoint.replay_canceled',
  'A replay was canceled, and what was on its way of it called off.',
  WebhookReplay,
  ({ queued }) => `Replay canceled, ${queued} deliveries had been queued`,
);

export const webhookDeliveryRetried = eventType(
  'webhook_delivery.retried',
  'Somebody had a delivery tried at once instead of at its time.',
  WebhookDelivery,
  ({ event_type }) => `Delivery of ${event_type} tried again by request`,
);

/** Without its query, which may hold a key of the receiver's. */
function placeOf(url: string): string {
  return url.replace(/\?.*$/s, '');
}
