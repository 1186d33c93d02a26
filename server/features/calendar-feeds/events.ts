import { eventTypeFor } from '../../platform/events/event.ts';
import { CalendarKey } from './schemas.ts';

const eventType = eventTypeFor('users:read');

export const calendarKeyCreated = eventType(
  'user.calendar_key_created',
  'A calendar key was created for a user. The previous key, if any, is no longer valid.',
  CalendarKey,
  () => 'Calendar key created',
);
export const calendarKeyRevoked = eventType(
  'user.calendar_key_revoked',
  'The calendar key of a user was revoked.',
  CalendarKey,
  () => 'Calendar key revoked',
);
