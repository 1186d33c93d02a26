import type { SentBy } from '../../../domain/message-address.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { validationFailed } from '../../../platform/errors.ts';
import { pendingEvent } from '../../../platform/events/event.ts';
import { newKey } from '../../../platform/unguessable-key.ts';
import { findActiveChannel } from '../channels/queries.ts';
import { type MessageContent, writeMessage } from './contents.ts';
import { communicationNotSent, communicationQueued } from './events.ts';
import { insertCommunication } from './insert-communication.ts';
import { CHANNEL_KIND, type MessageRow } from './message.ts';
import {
  type CommunicationRow,
  findByMessageKey,
  findByMessageKeyOrNull,
  toCommunication,
} from './queries.ts';
import { findRecipient, type Recipient } from './recipients.ts';
import { newCommunication, type Partner } from './record.ts';
import { sendLater } from './send-communication.task.ts';
import { insertUnsubscribeKey } from './unsubscribe-keys.ts';

export interface MessageToQueue {
  /**
   * Names the message for whoever has it sent, such as `follow_up_01h4…`. Asked for again under the same
   * key, it is the message that was queued before, whatever else is said now. Null: a message of its own.
   */
  key: string | null;
  channel: SentBy;
  /** As `readAddress` gives it; null for the contact's own. */
  to: string | null;
  content: MessageContent;
  /** Where the service is reached from outside; null for where it was when the channel was set up. */
  baseUrl: string | null;
}

/**
 * Writes a message to the contact of a lead as of now, and leaves it to the worker. What becomes of it is
 * told by `communication.…` events with its `communication_id`: `sent` or `delivered`, `failed`,
 * `not_sent`, or `unknown`. One that cannot be sent for want of a channel is `not_sent` at once.
 */
export async function queueMessage(
  tx: Tx,
  leadId: string,
  message: MessageToQueue,
): Promise<CommunicationRow> {
  const before = message.key === null ? null : await findByMessageKeyOrNull(tx, message.key);
  if (before !== null) return before;
  const recipient = await findRecipient(tx, leadId);
  const to = message.to ?? addressOf(recipient, message.channel);
  const contents = await writeMessage(tx, message.channel, message.content, recipient);
  const row: MessageRow = {
    ...newCommunication(tx, recipient),
    channel: message.channel,
    direction: 'outbound',
    status: 'queued',
    to_address: to,
    message_key: message.key,
    ...contents,
  };
  return queue(tx, row, message.baseUrl);
}

/** The one answer to a STOP, to whoever sent it. */
export async function queueOptOutConfirmation(
  tx: Tx,
  partner: Partner | null,
  { to, body }: { to: string; body: string },
): Promise<void> {
  const row: MessageRow = {
    ...newCommunication(tx, partner),
    channel: 'sms',
    direction: 'outbound',
    purpose: 'opt_out_confirmation',
    status: 'queued',
    to_address: to,
    body,
  };
  await queue(tx, row, null);
}

/** Without a channel there is nothing to wait for, and it is said at once. */
async function queue(tx: Tx, row: MessageRow, baseUrl: string | null): Promise<CommunicationRow> {
  const channel = await findActiveChannel(tx, CHANNEL_KIND[row.channel]);
  if (channel === null) {
    row.status = 'not_sent';
    row.status_reason = 'no_channel';
  }
  const unsubscribeAt = row.channel === 'email' ? (baseUrl ?? channel?.base_url ?? null) : null;
  return insertQueued(tx, row, unsubscribeAt);
}

/** The task and the event travel with the row, and the key of a mail that can be unsubscribed from. */
export async function insertQueued(
  tx: Tx,
  row: CommunicationRow,
  unsubscribeAt: string | null,
): Promise<CommunicationRow> {
  const inserted = insertCommunication(tx, row);
  // Somebody has queued it under this key at the same moment.
  if (row.message_key !== null && !(await inserted)) {
    return findByMessageKey(tx, row.message_key);
  }
  if (unsubscribeAt !== null) {
    const key = newKey();
    insertUnsubscribeKey(tx, row.communication_id, key, `${unsubscribeAt}/u/${key}`);
  }
  const isQueued = row.status === 'queued';
  if (isQueued) sendLater(tx, row);
  const type = isQueued ? communicationQueued : communicationNotSent;
  tx.emit(row.lifecycle_number, pendingEvent(type, toCommunication(row)));
  return row;
}

function addressOf(recipient: Recipient, channel: SentBy): string {
  const own = channel === 'sms' ? recipient.phone : recipient.email;
  if (own !== null) return own;
  const what = channel === 'sms' ? 'phone number' : 'e-mail address';
  const detail = `The contact has no ${what}. Give one in to, or add it to the lead.`;
  throw validationFailed([{ pointer: '/to', code: 'required', detail }]);
}
