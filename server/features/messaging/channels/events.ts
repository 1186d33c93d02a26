import { eventTypeFor } from '../../../platform/events/event.ts';
import { Channel } from './schemas.ts';

const eventType = eventTypeFor('channels:read');

export const channelCreated = eventType(
  'channel.created',
  'A channel was created.',
  Channel,
  (channel) => `Channel ${channel.name} created`,
);
export const channelUpdated = eventType(
  'channel.updated',
  'A channel was changed, enabled or disabled; `previous` has the old values. Secrets are never included.',
  Channel,
  (channel) => `Channel ${channel.name} updated`,
);
