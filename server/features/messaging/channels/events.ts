import { eventTypeFor } from '../../../platform/events/event.ts';
import { Channel } from './schemas.ts';

const channelEvent = eventTypeFor(Channel, 'channels:read');

export const channelCreated = channelEvent(
  'channel.created',
  'A channel was created.',
  (channel) => `Channel ${channel.name} created`,
);
export const channelUpdated = channelEvent(
  'channel.updated',
  'A channel was changed, enabled or disabled; `previous` has the old values. Secrets are never included.',
  (channel) => `Channel ${channel.name} updated`,
);
