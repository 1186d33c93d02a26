import type { SentBy } from '../../../domain/message-address.ts';
import { newOrganizationKey } from '../../../domain/organization-key.ts';
import type { Purpose } from '../../../domain/purpose.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { validationFailed } from '../../../platform/errors.ts';
import { pendingEvent } from '../../../platform/events/event.ts';
import { insertMessageLinks } from '../../links/index.ts';
import { findActiveChannel } from '../channels/queries.ts';
import { type MessageContent, renderMessage } from './contents.ts';
import { communicationNotSent, communicationQueued } from './events.ts';
import { insertCommunication } from './insert-communication.ts';
import { CHANNEL_KIND, type MessageRow } from './message.ts';
import { insertMessageDocument, type MessageDocument } from './message-documents.ts';
import {
  type CommunicationRow,
  findByMessageKey,
  findByMessageKeyOrNull,
  toCommunication,
} from './queries.ts';
import { findRecipient, type Recipient } from './recipients.ts';
import { newCommunication } from './record.ts';
import { enqueueSend } from './send-communication.task.ts';
import { insertUnsubscribeKey } from './unsubscribe-keys.ts';

export interface MessageToQueue {
  /**
   * Key of the caller for the message, such as `follow_up_01h4…`. A second call with the same key returns the
   * message that was queued first, whatever its other arguments are. Null: always a new message.
   */
  key: string | null;
  channel: SentBy;
  /** In the form of `readAddress`; null for the contact's own address. */
  to: string | null;
  content: MessageContent;
  /** Null: the template's, or `service` for a message that a person sends, and `marketing` for an automatic one. */
  purpose: Purpose | null;
  /** It is not sent at this time or later. */
  expiresAt: Date | null;
  /** Public URL of the service; null for the URL stored with the channel. */
  baseUrl: string | null;
  /** What an email has attached. */
  document?: MessageDocument | null;
}

/**
 * Renders a message to the contact of a lead and queues it for the worker. The `communication.…` events with its
 * `communication_id` report the outcome: `sent` or `delivered`, `failed`, `not_sent`, or `unknown`. Without an
 * active channel the message is `not_sent` at once.
 */
export async function queueMessage(
  tx: Tx,
  leadId: string,
  message: MessageToQueue,
): Promise<CommunicationRow> {
  const before = message.key === null ? null : await findByMessageKeyOrNull(tx, message.key);
  if (before !== null) return before;
  const recipient = await findRecipient(tx, leadId);
  const own = ownAddress(recipient, message.channel);
  const to = message.to ?? own ?? refuseWithoutAddress(message.channel);
  // Links are for the contact only, and lead to nothing without an address of the service.
  const baseUrl = async () => message.baseUrl ?? (await baseUrlOf(tx, message.channel));
  const linksTo = to === own ? baseUrl : null;
  const { purpose, links, ...contents } = await renderMessage(
    tx,
    message.channel,
    message.content,
    recipient,
    linksTo,
  );
  const row: MessageRow = {
    ...newCommunication(tx, recipient),
    channel: message.channel,
    direction: 'outbound',
    status: 'queued',
    to_address: to,
    message_key: message.key,
    purpose: message.purpose ?? purpose ?? (message.key === null ? 'service' : 'marketing'),
    expires_at: message.expiresAt,
    ...contents,
  };
  const { document = null } = message;
  if (document !== null) {
    insertMessageDocument(tx, { communication_id: row.communication_id, ...document });
  }
  const queued = await queue(tx, row, message.baseUrl);
  // Another message with this key may have been queued first, which has its own.
  if (queued.communication_id === row.communication_id) insertMessageLinks(tx, row, links);
  return queued;
}

/** The address of the service for automatic messages: that of their channel, as for unsubscribing. */
export async function baseUrlOf(tx: Tx, channel: SentBy): Promise<string> {
  return (await findActiveChannel(tx, CHANNEL_KIND[channel]))?.base_url ?? '';
}

/** Without a channel the message is `not_sent` at once. */
async function queue(tx: Tx, row: MessageRow, baseUrl: string | null): Promise<CommunicationRow> {
  const channel = await findActiveChannel(tx, CHANNEL_KIND[row.channel]);
  if (channel === null) {
    row.status = 'not_sent';
    row.status_reason = 'no_channel';
  }
  const unsubscribeBaseUrl =
    row.channel === 'email' ? (baseUrl ?? channel?.base_url ?? null) : null;
  return insertQueued(tx, row, unsubscribeBaseUrl);
}

/** Inserts the message together with its task, its event, and the unsubscribe key of an email. */
export async function insertQueued(
  tx: Tx,
  row: CommunicationRow,
  unsubscribeBaseUrl: string | null,
): Promise<CommunicationRow> {
  const inserted = insertCommunication(tx, row);
  // Another transaction queued a message with this key at the same time.
  if (row.message_key !== null && !(await inserted)) {
    return findByMessageKey(tx, row.message_key);
  }
  if (unsubscribeBaseUrl !== null) {
    const key = newOrganizationKey(tx.organizationId);
    insertUnsubscribeKey(tx, row.communication_id, key, `${unsubscribeBaseUrl}/u/${key}`);
  }
  const isQueued = row.status === 'queued';
  if (isQueued) enqueueSend(tx, row);
  const type = isQueued ? communicationQueued : communicationNotSent;
  tx.emit(row.lifecycle_number, pendingEvent(type, toCommunication(row)));
  return row;
}

function ownAddress({ phone, email }: Recipient, channel: SentBy): string | null {
  return channel === 'sms' ? phone : email;
}

function refuseWithoutAddress(channel: SentBy): never {
  const what = channel === 'sms' ? 'phone number' : 'email address';
  const detail = `The contact has no ${what}. Send one in the field to, or add it to the lead.`;
  throw validationFailed([{ pointer: '/to', code: 'required', detail }]);
}
