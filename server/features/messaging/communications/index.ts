export { findBlocks } from './blocks.ts';
export { linksIn, type MessageContent } from './contents.ts';
export * as communicationEvents from './events.ts';
export { isExpired, readExpiry } from './expiry.ts';
export { getCommunication } from './get-communication.ts';
export { listCommunications } from './list-communications.ts';
export { listCommunicationRows, newestCommunications } from './list-queries.ts';
export { MAX_TEXT_LENGTH, reasonNotToSend } from './message.ts';
export { addressesOfLifecycles, cancelQueuedMessages } from './messages-of-person.ts';
export { nextContactTime } from './next-contact-time.ts';
export { previewTemplate } from './preview-template.ts';
export { findCommunication, toCommunication } from './queries.ts';
export { baseUrlOf, queueMessage } from './queue-message.ts';
export { findRecipient, isNotToBeContacted, type Recipient } from './recipients.ts';
export { recordInboundTranscript } from './record.ts';
export { retryCommunication } from './retry-communication.ts';
export { Communication, expiresAt } from './schemas.ts';
export {
  type PrintDocument,
  sendCommunication,
  sendCommunicationWith,
} from './send-communication.task.ts';
export { sendMessage } from './send-message.ts';
export { isSendingPaused } from './sending-switch.ts';
export { testChannel } from './test-channel.ts';
export { findTopics, type Topics } from './topics.ts';
export { withdrawMessages } from './withdraw-messages.ts';
