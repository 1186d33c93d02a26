export { createChannel } from './create-channel.ts';
export { deliver, type Outcome } from './delivery.ts';
export * as channelEvents from './events.ts';
export { getChannel } from './get-channel.ts';
export { listChannels } from './list-channels.ts';
export { findActiveChannel } from './queries.ts';
export { sealedChannels } from './secret.ts';
export { updateChannel } from './update-channel.ts';
