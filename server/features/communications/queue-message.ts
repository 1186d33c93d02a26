import type { Tx } from '../../platform/database/transaction.ts';
import { validationFailed } from '../../platform/errors.ts';
import { emit, pendingEvent } from '../../platform/events/event.ts';
import { enqueue } from '../../platform/tasks/enqueue.ts';
import { newKey } from '../../platform/unguessable-key.ts';
import { findActiveChannel } from '../channels/index.ts';
import type { TemplateData } from '../templates/index.ts';
import { writeMessage } from './contents.ts';
import { communicationNotSent, communicationQueued } from './events.ts';
import { CHANNEL_KIND, type SentBy } from './message.ts';
import {
  type CommunicationRow,
  insertCommunication,
  insertUnsubscribeKey,
  toCommunication,
} from './queries.ts';
import { findRecipient, type Recipient } from './recipients.ts';
import { newCommunication, type Partner } from './record.ts';
import { sendCommunication } from './send-communication.task.ts';

export interface MessageToQueue {
  channel: SentBy;
  /** As `readAddress` gives it; null for the contact's own. */
  to: string | null;
  subject: string | null;
  body: string | null;
  /** Instead of subject and body. */
  templateId: string | null;
  variables: Readonly<Record<string, unknown>>;
  /** What the template may name besides the lead and the customer. */
  data?: Pick<TemplateData, 'appointment' | 'job' | 'invoice'>;
  /** Where the service is reached from outside; null leaves a mail without its way to unsubscribe. */
  baseUrl: string | null;
}

/** Writes a message to the contact of a lead as of now, and leaves it to the worker. */
export async function queueMessage(
  tx: Tx,
  leadId: string,
  message: MessageToQueue,
): Promise<CommunicationRow> {
  const recipient = await findRecipient(tx, leadId);
  const to = message.to ?? addressOf(recipient, message.channel);
  const contents = await writeMessage(tx, message, { ...recipient.data, ...message.data });
  const row: CommunicationRow = {
    ...newCommunication(tx, recipient),
    channel: message.channel,
    direction: 'outbound',
    status: 'queued',
    to_address: to,
    ...contents,
  };
  await queue(tx, row, row.channel === 'email' ? message.baseUrl : null);
  return row;
}

/** The one answer to a STOP, to whoever sent it. */
export async function queueOptOutConfirmation(
  tx: Tx,
  partner: Partner | null,
  { to, body }: { to: string; body: string },
): Promise<void> {
  const row: CommunicationRow = {
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
async function queue(tx: Tx, row: CommunicationRow, unsubscribeAt: string | null): Promise<void> {
  const channel = await findActiveChannel(tx, CHANNEL_KIND[row.channel as SentBy]);
  if (channel === null) {
    row.status = 'not_sent';
    row.status_reason = 'no_channel';
  }
  insertQueued(tx, row, unsubscribeAt);
}

/** The task and the event travel with the row, and the key of a mail that can be unsubscribed from. */
export function insertQueued(
  tx: Tx,
  row: CommunicationRow,
  unsubscribeAt: string | null = null,
): void {
  insertCommunication(tx, row);
  if (unsubscribeAt !== null) {
    const key = newKey();
    insertUnsubscribeKey(tx, row.communication_id, key, `${unsubscribeAt}/u/${key}`);
  }
  const isQueued = row.status === 'queued';
  if (isQueued) enqueue(tx, sendCommunication, { communication_id: row.communication_id });
  const type = isQueued ? communicationQueued : communicationNotSent;
  emit(tx, row.lifecycle_number, pendingEvent(type, toCommunication(row)));
}

function addressOf(recipient: Recipient, channel: SentBy): string {
  const own = channel === 'sms' ? recipient.phone : recipient.email;
  if (own !== null) return own;
  const what = channel === 'sms' ? 'phone number' : 'e-mail address';
  const detail = `The contact has no ${what}. Give one in to, or add it to the lead.`;
  throw validationFailed([{ pointer: '/to', code: 'required', detail }]);
}
