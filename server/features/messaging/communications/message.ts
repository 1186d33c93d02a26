import type { Channel as ConsentChannel, StoredConsent } from '../../../domain/consent.ts';
import { isSentBy, type SentBy } from '../../../domain/message-address.ts';
import type { FieldError } from '../../../platform/errors.ts';
import type { ChannelKind } from '../channels/schemas.ts';
import type { CommunicationRow } from './queries.ts';
import type { Communication } from './schemas.ts';

/** The rules of messages, without a database. */

export const CHANNEL_KIND: Record<SentBy, ChannelKind> = { sms: 'sms_gateway', email: 'smtp' };
export const SENT_BY: Record<ChannelKind, SentBy> = { sms_gateway: 'sms', smtp: 'email' };

/** Ten segments of a text. Gateways accept no more. */
export const MAX_TEXT_LENGTH = 1_600;

/** A text or email that has everything needed to send it. */
export interface MessageRow extends CommunicationRow {
  channel: SentBy;
  to_address: string;
  body: string;
}

export function isMessage(row: CommunicationRow): row is MessageRow {
  return isSentBy(row.channel) && row.to_address !== null && row.body !== null;
}

/** Older messages have no purpose: of those, the automatic ones are marketing. */
export function isMarketing({ purpose, message_key }: CommunicationRow): boolean {
  return purpose === null ? message_key !== null : purpose === 'marketing';
}

/** What forbids a message, apart from the contact itself. */
export interface Blocks {
  isOptedOut: boolean;
  isNotToBeContacted: boolean;
  /** A text to a country that the organization does not send to. */
  isCountryRefused: boolean;
  /** An automatic text to a lead that anyone could have sent. */
  lacksConsent: boolean;
}

/** Why a message must not be sent, checked when it is sent; null if it may be sent. */
export function reasonNotToSend(
  { kind, channel }: { kind: Communication['kind']; channel: ConsentChannel },
  recipient: { isDeleted: boolean; doNotContact: boolean; consents: StoredConsent[] } | null,
  { isOptedOut, isNotToBeContacted, isCountryRefused, lacksConsent }: Blocks,
): string | null {
  if (recipient?.isDeleted) return 'lead_deleted';
  if (recipient?.doNotContact || isNotToBeContacted) return 'do_not_contact';
  // The confirmation is the only message that may follow a STOP, unless a START came in the meantime.
  if (kind === 'opt_out_confirmation') return isOptedOut ? null : 'opted_in';
  if (isOptedOut) return 'opted_out';
  const isDenied = recipient?.consents.some((consent) => consent[channel]?.status === 'denied');
  if (isDenied) return 'consent_denied';
  if (isCountryRefused) return 'country_not_allowed';
  return lacksConsent ? 'consent_missing' : null;
}

export function textTooLong(text: string): FieldError[] {
  if (text.length <= MAX_TEXT_LENGTH) return [];
  const detail = `A text can have at most ${MAX_TEXT_LENGTH} characters. Shorten it, or send an email.`;
  return [{ pointer: '/body', code: 'too_long', detail }];
}
