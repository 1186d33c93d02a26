import Type, { type Static } from 'typebox';
import { requiredText } from '../../../domain/text-limits.ts';
import * as field from '../../../platform/http/fields.ts';

const name = requiredText('name', 'What you call it; unique in your organization.', 'First answer');
const channel = Type.Unsafe<'sms' | 'email'>({
  type: 'string',
  enum: ['sms', 'email'],
  description: 'What it is sent as; it never changes.',
  examples: ['sms'],
});
const subject = {
  maxLength: 500,
  description: 'The subject of a mail, in Liquid; a text has none.',
  examples: [null],
};
const body = Type.String({
  pattern: field.NOT_BLANK,
  maxLength: 20_000,
  description:
    'The text, in Liquid: `{{ lead.name }}`. The variables are listed in docs/templates.md; any other is refused.',
  examples: ['Hi {{ lead.name | default: "there" }}, this is {{ organization.name }}.'],
});

export const CreateTemplateBody = field.closedObject(
  'CreateTemplate',
  'A template needs a `name`, its `channel` and a `body`, for a mail a `subject` too.',
  { name, channel, subject: Type.Optional(field.nullable(subject)), body },
);

export const UpdateTemplateBody = field.closedObject(
  'UpdateTemplate',
  'What is to change; what is left out stays.',
  {
    name: Type.Optional(name),
    subject: Type.Optional(field.nullable(subject)),
    body: Type.Optional(body),
  },
);

export const Template = field.closedObject(
  'Template',
  'A text or mail that is written once and sent often.',
  {
    template_id: field.id('template', 'Id of the template.'),
    name,
    channel,
    subject: field.nullable(subject),
    body,
    ...field.timestamps,
  },
);
export type Template = Static<typeof Template>;
