export * as communicationEvents from './events.ts';
export { listCommunications } from './list-communications.ts';
export { newestCommunications } from './queries.ts';
export { readCommunication } from './read-communication.ts';
export { recordCommunication, recordInboundTranscript } from './record-communication.ts';
export { Communication } from './schemas.ts';
