import type { Language } from '../../../domain/languages.ts';
import type { SentBy } from '../../../domain/message-address.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { confirmVisit, findNextVisit, type NextVisit } from '../../appointments/index.ts';
import type { LeadRow } from '../../leads/index.ts';
import { findOrganization } from '../../organizations/index.ts';
import { mayReply, prepareReply } from '../communications/keyword-reply.ts';
import { changeConsent } from '../opt-outs/change-consent.ts';
import type { Contact } from '../opt-outs/contact.ts';
import { type Keyword, keywordOf } from '../opt-outs/keywords.ts';
import { isOptedOut, optIn, optOut } from '../opt-outs/queries.ts';
import { lifecyclesOfSender } from './contacts.ts';
import { helpText, optOutText } from './reply-texts.ts';

export interface InboundMessage {
  channel: SentBy;
  /** Sender; null if it is unknown. Then only the consent of the contact is stored. */
  address: string | null;
  subject?: string | null | undefined;
  body: string | null;
}

/**
 * Asks a user to find out whether a visit takes place after its contact wrote CANCEL. Follow-ups depend on messaging, so
 * they pass this function in.
 */
export type AskAboutVisit = (
  tx: Tx,
  lead: LeadRow,
  visit: NextVisit,
  channel: SentBy,
) => Promise<void>;

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

/**
 * Does what the keyword asks for, in the transaction that stores the message. False if there was nothing to do, so that a
 * person has to read it: a YES without a visit is an answer to something else.
 */
export async function applyKeyword(
  tx: Tx,
  keyword: Keyword,
  contact: Contact | null,
  message: InboundMessage,
  askAboutVisit: AskAboutVisit,
): Promise<boolean> {
  if (keyword === 'help') return replyToHelp(tx, contact, message);
  if (keyword === 'stop' || keyword === 'cancel') {
    await stop(tx, keyword, contact, message, askAboutVisit);
    return true;
  }
  if (keyword === 'start') return start(tx, keyword, contact, message);
  const { channel, address } = message;
  // After a STOP, a YES turns the texts on again.
  const canStart = keyword === 'yes' && address !== null;
  if (canStart && (await isOptedOut(tx, { channel, address }))) {
    return start(tx, keyword, contact, message);
  }
  const visit = contact && (await nextVisitOf(tx, contact, message));
  if (visit) await confirmVisit(tx, visit);
  return visit !== null;
}

/** A CANCEL is a STOP, as carriers require. A visit stays, and a user asks about it. */
async function stop(
  tx: Tx,
  keyword: 'stop' | 'cancel',
  contact: Contact | null,
  message: InboundMessage,
  askAboutVisit: AskAboutVisit,
): Promise<void> {
  const { channel, address } = message;
  const lead = contact?.lead ?? null;
  const visit = keyword === 'cancel' && contact ? await nextVisitOf(tx, contact, message) : null;
  const source = sourceOf(keyword, message);
  const said_by = channel === 'sms' ? 'text' : 'mail';
  const number = lead?.lifecycle_number ?? null;
  const created =
    address === null ? null : await optOut(tx, number, { channel, address, said_by, source });
  if (contact) changeConsent(tx, contact, { channel, status: 'denied', source });
  if (lead !== null && visit !== null) await askAboutVisit(tx, lead, visit, channel);
  // An opt-out by email is not confirmed: it would be one more email.
  if (!created?.isNew || channel !== 'sms' || !(await mayReply(tx, lead))) return;
  const organization = await findOrganization(tx);
  const language = languageOf(contact, organization);
  const body = optOutText(organization, language, { hasVisit: visit !== null });
  const to = created.row.address;
  (await prepareReply(tx, { kind: 'opt_out_confirmation', to, body }))(lead);
}

async function start(
  tx: Tx,
  keyword: 'start' | 'yes',
  contact: Contact | null,
  message: InboundMessage,
): Promise<true> {
  const { channel, address } = message;
  const source = sourceOf(keyword, message);
  const number = contact?.lead.lifecycle_number ?? null;
  if (address !== null) await optIn(tx, number, { channel, address }, source);
  if (contact) changeConsent(tx, contact, { channel, status: 'granted', source });
  return true;
}

/** Only a text is answered: in an email, the company is in the text above. */
async function replyToHelp(
  tx: Tx,
  contact: Contact | null,
  { channel, address }: InboundMessage,
): Promise<boolean> {
  const lead = contact?.lead ?? null;
  if (channel !== 'sms' || address === null || !(await mayReply(tx, lead))) return false;
  (await prepareHelp(tx, contact, address))(lead);
  return true;
}

export async function prepareHelp(tx: Tx, contact: Contact | null, to: string) {
  const organization = await findOrganization(tx);
  const body = helpText(organization, languageOf(contact, organization));
  return prepareReply(tx, { kind: 'help', to, body });
}

function languageOf(contact: Contact | null, organization: { language: Language }): Language {
  return contact?.customer?.language ?? contact?.lead.language ?? organization.language;
}

async function nextVisitOf(
  tx: Tx,
  { lead }: Contact,
  { channel, address }: InboundMessage,
): Promise<NextVisit | null> {
  const phone = channel === 'sms' ? address : null;
  return findNextVisit(tx, await lifecyclesOfSender(tx, lead, phone));
}
