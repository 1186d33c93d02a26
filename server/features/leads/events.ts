import { eventTypeFor } from '../../platform/events/event.ts';
import { Lead } from './schemas.ts';

const eventType = eventTypeFor('leads:read');

export const leadCreated = eventType(
  'lead.created',
  'A lead was captured.',
  Lead,
  (lead) => `Lead captured from ${lead.source}: ${lead.service_needed}`,
);
export const leadQualified = eventType(
  'lead.qualified',
  'A lead was qualified, by the organization’s policy or by a person. Pass it on to a dispatcher.',
  Lead,
  () => 'Lead qualified',
);
export const leadUnqualified = eventType(
  'lead.unqualified',
  'A lead was marked as not worth pursuing. `unqualified_reason` holds the reason.',
  Lead,
  (lead) => `Lead disqualified: ${lead.unqualified_reason}`,
);
export const leadContacted = eventType(
  'lead.contacted',
  'A lead was contacted for the first time.',
  Lead,
  () => 'Lead contacted for the first time',
);
export const leadUpdated = eventType(
  'lead.updated',
  'A lead was updated.',
  Lead,
  () => 'Lead updated',
);
export const leadAssigned = eventType(
  'lead.assigned',
  'A lead was assigned to a user, reassigned, or unassigned. `previous` holds the assignee before.',
  Lead,
  (lead) => (lead.assigned_to === null ? 'Lead unassigned' : 'Lead assigned'),
);
export const leadConverted = eventType(
  'lead.converted',
  'A lead was converted to a customer.',
  Lead,
  () => 'Lead converted to a customer',
);
export const leadDeleted = eventType(
  'lead.deleted',
  'A lead was deleted. It is still stored, with its `deleted_at`.',
  Lead,
  () => 'Lead deleted',
);
export const leadRestored = eventType(
  'lead.restored',
  'A deleted lead was restored.',
  Lead,
  () => 'Lead restored',
);
export const leadMerged = eventType(
  'lead.merged',
  'A lead was merged into another lead, which now represents both. `merged_into` is the id of that lead.',
  Lead,
  (lead) => `Lead merged into ${lead.merged_into}`,
);
export const leadUnmerged = eventType(
  'lead.unmerged',
  'A merge was undone. The lead is separate again.',
  Lead,
  () => 'Merge undone',
);
