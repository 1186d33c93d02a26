import Type, { type Static } from 'typebox';
import { toUuid } from '../../../domain/ids.ts';
import { LANGUAGES, type Language } from '../../../domain/languages.ts';
import { readsOfTexts } from '../../../domain/text-scopes.ts';
import { assertMeets } from '../../../platform/auth/needs.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { type FieldError, validationFailed } from '../../../platform/errors.ts';
import { closedObject, nullable } from '../../../platform/http/fields.ts';
import { read } from '../../../platform/http/operation.ts';
import { returns } from '../../../platform/http/responses.ts';
import { findLeadOfCustomer } from '../../customers/index.ts';
import { findLead, findLeadOfLifecycle } from '../../leads/index.ts';
import { templateTexts } from '../templates/schemas.ts';
import { checkTemplateTexts, subjectErrors } from '../templates/template.ts';
import { textsOf } from '../templates/translations.ts';
import { contactErrors, contactFields, TARGETS } from './body-parts.ts';
import { renderTemplate } from './contents.ts';
import { findRecipient } from './recipients.ts';
import { variables } from './send-message-body.ts';

const PreviewTemplateBody = closedObject(
  'PreviewTemplate',
  'The texts of a template, and the lead, customer or lifecycle number to render them for.',
  { ...contactFields, ...templateTexts, variables },
  {
    oneOf: TARGETS,
    example: {
      lead_id: 'lead_01h455vb4pex5vsknk084sn02q',
      channel: 'sms',
      body: 'Hi {{ lead.name | default: "there" }}, this is {{ organization.name }}.',
    },
  },
);
type Body = Static<typeof PreviewTemplateBody>;

const TemplatePreview = closedObject(
  'TemplatePreview',
  'The message as the contact would get it.',
  {
    subject: nullable({ description: 'Subject of the email; null for a text.', examples: [null] }),
    body: Type.String({
      description: 'Text of the message.',
      examples: ['Hi Dana, this is Alder Heating & Air.'],
    }),
    language: Type.Unsafe<Language>({
      type: 'string',
      enum: [...LANGUAGES],
      description: 'Language of the contact.',
      examples: ['en'],
    }),
  },
);

export const previewTemplate = read({
  id: 'previewTemplate',
  method: 'POST',
  path: '/v1/templates/preview',
  tag: 'Templates',
  resource: 'lead',
  scopes: ['templates:write'],
  summary: 'Preview a template',
  description:
    'Renders a template for a contact before it is saved, in the contact’s language, with the same checks as creating and sending it. You need the scopes of everything that it shows. This stores and sends nothing.',
  body: PreviewTemplateBody,
  responses: returns(TemplatePreview, 'The rendered message.'),
  problems: ['evaluation_busy'],
  async run(tx, { body, caller, baseUrl }) {
    const errors = await errorsOf(body, tx.organizationId);
    if (errors.length > 0) throw validationFailed(errors);
    const { channel, subject = null, translations = {} } = body;
    const template = { channel, subject, body: body.body, translations };
    const reads = await readsOfTexts(tx.organizationId, textsOf(template));
    assertMeets(caller, reads, 'The template shows data of other resources.', '/body');
    const recipient = await findRecipient(tx, await leadIdOf(tx, body));
    const use = { subject: null, variables: body.variables ?? {}, about: {} };
    const place = { pointer: '/body', linksTo: async () => baseUrl };
    const { links: _, ...rendered } = await renderTemplate(tx, template, use, recipient, place);
    return { ...rendered, language: recipient.language };
  },
});

async function errorsOf(body: Body, organizationId: string): Promise<FieldError[]> {
  return [
    ...contactErrors(body),
    ...subjectErrors(body.channel, body.subject),
    ...(await checkTemplateTexts(body, organizationId)),
  ];
}

async function leadIdOf(tx: Tx, { lead_id, customer_id, lifecycle_number }: Body): Promise<string> {
  if (lead_id !== undefined) return (await findLead(tx, toUuid('lead', lead_id))).lead_id;
  if (customer_id !== undefined) return findLeadOfCustomer(tx, toUuid('customer', customer_id));
  return (await findLeadOfLifecycle(tx, lifecycle_number ?? '')).lead_id;
}
