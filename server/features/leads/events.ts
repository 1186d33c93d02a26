import { eventType } from '../../platform/events/event.ts';
import { Lead } from './schemas.ts';

export const leadCreated = eventType('lead.created', 'A lead was captured.', Lead);
export const leadDeleted = eventType(
  'lead.deleted',
  'A lead was deleted: it has its `deleted_at` and is kept.',
  Lead,
);
