export * as optOutEvents from './events.ts';
export { listOptOuts } from './list-opt-outs.ts';
export { isOptedOut } from './queries.ts';
export { readOptOut } from './read-opt-out.ts';
export { recordOptOut } from './record-opt-out.ts';
export { revokeOptOut } from './revoke-opt-out.ts';
