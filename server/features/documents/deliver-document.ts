import type { SentBy } from '../../domain/message-address.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { validationFailed } from '../../platform/errors.ts';
import { addressWithoutKey } from '../links/index.ts';
import {
  findActiveChannel,
  findRecipient,
  queueMessage,
  type Recipient,
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

/** `issued`: nothing was sent, because there is no channel or no address. */
export interface Delivered {
  delivery: 'issued' | 'email' | 'sms';
  communication_id: string | null;
}

const CHANNEL_KIND = { email: 'smtp', sms: 'sms_gateway' } as const;

/** Queues the message that brings a document, by email if possible, otherwise by a text, or as asked. */
export async function deliverDocument(
  tx: Tx,
  document: DocumentToSend,
  { channel, baseUrl }: { channel: SentBy | null; baseUrl: string },
): Promise<Delivered> {
  const recipient = await findRecipient(tx, document.leadId);
  if (channel !== null && addressOf(recipient, channel) === null) throw noAddress(channel);
  const chosen = await chooseChannel(
    tx,
    recipient,
    channel === null ? ['email', 'sms'] : [channel],
  );
  if (chosen === null) return { delivery: 'issued', communication_id: null };
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
  return { delivery: chosen, communication_id };
}

async function chooseChannel(
  tx: Tx,
  recipient: Recipient,
  wanted: readonly SentBy[],
): Promise<SentBy | null> {
  const reachable = wanted.filter((one) => addressOf(recipient, one) !== null);
  const active = await Promise.all(
    reachable.map((one) => findActiveChannel(tx, CHANNEL_KIND[one])),
  );
  return reachable.find((_, place) => active[place] !== null) ?? null;
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
