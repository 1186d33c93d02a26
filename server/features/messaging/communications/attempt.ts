import { isMark } from '../../../domain/erased.ts';
import { toPublicId } from '../../../domain/ids.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { withLinkKeys } from '../../links/index.ts';
import { type Message, senderOf } from '../channels/delivery.ts';
import { type ChannelRow, findActiveChannel, findChannel } from '../channels/queries.ts';
import { findBlocks } from './blocks.ts';
import { CHANNEL_KIND, isMarketing, type MessageRow, reasonNotToSend } from './message.ts';
import { findMessageDocument, type MessageDocument } from './message-documents.ts';
import { nextContactTime } from './next-contact-time.ts';
import { saveCommunication } from './queries.ts';
import { findRecipient } from './recipients.ts';
import { findUnsubscribeUrl } from './unsubscribe-keys.ts';

/** An attempt to send a message. */
export interface Attempt {
  row: MessageRow;
  channel: ChannelRow;
  message: Message;
  /** To be printed and attached; null for most messages. */
  document: MessageDocument | null;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Sets the message to `sending`, with the id of the task. */
export async function startAttempt(
  tx: Tx,
  row: MessageRow,
  channel: ChannelRow,
  taskId: string,
): Promise<Attempt> {
  const started: MessageRow = {
    ...row,
    status: 'sending',
    status_reason: null,
    status_detail: null,
    from_address: senderOf(channel),
    channel_id: channel.channel_id,
    attempt_id: taskId,
    attempts: row.attempts + 1,
    handed_over_at: null,
    updated_at: tx.now,
  };
  const [unsubscribeUrl, document, body] = await Promise.all([
    findUnsubscribeUrl(tx, row.communication_id),
    row.channel === 'email' ? findMessageDocument(tx, row.communication_id) : null,
    withLinkKeys(tx, row.communication_id, row.body),
  ]);
  saveCommunication(tx, started);
  const message = { ...toMessage(started, unsubscribeUrl), body };
  return { row: started, channel, message, document };
}

/** A test uses the tested channel, even if it is not active. */
export async function channelOf(tx: Tx, row: MessageRow): Promise<ChannelRow | null> {
  if (row.kind === 'test') return findChannel(tx, row.channel_id);
  return findActiveChannel(tx, CHANNEL_KIND[row.channel]);
}

/** Checked when the message is sent, because the contact may have said STOP after it was queued. */
export async function findReasonNotToSend(tx: Tx, row: MessageRow): Promise<string | null> {
  if (isMark(row.to_address) || isMark(row.body)) return 'person_erased';
  const to = { channel: row.channel, address: row.to_address };
  const recipient = row.lead_id === null ? null : await findRecipient(tx, row.lead_id);
  const isAutomatic = row.message_key !== null;
  return reasonNotToSend(row, recipient, await findBlocks(tx, to, recipient, { isAutomatic }));
}

/**
 * How long marketing has to wait for the end of quiet hours. An automatic message was queued outside quiet hours, but
 * after a backlog or a failed attempt it can be night in the recipient's time zone.
 */
export async function quietHoursWaitMs(tx: Tx, row: MessageRow): Promise<number> {
  if (!isMarketing(row) || row.lead_id === null) return 0;
  const { phone } = await findRecipient(tx, row.lead_id);
  const next = await nextContactTime(tx, phone);
  return next === null ? DAY_MS : next.getTime() - tx.now.getTime();
}

function toMessage(row: MessageRow, unsubscribeUrl: string | null): Message {
  const reference = toPublicId('communication', row.communication_id);
  return {
    reference,
    // A failed message that a user sends again is a new message for the gateway.
    idempotencyKey: row.resends === 0 ? reference : `${reference}.${row.resends}`,
    to: row.to_address,
    subject: row.subject,
    body: row.body,
    unsubscribeUrl,
    expiresAt: row.expires_at,
    attachment: null,
  };
}
