export { changeConsent } from './change-consent.ts';
export { createOptOut } from './create-opt-out.ts';
export { hashAddresses, sealedErasureKeys } from './erased-addresses.ts';
export * as optOutEvents from './events.ts';
export { getOptOut } from './get-opt-out.ts';
export { listOptOuts } from './list-opt-outs.ts';
export {
  findActive as findOptOutOf,
  isOptedOut,
  listOptOutRows,
  optIn,
  toOptOut,
} from './queries.ts';
export { revokeOptOut } from './revoke-opt-out.ts';
