export { createChannel } from './create-channel.ts';
export { deliver, isSafeToRepeat, type Outcome, senderOf } from './delivery.ts';
export * as channelEvents from './events.ts';
export { listChannels } from './list-channels.ts';
export {
  type ChannelRow,
  findActiveChannel,
  findChannel,
  findPublicChannel,
  type PublicChannel,
} from './queries.ts';
export { readChannel } from './read-channel.ts';
export type { ChannelKind } from './schemas.ts';
export { openSecret } from './secret.ts';
export { isSignedBy } from './signature.ts';
export { updateChannel } from './update-channel.ts';
