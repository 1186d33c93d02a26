import { eventTypeAbout } from '../../../platform/events/event.ts';
import { Channel } from './schemas.ts';

const channelEvent = eventTypeAbout(Channel, ({ name }) => `Channel ${name}`, 'channels:read');

export const channelCreated = channelEvent('channel.created', 'A channel was created.');
export const channelUpdated = channelEvent(
  'channel.updated',
  'A channel was changed, enabled or disabled; `previous` has the old values. Secrets are never included.',
);
