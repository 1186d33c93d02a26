import { eventTypeFor } from '../../platform/events/event.ts';
import { TimeOff } from './schemas.ts';

const eventType = eventTypeFor('time_off:read');

export const timeOffCreated = eventType(
  'time_off.created',
  'Time off was created for a user.',
  TimeOff,
  (timeOff) => `Time off from ${timeOff.starts_at} to ${timeOff.ends_at} created`,
);
export const timeOffDeleted = eventType(
  'time_off.deleted',
  'Time off was deleted and no longer counts.',
  TimeOff,
  (timeOff) => `Time off from ${timeOff.starts_at} to ${timeOff.ends_at} deleted`,
);
