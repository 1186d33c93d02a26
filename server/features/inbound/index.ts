export { serveGatewayCallbacks } from './gateway-callbacks.ts';
export { serveUnsubscribePages } from './unsubscribe-pages.ts';
