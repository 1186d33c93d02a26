import type { Channel as ConsentChannel, StoredConsent } from '../../../domain/consent.ts';
import { isSentBy, type SentBy } from '../../../domain/message-address.ts';
import type { FieldError } from '../../../platform/errors.ts';
import type { ChannelKind } from '../channels/schemas.ts';
import type { CommunicationRow } from './queries.ts';
import type { Communication } from './schemas.ts';

/** The rules of what is sent, without a database. */

export const CHANNEL_KIND: Record<SentBy, ChannelKind> = { sms: 'sms_gateway', email: 'smtp' };
export const SENT_BY: Record<ChannelKind, SentBy> = { sms_gateway: 'sms', smtp: 'email' };

/** Ten parts of a text; gateways take no more. */
export const MAX_TEXT_LENGTH = 1_600;

/** A text or mail with all that sending it takes. */
export interface MessageRow extends CommunicationRow {
  channel: SentBy;
  to_address: string;
  body: string;
}

export function isMessage(row: CommunicationRow): row is MessageRow {
  return isSentBy(row.channel) && row.to_address !== null && row.body !== null;
}

/** Why it must not be sent, asked at the moment of sending; null if nothing is in the way. */
export function reasonNotToSend(
  { purpose, channel }: { purpose: Communication['purpose']; channel: ConsentChannel },
  recipient: { isDeleted: boolean; doNotContact: boolean; consents: StoredConsent[] } | null,
  { isOptedOut, isNotToBeContacted }: { isOptedOut: boolean; isNotToBeContacted: boolean },
): string | null {
  if (recipient?.isDeleted) return 'lead_deleted';
  if (recipient?.doNotContact || isNotToBeContacted) return 'do_not_contact';
  // The one message that may follow a STOP is the one that says it was heard; unless a START was since.
  if (purpose === 'opt_out_confirmation') return isOptedOut ? null : 'opted_in';
  if (isOptedOut) return 'opted_out';
  const isDenied = recipient?.consents.some((consent) => consent[channel]?.status === 'denied');
  return isDenied ? 'consent_denied' : null;
}

export function textTooLong(text: string): FieldError[] {
  if (text.length <= MAX_TEXT_LENGTH) return [];
  const detail = `A text can have ${MAX_TEXT_LENGTH} characters. Shorten it, or send a mail.`;
  return [{ pointer: '/body', code: 'too_long', detail }];
}
