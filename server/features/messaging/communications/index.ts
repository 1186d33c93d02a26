export { nextAwake } from './awake.ts';
export * as communicationEvents from './events.ts';
export { listCommunications } from './list-communications.ts';
export { newestCommunications } from './list-queries.ts';
export {
  canonicalAddress,
  communicationErrors,
  isHeard,
  isToBeSent,
  readAddress,
  reasonNotToSend,
  type SentBy,
  unreadableAddress,
} from './message.ts';
export {
  findOptOut,
  findStanding,
  isOptedOut,
  listOptOutRows,
  optIn,
  optOut,
  toOptOut,
} from './opt-outs.ts';
export {
  type CommunicationRow,
  findByReference,
  findCommunication,
  toCommunication,
} from './queries.ts';
export { type MessageToQueue, queueMessage, queueOptOutConfirmation } from './queue-message.ts';
export { readCommunication } from './read-communication.ts';
export {
  findLeadOfCustomer,
  findRecipient,
  isNotToBeContacted,
  type Recipient,
} from './recipients.ts';
export { type Partner, record, recordInboundTranscript } from './record.ts';
export { reportDelivery } from './report-delivery.ts';
export { retryCommunication } from './retry-communication.ts';
export { Communication, OptOut, optOutChannel, RecordCommunicationBody } from './schemas.ts';
export { sendCommunication } from './send-communication.task.ts';
export { testChannel } from './test-channel.ts';
export { findTopics } from './topics.ts';
