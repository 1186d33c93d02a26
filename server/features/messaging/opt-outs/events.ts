import { eventTypeFor } from '../../../platform/events/event.ts';
import { OptOut } from './schemas.ts';

const optOutEvent = eventTypeFor(OptOut, 'communications:read');

export const contactOptedOut = optOutEvent(
  'contact.opted_out',
  'A contact opted out of texts or emails to an address.',
  ({ channel, source }) => `Opted out of ${channel}: ${source}`,
);
export const contactOptedIn = optOutEvent(
  'contact.opted_in',
  'A contact who had opted out opted in again.',
  ({ channel }) => `Opted in to ${channel} again`,
);
