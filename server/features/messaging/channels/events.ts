import { eventType } from '../../../platform/events/event.ts';
import { Channel } from './schemas.ts';

export const channelCreated = eventType(
  'channel.created',
  'A way to send texts or mails was set up.',
  Channel,
  (channel) => `Channel ${channel.name} set up`,
);
export const channelUpdated = eventType(
  'channel.updated',
  'A channel changed, or was switched on or off: see `previous`. Secrets are in neither.',
  Channel,
  (channel) => `Channel ${channel.name} changed`,
);
