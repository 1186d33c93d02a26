import type { SentBy } from '../../../domain/message-address.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { type FieldError, validationFailed } from '../../../platform/errors.ts';
import { renderText } from '../templates/liquid.ts';
import { findTemplateOrNull } from '../templates/queries.ts';
import type { TemplateData } from '../templates/variables.ts';
import { textTooLong } from './message.ts';
import type { Recipient } from './recipients.ts';
import { type About, findTopics } from './topics.ts';

/** What a message is made of: its own words, or a template. */
export type MessageContent = { subject: string | null; body: string } | TemplateUse;

export interface TemplateUse {
  /** Null stands for what is no template's id, and is as unknown as any other. */
  templateId: string | null;
  /** Null for the template's own. */
  subject: string | null;
  variables: Readonly<Record<string, unknown>>;
  /** Which appointment, job and invoice the template may name; else those that are at hand. */
  about: About;
}

interface WrittenMessage {
  subject: string | null;
  body: string;
  template_id: string | null;
}

/** What a message says: as it was given, or as its template says it of this contact at this moment. */
export async function writeMessage(
  tx: Tx,
  channel: SentBy,
  content: MessageContent,
  recipient: Recipient,
): Promise<WrittenMessage> {
  if (!('templateId' in content)) {
    return { subject: onOneLine(content.subject), body: content.body, template_id: null };
  }
  const topics = await findTopics(tx, recipient.lead_id, content.about);
  const template = await findTemplateOrNull(tx, content.templateId);
  if (template === null || template.channel !== channel) {
    throw refused(
      'unknown_template',
      `The field template_id must be the id of a template for ${channel} of your organization.`,
    );
  }
  const data = { ...recipient.data, ...topics };
  const body = rendered(template.body, data, content.variables);
  const subject =
    content.subject ??
    (template.subject === null ? null : rendered(template.subject, data, content.variables));
  const tooLong = channel === 'sms' ? textTooLong(body) : [];
  if (tooLong.length > 0) throw validationFailed(tooLong);
  if (body.trim() === '') throw refused('empty', 'The template renders empty for this contact.');
  return { subject: onOneLine(subject), body, template_id: template.template_id };
}

function rendered(
  text: string,
  data: TemplateData,
  variables: Readonly<Record<string, unknown>>,
): string {
  const result = renderText(text, data, variables);
  if ('text' in result) return result.text;
  throw refused(
    'template_not_applicable',
    `The template cannot be filled in for this contact: ${result.failure}. Give what is missing, in variables or as an appointment_id, job_id or invoice_id, or choose another template.`,
  );
}

/** A name with a line break in it would otherwise end the subject. */
function onOneLine(subject: string | null): string | null {
  return subject === null ? null : subject.replaceAll(/\s+/g, ' ').trim();
}

function refused(code: string, detail: string) {
  const error: FieldError = { pointer: '/template_id', code, detail };
  return validationFailed([error]);
}
