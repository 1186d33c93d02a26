import { toPublicId } from '../../../domain/ids.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { type Message, senderOf } from '../channels/delivery.ts';
import { type ChannelRow, findActiveChannel, findChannel } from '../channels/queries.ts';
import { isOptedOut } from '../opt-outs/queries.ts';
import { nextAwake } from './awake.ts';
import { CHANNEL_KIND, type MessageRow, reasonNotToSend } from './message.ts';
import { saveCommunication } from './queries.ts';
import { findRecipient, isNotToBeContacted } from './recipients.ts';
import { findUnsubscribeUrl } from './unsubscribe-keys.ts';

/** An attempt to send a message: what is asked before it, and what it begins with. */
export interface Attempt {
  row: MessageRow;
  channel: ChannelRow;
  message: Message;
}

const A_DAY_MS = 24 * 60 * 60 * 1000;

/** Moves the message to `sending`, in the name of the task. */
export async function startAttempt(
  tx: Tx,
  row: MessageRow,
  channel: ChannelRow,
  taskId: string,
): Promise<Attempt> {
  const begun: MessageRow = {
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
  const unsubscribeUrl = await findUnsubscribeUrl(tx, row.communication_id);
  saveCommunication(tx, begun);
  return { row: begun, channel, message: toMessage(begun, unsubscribeUrl) };
}

/** A test goes by the channel that is tested, active or not. */
export async function channelOf(tx: Tx, row: MessageRow): Promise<ChannelRow | null> {
  if (row.purpose === 'test') return findChannel(tx, row.channel_id);
  return findActiveChannel(tx, CHANNEL_KIND[row.channel]);
}

/** Asked now, and not when it was queued: they may have said STOP since. */
export async function whyNot(tx: Tx, row: MessageRow): Promise<string | null> {
  const to = { channel: row.channel, address: row.to_address };
  const [recipient, hasOptedOut, isRefused] = await Promise.all([
    row.lead_id === null ? null : findRecipient(tx, row.lead_id),
    isOptedOut(tx, to),
    isNotToBeContacted(tx, to),
  ]);
  return reasonNotToSend(row, recipient, {
    isOptedOut: hasOptedOut,
    isNotToBeContacted: isRefused,
  });
}

/**
 * What runs by itself was queued in the hours in which it may be sent. By now, after a backlog or a failed
 * attempt, it may be night where the recipient is.
 */
export async function quietFor(tx: Tx, row: MessageRow): Promise<number> {
  if (row.message_key === null || row.lead_id === null) return 0;
  const { phone } = await findRecipient(tx, row.lead_id);
  const awake = await nextAwake(tx, phone);
  return awake === null ? A_DAY_MS : awake.getTime() - tx.now.getTime();
}

function toMessage(row: MessageRow, unsubscribeUrl: string | null): Message {
  const reference = toPublicId('communication', row.communication_id);
  return {
    reference,
    // Sent again by a person after it had failed, it is a message of its own.
    idempotencyKey: row.resends === 0 ? reference : `${reference}.${row.resends}`,
    to: row.to_address,
    subject: row.subject,
    body: row.body,
    unsubscribeUrl,
  };
}
