import Type, { type Static } from 'typebox';
import { nullablePurpose } from '../../../domain/purpose.ts';
import { requiredText } from '../../../domain/text-limits.ts';
import * as field from '../../../platform/http/fields.ts';
import { translationsField } from './translations.ts';

const name = requiredText(
  'name',
  'Name of the template, unique in your organization.',
  'First reply',
);
const channel = Type.Unsafe<'sms' | 'email'>({
  type: 'string',
  enum: ['sms', 'email'],
  description:
    'Whether the template is for texts (`sms`) or emails (`email`). It cannot be changed.',
  examples: ['sms'],
});
const subject = {
  maxLength: 500,
  description: 'Subject of the email, in Liquid; null for a text.',
  examples: [null],
};
const body = Type.String({
  pattern: field.NOT_BLANK,
  maxLength: 20_000,
  description:
    'Text of the message, in Liquid, such as `{{ lead.name }}`. The variables are listed in /docs/guides/templates; any other variable is refused.',
  examples: ['Hi {{ lead.name | default: "there" }}, this is {{ organization.name }}.'],
});

const translations = translationsField(
  'The same text in other languages, such as `{ "es": { "body": "…" } }`. A contact with none of these languages gets `body`.',
);
const purpose = nullablePurpose(
  'if the sender decides: by default `service` for a person, `marketing` for follow-ups and playbooks',
);

/** What of a template is rendered. */
export const templateTexts = {
  channel,
  subject: Type.Optional(field.nullable(subject)),
  body,
  translations: Type.Optional(translations),
};

export const CreateTemplateBody = field.closedObject(
  'CreateTemplate',
  'The template to create: a `name`, a `channel` and a `body`, and a `subject` for an email.',
  {
    name,
    ...templateTexts,
    purpose: Type.Optional(purpose),
  },
  {
    example: {
      name: 'First reply',
      channel: 'sms',
      body: 'Hi {{ lead.name | default: "there" }}, this is {{ organization.name }}.',
      translations: { es: { body: 'Hola {{ lead.name }}, somos {{ organization.name }}.' } },
      purpose: 'service',
    },
  },
);

export const UpdateTemplateBody = field.closedObject(
  'UpdateTemplate',
  'The fields to change. Fields that you leave out stay unchanged.',
  {
    name: Type.Optional(name),
    subject: Type.Optional(field.nullable(subject)),
    body: Type.Optional(body),
    translations: Type.Optional(translations),
    purpose: Type.Optional(purpose),
  },
  {
    example: {
      body: 'Hi {{ lead.name | default: "there" }}, this is {{ organization.name }}. We call you soon.',
    },
  },
);

export const Template = field.closedObject('Template', 'A reusable text or email.', {
  template_id: field.id('template', 'Id of the template.'),
  name,
  channel,
  subject: field.nullable(subject),
  body,
  translations,
  purpose,
  ...field.timestamps,
});
export type Template = Static<typeof Template>;
