import type { SentBy } from '../../domain/message-address.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict, validationFailed } from '../../platform/errors.ts';
import { addressWithoutKey } from '../links/index.ts';
import {
  findActiveChannel,
  findBlocks,
  findCommunication,
  findRecipient,
  queueMessage,
  type Recipient,
  reasonNotToSend,
} from '../messaging/index.ts';
import { findOrganization } from '../organizations/index.ts';
import { textsOf } from './messages.ts';
import { onOneLine, writtenFor } from './written.ts';

/** A document for the contact of a lead. */
export interface DocumentToSend {
  kind: 'invoice' | 'estimate';
  documentId: string;
  leadId: string;
  number: string;
  title: string;
  currency: string;
  /** What it comes to, or begins at. */
  amount: number;
  /** The last day on which it is paid in time or can be accepted. */
  lastDay: string;
}

/** `issued`: nothing was sent, for this reason. */
export interface Delivered {
  delivery: 'issued' | 'email' | 'sms';
  communication_id: string | null;
  delivery_reason: string | null;
}

/** What was done before. */
export type DeliveredBefore = Pick<Delivered, 'communication_id'> & {
  delivery: Delivered['delivery'] | null;
};

const CHANNEL_KIND = { email: 'smtp', sms: 'sms_gateway' } as const;

export interface HowToSend {
  channel: SentBy | null;
  baseUrl: string;
}

/** Queues the message that brings a document, by email if possible, otherwise by a text, or as asked. */
export async function deliverDocument(
  tx: Tx,
  document: DocumentToSend,
  { channel, baseUrl }: HowToSend,
  before: DeliveredBefore | null = null,
): Promise<Delivered | null> {
  const recipient = await findRecipient(tx, document.leadId);
  if (channel !== null && addressOf(recipient, channel) === null) throw noAddress(channel);
  const choice = await chooseChannel(
    tx,
    recipient,
    channel === null ? ['email', 'sms'] : [channel],
  );
  if ('reason' in choice) {
    if (before?.communication_id) throw notDeliverable(choice.reason);
    return { delivery: 'issued', communication_id: null, delivery_reason: choice.reason };
  }
  const { chosen } = choice;
  if (before && (await isOnItsWay(tx, before, chosen, recipient))) return null;
  const target = {
    purpose: document.kind,
    target_id: document.documentId,
    lifecycle_number: recipient.lifecycle_number,
  };
  const text = await textFor(tx, document, recipient, addressWithoutKey(baseUrl, target));
  const links = [target];
  const isMail = chosen === 'email';
  const { communication_id } = await queueMessage(tx, document.leadId, {
    key: null,
    channel: chosen,
    to: null,
    content: isMail
      ? { subject: text.subject, body: text.mail, links }
      : { subject: null, body: text.text, links },
    purpose: 'service',
    expiresAt: null,
    baseUrl,
    document: isMail ? { kind: document.kind, document_id: document.documentId } : null,
  });
  return { delivery: chosen, communication_id, delivery_reason: null };
}

/** The first channel that can reach the contact now, or why none can. */
async function chooseChannel(
  tx: Tx,
  recipient: Recipient,
  wanted: readonly SentBy[],
): Promise<{ chosen: SentBy } | { reason: string }> {
  const reasons: string[] = [];
  for (const channel of wanted) {
    const reason = await reasonNotToUse(tx, recipient, channel);
    if (reason === null) return { chosen: channel };
    reasons.push(reason);
  }
  // What the contact said tells more than what is missing.
  const said = reasons.find((reason) => reason !== 'no_address' && reason !== 'no_channel');
  return { reason: said ?? (reasons.includes('no_channel') ? 'no_channel' : 'no_address') };
}

async function reasonNotToUse(tx: Tx, recipient: Recipient, channel: SentBy) {
  const address = addressOf(recipient, channel);
  if (address === null) return 'no_address';
  if ((await findActiveChannel(tx, CHANNEL_KIND[channel])) === null) return 'no_channel';
  // Who has opted out is not shown to a technician: the worker looks when it sends.
  if (tx.ownerId !== null) return null;
  const blocks = await findBlocks(tx, { channel, address }, recipient, { isAutomatic: false });
  return reasonNotToSend({ kind: 'message', channel }, recipient, blocks);
}

/** Two people who send the same document, or one who clicks again, mean one message. */
const SAME_SENDING_MS = 5 * 60 * 1000;
const UNDER_WAY = ['queued', 'sending', 'sent', 'delivered'];

async function isOnItsWay(
  tx: Tx,
  { communication_id, delivery }: DeliveredBefore,
  chosen: SentBy,
  recipient: Recipient,
): Promise<boolean> {
  if (communication_id === null || delivery !== chosen) return false;
  const last = await findCommunication(tx, communication_id);
  const isRecent = tx.now.getTime() - last.created_at.getTime() < SAME_SENDING_MS;
  const isSame = last.to_address === addressOf(recipient, chosen);
  return isRecent && isSame && UNDER_WAY.includes(last.status ?? '');
}

const REASONS: Record<string, string> = {
  no_channel: 'Your organization has no active channel that reaches the contact. Connect one',
  no_address: 'The contact has no address any more. Add one',
  opted_out: 'The contact has opted out of messages. Deliver it in another way',
  do_not_contact: 'The customer must not be contacted. Deliver it in another way',
};

/** It was sent before, so that it cannot be called only issued. */
function notDeliverable(reason: string) {
  const why = REASONS[reason] ?? `It cannot be sent to this contact (${reason})`;
  const detail = `${why}, or download the PDF. Nothing was sent.`;
  return conflict('document_not_deliverable', detail, { reason });
}

function addressOf({ phone, email }: Recipient, channel: SentBy): string | null {
  return channel === 'sms' ? phone : email;
}

function noAddress(channel: SentBy) {
  const what = channel === 'sms' ? 'phone number' : 'email address';
  const detail = `The contact has no ${what}. Add it, or choose another channel.`;
  return validationFailed([{ pointer: '/channel', code: 'no_address', detail }]);
}

async function textFor(tx: Tx, document: DocumentToSend, recipient: Recipient, link: string) {
  const { name: company, country, time_zone: timeZone } = await findOrganization(tx);
  const { language } = recipient;
  const { currency } = document;
  const written = writtenFor({ language, country, timeZone, currency });
  return textsOf(document.kind, language, {
    name: firstNameOf(recipient),
    company,
    number: document.number,
    title: onOneLine(document.title),
    amount: written.amount(document.amount),
    day: written.day(document.lastDay),
    link,
  });
}

function firstNameOf({ data }: Recipient): string | null {
  const name = data.customer?.name ?? data.lead?.name;
  const [first = ''] = typeof name === 'string' ? name.trim().split(/\s+/) : [];
  return first === '' ? null : first;
}
