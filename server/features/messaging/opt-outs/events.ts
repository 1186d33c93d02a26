import { eventType } from '../../../platform/events/event.ts';
import { OptOut } from './schemas.ts';

export const contactOptedOut = eventType(
  'contact.opted_out',
  'Somebody wants no more texts or mails at an address.',
  OptOut,
  ({ channel, source }) => `Opted out of ${channel} by ${source}`,
);
export const contactOptedIn = eventType(
  'contact.opted_in',
  'Somebody who had opted out wants to hear from us again.',
  OptOut,
  ({ channel }) => `Opted in to ${channel} again`,
);
