import { eventTypeFor } from '../../platform/events/event.ts';
import { CalendarKey } from './schemas.ts';

const calendarKeyEvent = eventTypeFor(CalendarKey, 'users:read');

export const calendarKeyCreated = calendarKeyEvent(
  'user.calendar_key_created',
  'A calendar key was created for a user. The previous key, if any, is no longer valid.',
  'Calendar key created',
);
export const calendarKeyRevoked = calendarKeyEvent(
  'user.calendar_key_revoked',
  'The calendar key of a user was revoked.',
  'Calendar key revoked',
);
