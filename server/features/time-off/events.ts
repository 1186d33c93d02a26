import { eventType } from '../../platform/events/event.ts';
import { TimeOff } from './schemas.ts';

export const timeOffCreated = eventType(
  'time_off.created',
  'Somebody takes time off.',
  TimeOff,
  (timeOff) => `Time off from ${timeOff.starts_at} to ${timeOff.ends_at} entered`,
);
export const timeOffDeleted = eventType(
  'time_off.deleted',
  'Time off no longer counts.',
  TimeOff,
  (timeOff) => `Time off from ${timeOff.starts_at} to ${timeOff.ends_at} deleted`,
);
