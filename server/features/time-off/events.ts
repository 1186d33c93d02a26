import { eventTypeAbout } from '../../platform/events/event.ts';
import { TimeOff } from './schemas.ts';

const timeOffEvent = eventTypeAbout(
  TimeOff,
  ({ starts_at, ends_at }) => `Time off from ${starts_at} to ${ends_at}`,
  'time_off:read',
);

export const timeOffCreated = timeOffEvent('time_off.created', 'Time off was created for a user.');
export const timeOffDeleted = timeOffEvent(
  'time_off.deleted',
  'Time off was deleted and no longer counts.',
);
