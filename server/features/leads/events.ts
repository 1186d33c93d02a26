import { eventType } from '../../platform/events/event.ts';
import { Lead } from './schemas.ts';

export const leadCreated = eventType(
  'lead.created',
  'A lead was captured.',
  Lead,
  (lead) => `Lead captured from ${lead.source}: ${lead.service_needed}`,
);
export const leadQualified = eventType(
  'lead.qualified',
  'A lead was qualified, by the organization’s policy or by a person: hand it to a dispatcher.',
  Lead,
  () => 'Lead qualified',
);
export const leadUnqualified = eventType(
  'lead.unqualified',
  'A lead was found not worth pursuing; `unqualified_reason` says why.',
  Lead,
  (lead) => `Lead disqualified: ${lead.unqualified_reason}`,
);
export const leadContacted = eventType(
  'lead.contacted',
  'Somebody answered the lead for the first time.',
  Lead,
  () => 'Lead contacted for the first time',
);
export const leadUpdated = eventType(
  'lead.updated',
  'Fields of a lead changed.',
  Lead,
  () => 'Lead changed',
);
export const leadAssigned = eventType(
  'lead.assigned',
  'A lead was given to a user, or taken from one: see `previous`.',
  Lead,
  (lead) => (lead.assigned_to === null ? 'Lead unassigned' : 'Lead assigned'),
);
export const leadConverted = eventType(
  'lead.converted',
  'A lead became a customer.',
  Lead,
  () => 'Lead converted to a customer',
);
export const leadDeleted = eventType(
  'lead.deleted',
  'A lead was deleted: it has its `deleted_at` and is kept.',
  Lead,
  () => 'Lead deleted',
);
export const leadRestored = eventType(
  'lead.restored',
  'A deleted lead was brought back.',
  Lead,
  () => 'Lead restored',
);
export const leadMerged = eventType(
  'lead.merged',
  'A lead was found to be the same as another, which stands for both: see `merged_into`.',
  Lead,
  (lead) => `Lead merged into ${lead.merged_into}`,
);
export const leadUnmerged = eventType(
  'lead.unmerged',
  'A merge was taken back: the lead stands for itself again.',
  Lead,
  () => 'Merge taken back',
);
