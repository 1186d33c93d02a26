export { compareBatch } from './batch/compare.ts';
export { insertLeads, type NewLead } from './batch/insert.ts';
export { type PreparedCapture, prepareCapture } from './batch/prepare.ts';
export { probeBatch } from './batch/probe.ts';
export { type Capture, capture } from './capture.ts';
export { captureLead } from './capture-lead.ts';
export { findLeadBySourceRef } from './capture-queries.ts';
export {
  assertActive,
  changeLead,
  lockActiveLead,
  recordResponse,
  stopSpeedToLead,
} from './change-lead.ts';
export { deleteLead } from './delete-lead.ts';
export { dismissLeadDuplicate } from './dismiss-lead-duplicate.ts';
export { disqualifyLead } from './disqualify-lead.ts';
export { DuplicateMatch } from './duplicate-schema.ts';
export { findSamePerson, leadKeys, prepare } from './duplicates.ts';
export * as leadEvents from './events.ts';
export { getLead } from './get-lead.ts';
export { checkCapture } from './lead.ts';
export { listLeadDuplicates } from './list-lead-duplicates.ts';
export { listLeads } from './list-leads.ts';
export { searchLeadRows } from './list-leads-query.ts';
export { loseLead } from './lose-lead.ts';
export { markLeadContacted } from './mark-lead-contacted.ts';
export { mergeLead } from './merge-lead.ts';
export {
  type LifecycleMember,
  readLifecyclesOfCustomer,
  readMergedLifecycles,
} from './merge-queries.ts';
export type { CapturePolicy } from './new-lead.ts';
export { readAttribution, readMetadata } from './origin.ts';
export {
  Attribution,
  LINK_PARAMETERS,
  MAX_METADATA_KEYS,
  MAX_METADATA_LENGTH,
  Metadata,
} from './origin-schemas.ts';
export { win } from './outcome.ts';
export { type ReadOverviews, withOverviews } from './overviews.ts';
export { qualify, qualifyLead } from './qualify-lead.ts';
export {
  addContactKeys,
  findLead,
  findLeadOfLifecycle,
  LEAD_COLUMNS,
  type LeadRow,
  lockLead,
  lockLeadOfLifecycle,
  toLead,
} from './queries.ts';
export { reopenLead } from './reopen-lead.ts';
export { reopenLeadDuplicate } from './reopen-lead-duplicate.ts';
export { restoreLead } from './restore-lead.ts';
export { CaptureLeadBody, Lead, UpdateLeadBody } from './schemas.ts';
export { sourceOfLead } from './source-of-lead.ts';
export { unmergeLead } from './unmerge-lead.ts';
export { changeLeadFields, updateLead } from './update-lead.ts';
