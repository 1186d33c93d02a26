import { eventTypeFor } from '../../../platform/events/event.ts';
import { OptOut } from './schemas.ts';

const eventType = eventTypeFor('communications:read');

export const contactOptedOut = eventType(
  'contact.opted_out',
  'A contact opted out of texts or emails to an address.',
  OptOut,
  ({ channel, source }) => `Opted out of ${channel}: ${source}`,
);
export const contactOptedIn = eventType(
  'contact.opted_in',
  'A contact who had opted out opted in again.',
  OptOut,
  ({ channel }) => `Opted in to ${channel} again`,
);
