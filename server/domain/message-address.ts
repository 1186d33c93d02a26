import type { FieldError } from '../platform/errors.ts';
import { isEmail, normalizePhone } from './contact.ts';
import { prepareEmail } from './dedup/email.ts';

/** Addresses of texts and emails: how they are parsed, stored and compared. */

export type SentBy = 'sms' | 'email';

export interface Address {
  channel: SentBy;
  address: string;
}

/** The form in which an address is stored and used; null if it cannot be parsed. */
export function readAddress(channel: SentBy, text: string, country: string): string | null {
  const trimmed = text.trim();
  if (channel === 'sms') return normalizePhone(trimmed, country);
  return isEmail(trimmed) ? trimmed : null;
}

/** The form in which addresses are compared: one mailbox can be written in many ways. */
export function canonicalAddress(channel: SentBy, address: string): string {
  return channel === 'sms' ? address : (prepareEmail(address)?.canonical ?? address);
}

export function unreadableAddress(pointer: `/${string}`, channel: SentBy): FieldError {
  const what =
    channel === 'sms'
      ? 'a phone number such as +14155550134'
      : 'an email address such as sam@example.com';
  const detail = `The field ${pointer.slice(1)} must be ${what}.`;
  return { pointer, code: 'invalid_format', detail };
}

/** Whether the service sends on this channel; it does not for calls, chats and notes. */
export function isSentBy(channel: unknown): channel is SentBy {
  return channel === 'sms' || channel === 'email';
}
