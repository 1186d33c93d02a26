export { answerConsent, type Contact, ownAddress, withCustomer } from './answer-consent.ts';
export { heedKeyword, keywordIn } from './heed-keyword.ts';
export { listOptOuts } from './list-opt-outs.ts';
export { readOptOut } from './read-opt-out.ts';
export { recordOptOut } from './record-opt-out.ts';
export { revokeOptOut } from './revoke-opt-out.ts';
