import type { SentBy } from '../../../domain/message-address.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { queueOptOutConfirmation } from '../communications/queue-message.ts';
import { answerConsent } from '../opt-outs/answer-consent.ts';
import type { Contact } from '../opt-outs/contact.ts';
import { type Keyword, keywordOf } from '../opt-outs/keywords.ts';
import { isOptedOut, optIn, optOut } from '../opt-outs/queries.ts';

const CONFIRMATION =
  'You have opted out and will get no more texts. Reply START to get them again.';

interface Heard {
  channel: SentBy;
  /** Where it came from; null where that is not known, and only the contact's consent can be kept. */
  address: string | null;
  subject?: string | null | undefined;
  body: string | null;
}

/** What a text or mail of theirs asks for by itself; a mail may say it in its subject. */
export function keywordIn({ channel, subject, body }: Omit<Heard, 'address'>): Keyword | null {
  const inSubject = channel === 'email' && subject ? keywordOf(subject) : null;
  return inSubject ?? (body ? keywordOf(body) : null);
}

/** Their own words, as the source of what they asked for. */
export function sourceOf(
  keyword: Keyword,
  { subject, body }: Pick<Heard, 'subject' | 'body'>,
): string {
  return (body?.trim() || subject?.trim() || keyword).slice(0, 100);
}

/** Does what a STOP or START says, in the transaction that keeps it. */
export async function applyKeyword(
  tx: Tx,
  keyword: Keyword,
  contact: Contact | null,
  { channel, address, subject, body }: Heard,
): Promise<void> {
  const number = contact?.lead.lifecycle_number ?? null;
  const source = sourceOf(keyword, { subject, body });
  const place = address === null ? null : { channel, address };
  if (keyword === 'stop') {
    const said_by = channel === 'sms' ? 'text' : 'mail';
    const made = place && (await optOut(tx, number, { ...place, said_by, source }));
    if (contact) answerConsent(tx, contact, { channel, status: 'denied', source });
    // A mail is not answered: whoever unsubscribes from mails wants none that says so.
    if (made?.isNew && channel === 'sms') {
      const partner = contact?.lead ?? null;
      await queueOptOutConfirmation(tx, partner, { to: made.row.address, body: CONFIRMATION });
    }
    return;
  }
  if (keyword === 'yes' && !(place !== null && (await isOptedOut(tx, place)))) return;
  if (place !== null) await optIn(tx, number, place, source);
  if (contact) answerConsent(tx, contact, { channel, status: 'granted', source });
}
