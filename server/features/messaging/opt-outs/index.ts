export { createOptOut } from './create-opt-out.ts';
export * as optOutEvents from './events.ts';
export { getOptOut } from './get-opt-out.ts';
export { listOptOuts } from './list-opt-outs.ts';
export { isOptedOut } from './queries.ts';
export { revokeOptOut } from './revoke-opt-out.ts';
