export { answerConsent, type Contact, ownAddress, withCustomer } from './answer-consent.ts';
export * as optOutEvents from './events.ts';
export { type Keyword, keywordOf } from './keywords.ts';
export { listOptOuts } from './list-opt-outs.ts';
export { isOptedOut, optIn, optOut } from './queries.ts';
export { readOptOut } from './read-opt-out.ts';
export { recordOptOut } from './record-opt-out.ts';
export { revokeOptOut } from './revoke-opt-out.ts';
