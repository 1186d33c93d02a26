import type { SentBy } from '../../../domain/message-address.ts';
import type { Purpose } from '../../../domain/purpose.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { type FieldError, validationFailed } from '../../../platform/errors.ts';
import type { LinkTarget } from '../../links/index.ts';
import { renderTexts } from '../templates/liquid.ts';
import { findTemplateOrNull } from '../templates/queries.ts';
import { type Translated, textsIn } from '../templates/translations.ts';
import { textTooLong } from './message.ts';
import type { Recipient } from './recipients.ts';
import { type About, findLinks, findTopics } from './topics.ts';

/** The content of a message: a text, or a template. */
export type MessageContent = PlainContent | TemplateUse;

interface PlainContent {
  subject: string | null;
  body: string;
  /** What the body has links to, by their addresses without keys. */
  links?: readonly LinkTarget[];
}

export interface TemplateUse {
  /** Null if the given id is not valid; it is refused as unknown. */
  templateId: string | null;
  /** Null for the subject of the template. */
  subject: string | null;
  variables: Readonly<Record<string, unknown>>;
  /** The appointment, job and invoice for the template; by default the current ones. */
  about: About;
}

interface RenderedMessage {
  subject: string | null;
  body: string;
  template_id: string | null;
  /** Of the template; null if it has none. */
  purpose: Purpose | null;
  links: readonly LinkTarget[];
}

/** Returns the given text, or renders the template for the contact. */
export async function renderMessage(
  tx: Tx,
  channel: SentBy,
  content: MessageContent,
  recipient: Recipient,
  linksTo: FindBaseUrl | null,
): Promise<RenderedMessage> {
  if (!('templateId' in content)) {
    const { subject, body, links = [] } = content;
    return { subject: onOneLine(subject), body, template_id: null, purpose: null, links };
  }
  const template = await findTemplateOrNull(tx, content.templateId);
  if (template === null || template.channel !== channel) {
    throw invalidField(
      '/template_id',
      'unknown_template',
      `The field template_id must be the id of a template of your organization for ${channel}.`,
    );
  }
  const { template_id, purpose } = template;
  const place = { pointer: '/template_id', linksTo };
  const rendered = await renderTemplate(tx, template, content, recipient, place);
  return { ...rendered, template_id, purpose };
}

/** The address of the service; asked for only if a text has links. */
export type FindBaseUrl = () => Promise<string>;

interface TemplateTexts extends Translated {
  channel: SentBy;
}

/**
 * Renders a stored or unsaved template for the contact. The pointer is where the request has the template; links lead to the
 * address of the service, if there can be any.
 */
export async function renderTemplate(
  tx: Tx,
  template: TemplateTexts,
  { subject, variables, about }: Omit<TemplateUse, 'templateId'>,
  recipient: Recipient,
  { pointer, linksTo }: { pointer: string; linksTo: FindBaseUrl | null },
): Promise<{ subject: string | null; body: string; links: readonly LinkTarget[] }> {
  const own = textsIn(template, recipient.language);
  const texts = [own.body, subject === null ? own.subject : null] as const;
  const topics = await findTopics(tx, recipient.lead_id, about, texts.join(' '));
  const found = await linksIn(tx, own.body, recipient, topics, linksTo);
  const data = { ...recipient.data, ...topics, ...(found && { links: found.links }) };
  const rendered = await renderTexts(tx.organizationId, texts, data, variables);
  if ('failure' in rendered) throw notApplicable(pointer, rendered.failure);
  const body = rendered.texts[0] ?? '';
  const tooLong = template.channel === 'sms' ? textTooLong(body) : [];
  if (tooLong.length > 0) throw validationFailed(tooLong);
  if (body.trim() === '') {
    throw invalidField(
      pointer,
      'empty',
      'The template renders empty for this contact. Change the template, or choose another one.',
    );
  }
  const links = found?.targets ?? [];
  return { subject: onOneLine(subject ?? rendered.texts[1]), body, links };
}

/** Read only if the text may use them. */
export async function linksIn(
  tx: Tx,
  text: string,
  { lead_id, lifecycle_number }: Recipient,
  topics: Parameters<typeof findLinks>[2],
  linksTo: FindBaseUrl | null,
) {
  if (linksTo === null || !/\blinks\b/.test(text)) return null;
  const baseUrl = await linksTo();
  return findLinks(tx, lead_id, topics, { baseUrl, lifecycleNumber: lifecycle_number });
}

function notApplicable(pointer: string, failure: string) {
  return invalidField(
    pointer,
    'template_not_applicable',
    `The template cannot be rendered for this contact: ${failure}. Send the missing value in variables, or send an appointment_id, job_id or invoice_id, or choose another template.`,
  );
}

/** A line break, such as in a name, would end the subject. */
function onOneLine(subject: string | null): string | null {
  return subject === null ? null : subject.replaceAll(/\s+/g, ' ').trim();
}

function invalidField(pointer: string, code: string, detail: string) {
  const error: FieldError = { pointer, code, detail };
  return validationFailed([error]);
}
