import { eventTypeFor } from '../../platform/events/event.ts';
import { TimeOff } from './schemas.ts';

const timeOffEvent = eventTypeFor(TimeOff, 'time_off:read');

export const timeOffCreated = timeOffEvent(
  'time_off.created',
  'Time off was created for a user.',
  (timeOff) => `Time off from ${timeOff.starts_at} to ${timeOff.ends_at} created`,
);
export const timeOffDeleted = timeOffEvent(
  'time_off.deleted',
  'Time off was deleted and no longer counts.',
  (timeOff) => `Time off from ${timeOff.starts_at} to ${timeOff.ends_at} deleted`,
);
