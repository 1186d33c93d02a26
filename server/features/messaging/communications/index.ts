export { nextAwake } from './awake.ts';
export * as communicationEvents from './events.ts';
export { listCommunications } from './list-communications.ts';
export { newestCommunications } from './list-queries.ts';
export { communicationErrors, isHeard, isToBeSent, reasonNotToSend } from './message.ts';
export {
  type CommunicationRow,
  findByReference,
  findCommunication,
  toCommunication,
} from './queries.ts';
export { type MessageToQueue, queueMessage, queueOptOutConfirmation } from './queue-message.ts';
export { readCommunication } from './read-communication.ts';
export {
  findRecipient,
  isNotToBeContacted,
  type Recipient,
} from './recipients.ts';
export { type Partner, record, recordInboundTranscript } from './record.ts';
export { reportDelivery } from './report-delivery.ts';
export { retryCommunication } from './retry-communication.ts';
export { Communication, RecordCommunicationBody } from './schemas.ts';
export { sendCommunication } from './send-communication.task.ts';
export { testChannel } from './test-channel.ts';
export { findTopics } from './topics.ts';
