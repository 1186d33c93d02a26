export { createChannel } from './create-channel.ts';
export * as channelEvents from './events.ts';
export { getChannel } from './get-channel.ts';
export { listChannels } from './list-channels.ts';
export { sealedChannels } from './secret.ts';
export { updateChannel } from './update-channel.ts';
