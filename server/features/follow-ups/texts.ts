import type { Tx } from '../../platform/database/transaction.ts';
import type { LinkTarget } from '../links/index.ts';
import {
  findTopics,
  linksIn,
  MAX_TEXT_LENGTH,
  type Recipient,
  renderTexts,
  type TemplateData,
} from '../messaging/index.ts';
import type { FollowUpRow } from './queries.ts';

interface RenderedTexts {
  subject: string | null;
  body: string | null;
  links: readonly LinkTarget[];
}

/** Renders the subject and body of a message for the recipient, with current data. */
export async function renderMessage(
  tx: Tx,
  { job_id, appointment_id, channel, subject, body }: FollowUpRow,
  recipient: Recipient,
  linksTo: () => Promise<string>,
): Promise<RenderedTexts | { failure: string }> {
  const data = await templateData(
    tx,
    { job_id, appointment_id },
    recipient,
    [subject, body].join(' '),
  );
  const found = await linksIn(tx, body ?? '', recipient, data, linksTo);
  const all = { ...data, ...(found && { links: found.links }) };
  const rendered = await renderTexts(tx.organizationId, [subject, body], all, {});
  if ('failure' in rendered) return rendered;
  if (rendered.texts.some((text) => text?.trim() === '')) {
    return { failure: 'The text renders empty for this contact.' };
  }
  const [title, content] = rendered.texts;
  if (channel === 'sms' && content !== null && content.length > MAX_TEXT_LENGTH) {
    return {
      failure: `The rendered text is longer than ${MAX_TEXT_LENGTH} characters. Shorten it, or send an email.`,
    };
  }
  return { subject: title, body: content, links: found?.targets ?? [] };
}

/** Appointments, jobs, invoices and so on are read only if the text may use them. */
export async function templateData(
  tx: Tx,
  row: Pick<FollowUpRow, 'job_id' | 'appointment_id'>,
  recipient: Recipient,
  text: string,
): Promise<TemplateData> {
  if (!/appointment|job|invoice|estimate|property|links/.test(text)) return recipient.data;
  return { ...recipient.data, ...(await findTopics(tx, recipient.lead_id, aboutOf(row), text)) };
}

/** The job and the appointment that the follow-up is about; the current ones if it names none. */
export function aboutOf({
  job_id,
  appointment_id,
}: Pick<FollowUpRow, 'job_id' | 'appointment_id'>) {
  return { ...(job_id !== null && { job_id }), ...(appointment_id !== null && { appointment_id }) };
}
