export { capture } from './capture.ts';
export {
  type CapturedBatch,
  captureBatch,
  type PreparedCapture,
  prepareCapture,
  probeBatch,
} from './capture-batch.ts';
export { captureLead } from './capture-lead.ts';
export { changeLead, lockLivingLead, stopSpeedToLead } from './change-lead.ts';
export {
  answered,
  CHANNELS,
  type Channel,
  type ConsentInput,
  type StoredConsent,
  toConsent,
} from '../../domain/consent.ts';
export { Consent, ConsentBody } from '../../domain/consent-schema.ts';
export { prepareEmail } from '../../domain/dedup/email.ts';
export { deleteLead } from './delete-lead.ts';
export { disqualifyLead } from './disqualify-lead.ts';
export * as leadEvents from './events.ts';
export {
  checkCapture,
  isEmail,
  malformedContact,
  normalizePhone,
  presentText,
  textAsSent,
} from './lead.ts';
export { listLeadDuplicates } from './list-lead-duplicates.ts';
export { listLeads } from './list-leads.ts';
export { markLeadContacted } from './mark-lead-contacted.ts';
export { mergeLead } from './merge-lead.ts';
export { type LifecycleMember, readMergedLifecycles } from './merge-queries.ts';
export { qualify, qualifyLead } from './qualify-lead.ts';
export {
  addContactKeys,
  findLead,
  findLeadOfLifecycle,
  type LeadRow,
  lockLead,
  lockLeadOfLifecycle,
  toLead,
} from './queries.ts';
export { readLead } from './read-lead.ts';
export { restoreLead } from './restore-lead.ts';
export { CaptureLeadBody, Lead, UpdateLeadBody } from './schemas.ts';
export { joinFound, readSearch, type Search, searchKeys, searchText } from '../../domain/search.ts';
export { SEARCH_TOO_SHORT, searchParameter } from '../../domain/search-parameter.ts';
export { unmergeLead } from './unmerge-lead.ts';
export { changeLeadFields, updateLead } from './update-lead.ts';
