import type { Tx } from '../../../platform/database/transaction.ts';
import { readMergedLifecycles } from '../../leads/index.ts';
import {
  findRecipient,
  type Recipient,
  type Translations,
  textsIn,
} from '../../messaging/index.ts';
import type { RunRow } from '../runtime/queries.ts';
import { leadOf } from './subject.ts';

/** The texts that a step has itself, instead of a template. */
interface OwnTexts {
  subject?: string;
  body?: string;
  translations?: Translations;
}

/** The contact of the run: the lead that its lead was merged into, and its customer. */
export async function recipientOf(tx: Tx, run: RunRow): Promise<Recipient> {
  const leadId = leadOf(run);
  const [primary] = await readMergedLifecycles(tx, leadId);
  return findRecipient(tx, primary?.lead_id ?? leadId);
}

/** The step's own texts in the contact's language, not rendered. */
export function textsFor(
  { subject, body, translations = {} }: OwnTexts,
  { language }: Pick<Recipient, 'language'>,
): { subject: string | null; body: string | null } {
  if (body === undefined) return { subject: subject ?? null, body: null };
  return textsIn({ subject: subject ?? null, body, translations }, language);
}

/** The same, and the contact is read only if its language matters. */
export async function ownTexts(
  { tx, run }: { tx: Tx; run: RunRow },
  texts: OwnTexts,
): Promise<{ subject: string | null; body: string | null }> {
  const { subject = null, body = null, translations } = texts;
  if (translations === undefined) return { subject, body };
  return textsFor(texts, await recipientOf(tx, run));
}
