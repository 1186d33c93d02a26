import { eventType } from '../../platform/events/event.ts';
import { CalendarKey } from './schemas.ts';

export const calendarKeyMade = eventType(
  'user.calendar_key_made',
  'A user’s calendar got a new key; the former one, if there was any, is no longer valid.',
  CalendarKey,
  () => 'Calendar key made',
);
export const calendarKeyRevoked = eventType(
  'user.calendar_key_revoked',
  'The key of a user’s calendar was revoked.',
  CalendarKey,
  () => 'Calendar key revoked',
);
