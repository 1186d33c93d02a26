export { createChannel } from './create-channel.ts';
export * as channelEvents from './events.ts';
export { listChannels } from './list-channels.ts';
export { readChannel } from './read-channel.ts';
export { updateChannel } from './update-channel.ts';
