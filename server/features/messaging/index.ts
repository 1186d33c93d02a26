/** The public interface of messaging for other features and the routes. */
export * from './channels/index.ts';
export * from './communications/index.ts';
export * from './inbound/index.ts';
export * from './opt-outs/index.ts';
export * from './sending/index.ts';
export * from './templates/index.ts';
