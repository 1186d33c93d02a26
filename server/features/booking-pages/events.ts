import { eventTypeAbout } from '../../platform/events/event.ts';
import { BookingPage } from './schemas.ts';

const pageEvent = eventTypeAbout(BookingPage, ({ name }) => `Booking page ${name}`, 'forms:read');

export const bookingPageCreated = pageEvent(
  'booking_page.created',
  'A hosted booking page was created.',
);
export const bookingPageUpdated = pageEvent(
  'booking_page.updated',
  'A hosted booking page was updated; `previous` has the old values.',
);
