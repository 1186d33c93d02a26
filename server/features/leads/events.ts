import { eventType } from '../../platform/events/event.ts';
import { Lead } from './schemas.ts';

export const leadCreated = eventType('lead.created', 'A lead was captured.', Lead);
export const leadQualified = eventType(
  'lead.qualified',
  'A lead was qualified, by the organization’s policy or by a person: hand it to a dispatcher.',
  Lead,
);
export const leadUnqualified = eventType(
  'lead.unqualified',
  'A lead was found not worth pursuing; `unqualified_reason` says why.',
  Lead,
);
export const leadContacted = eventType(
  'lead.contacted',
  'Somebody answered the lead for the first time.',
  Lead,
);
export const leadUpdated = eventType('lead.updated', 'Fields of a lead changed.', Lead);
export const leadAssigned = eventType(
  'lead.assigned',
  'A lead was given to a user, or taken from one: see `previous`.',
  Lead,
);
export const leadDeleted = eventType(
  'lead.deleted',
  'A lead was deleted: it has its `deleted_at` and is kept.',
  Lead,
);
export const leadRestored = eventType('lead.restored', 'A deleted lead was brought back.', Lead);
