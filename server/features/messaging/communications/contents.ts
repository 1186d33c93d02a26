import { toUuid } from '../../../domain/ids.ts';
import type { SentBy } from '../../../domain/message-address.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { type FieldError, validationFailed } from '../../../platform/errors.ts';
import { findTemplateOrNull, renderText, type TemplateData } from '../templates/index.ts';
import { textTooLong } from './message.ts';

interface Contents {
  subject: string | null;
  body: string;
  template_id: string | null;
}

/** What a message says: as it was given, or as its template says it of this contact at this moment. */
export async function writeMessage(
  tx: Tx,
  message: {
    channel: SentBy;
    subject: string | null;
    body: string | null;
    templateId: string | null;
    variables: Readonly<Record<string, unknown>>;
  },
  data: TemplateData,
): Promise<Contents> {
  if (message.templateId === null) {
    return { subject: onOneLine(message.subject), body: message.body!, template_id: null };
  }
  const template = await findTemplateOrNull(tx, toUuid('template', message.templateId));
  if (template === null || template.channel !== message.channel) {
    throw refused(
      'unknown_template',
      `The field template_id must be the id of a template for ${message.channel} of your organization.`,
    );
  }
  const body = rendered(template.body, data, message.variables);
  const subject =
    message.subject ??
    (template.subject === null ? null : rendered(template.subject, data, message.variables));
  const tooLong = message.channel === 'sms' ? textTooLong(body) : [];
  if (tooLong.length > 0) throw validationFailed(tooLong);
  if (body.trim() === '') throw refused('empty', 'The template comes to nothing for this contact.');
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
