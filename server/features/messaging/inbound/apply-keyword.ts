import type { SentBy } from '../../../domain/message-address.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { queueOptOutConfirmation } from '../communications/queue-message.ts';
import { changeConsent } from '../opt-outs/change-consent.ts';
import type { Contact } from '../opt-outs/contact.ts';
import { type Keyword, keywordOf } from '../opt-outs/keywords.ts';
import { isOptedOut, optIn, optOut } from '../opt-outs/queries.ts';

const CONFIRMATION =
  'You have opted out and will not receive any more texts. Reply START to receive them again.';

interface InboundMessage {
  channel: SentBy;
  /** Sender; null if it is unknown. Then only the consent of the contact is stored. */
  address: string | null;
  subject?: string | null | undefined;
  body: string | null;
}

/** The keyword in a text or email. An email can have it in its subject. */
export function keywordIn({
  channel,
  subject,
  body,
}: Omit<InboundMessage, 'address'>): Keyword | null {
  const inSubject = channel === 'email' && subject ? keywordOf(subject) : null;
  return inSubject ?? (body ? keywordOf(body) : null);
}

/** The words of the contact, as the source of the opt-out or consent. */
export function sourceOf(
  keyword: Keyword,
  { subject, body }: Pick<InboundMessage, 'subject' | 'body'>,
): string {
  return (body?.trim() || subject?.trim() || keyword).slice(0, 100);
}

/** Applies a STOP or START in the transaction that stores the message. */
export async function applyKeyword(
  tx: Tx,
  keyword: Keyword,
  contact: Contact | null,
  { channel, address, subject, body }: InboundMessage,
): Promise<void> {
  const number = contact?.lead.lifecycle_number ?? null;
  const source = sourceOf(keyword, { subject, body });
  const sender = address === null ? null : { channel, address };
  if (keyword === 'stop') {
    const said_by = channel === 'sms' ? 'text' : 'mail';
    const created = sender && (await optOut(tx, number, { ...sender, said_by, source }));
    if (contact) changeConsent(tx, contact, { channel, status: 'denied', source });
    // An opt-out by email is not confirmed: it would be one more email.
    if (created?.isNew && channel === 'sms') {
      const lead = contact?.lead ?? null;
      await queueOptOutConfirmation(tx, lead, { to: created.row.address, body: CONFIRMATION });
    }
    return;
  }
  if (keyword === 'yes' && !(sender !== null && (await isOptedOut(tx, sender)))) return;
  if (sender !== null) await optIn(tx, number, sender, source);
  if (contact) changeConsent(tx, contact, { channel, status: 'granted', source });
}
