import Type, { type Static } from 'typebox';
import { requiredText } from '../../../domain/text-limits.ts';
import * as field from '../../../platform/http/fields.ts';

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

export const CreateTemplateBody = field.closedObject(
  'CreateTemplate',
  'The template to create: a `name`, a `channel` and a `body`, and a `subject` for an email.',
  { name, channel, subject: Type.Optional(field.nullable(subject)), body },
);

export const UpdateTemplateBody = field.closedObject(
  'UpdateTemplate',
  'The fields to change. Fields that you leave out stay unchanged.',
  {
    name: Type.Optional(name),
    subject: Type.Optional(field.nullable(subject)),
    body: Type.Optional(body),
  },
);

export const Template = field.closedObject('Template', 'A reusable text or email.', {
  template_id: field.id('template', 'Id of the template.'),
  name,
  channel,
  subject: field.nullable(subject),
  body,
  ...field.timestamps,
});
export type Template = Static<typeof Template>;
