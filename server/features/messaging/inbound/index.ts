export type { AskAboutVisit } from './apply-keyword.ts';
export { serveGatewayCallbacks } from './gateway-callbacks.ts';
export { recordCommunication } from './record-communication.ts';
export { serveUnsubscribePages } from './unsubscribe-pages.ts';
