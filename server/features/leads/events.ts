import { eventTypeFor } from '../../platform/events/event.ts';
import { Lead } from './schemas.ts';

const leadEvent = eventTypeFor(Lead, 'leads:read');

export const leadCreated = leadEvent(
  'lead.created',
  'A lead was captured.',
  (lead) => `Lead captured from ${lead.source}: ${lead.service_needed}`,
);
export const leadQualified = leadEvent(
  'lead.qualified',
  'A lead was qualified, by the organization’s policy or by a person. Pass it on to a dispatcher.',
  'Lead qualified',
);
export const leadUnqualified = leadEvent(
  'lead.unqualified',
  'A lead was marked as not worth pursuing. `unqualified_reason` holds the reason.',
  (lead) => `Lead disqualified: ${lead.unqualified_reason}`,
);
export const leadContacted = leadEvent(
  'lead.contacted',
  'A person contacted a lead for the first time. Automatic messages cause `lead.responded` instead.',
  'Lead contacted for the first time',
);
export const leadResponded = leadEvent(
  'lead.responded',
  'A playbook or a follow-up sent the first automatic message to a lead that no person has contacted yet.',
  'First automatic response sent',
);
export const leadUpdated = leadEvent('lead.updated', 'A lead was updated.', 'Lead updated');
export const leadAssigned = leadEvent(
  'lead.assigned',
  'A lead was assigned to a user, reassigned, or unassigned. `previous` holds the assignee before.',
  (lead) => (lead.assigned_to === null ? 'Lead unassigned' : 'Lead assigned'),
);
export const leadConverted = leadEvent(
  'lead.converted',
  'A lead was converted to a customer.',
  'Lead converted to a customer',
);
export const leadAttached = leadEvent(
  'lead.attached',
  'A lead was attached to the customer that it belongs to, by a user or because the person became a customer.',
  'Lead attached to a customer',
);
export const leadDetached = leadEvent(
  'lead.detached',
  'A lead was detached from a customer: it is a request of another person.',
  'Lead detached from its customer',
);
export const leadWon = leadEvent('lead.won', 'A job was sold to the lead.', 'Lead won');
export const leadLost = leadEvent(
  'lead.lost',
  'A lead was marked as lost. `lost_reason` holds the reason.',
  (lead) => `Lead lost: ${lead.lost_reason}`,
);
export const leadReopened = leadEvent(
  'lead.reopened',
  'A lost lead was reopened.',
  'Lead reopened',
);
export const leadDeleted = leadEvent(
  'lead.deleted',
  'A lead was deleted. It is still stored, with its `deleted_at`.',
  'Lead deleted',
);
export const leadRestored = leadEvent(
  'lead.restored',
  'A deleted lead was restored.',
  'Lead restored',
);
export const leadMerged = leadEvent(
  'lead.merged',
  'A lead was merged into another lead, which now represents both. `merged_into` is the id of that lead.',
  (lead) => `Lead merged into ${lead.merged_into}`,
);
export const leadDuplicateDismissed = leadEvent(
  'lead.duplicate_dismissed',
  'A person decided that a lead is not a duplicate.',
  'Not a duplicate',
);
export const leadDuplicateReopened = leadEvent(
  'lead.duplicate_reopened',
  'The decision that a lead is not a duplicate was undone.',
  'Duplicate to be decided again',
);
export const leadUnmerged = leadEvent(
  'lead.unmerged',
  'A merge was undone. The lead is separate again.',
  'Merge undone',
);
