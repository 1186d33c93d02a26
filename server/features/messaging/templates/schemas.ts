import Type, { type Static } from 'typebox';
import { TEXT_LIMITS } from '../../../domain/text-limits.ts';
import {
  closedObject,
  createdAt,
  id,
  NOT_BLANK,
  nullable,
  updatedAt,
} from '../../../platform/http/fields.ts';

const name = Type.String({
  pattern: NOT_BLANK,
  maxLength: TEXT_LIMITS.name,
  description: 'What you call it; unique in your organization.',
  examples: ['First answer'],
});
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
  pattern: NOT_BLANK,
  maxLength: 20_000,
  description:
    'The text, in Liquid: `{{ lead.name }}`. The variables are listed in docs/templates.md; any other is refused.',
  examples: ['Hi {{ lead.name | default: "there" }}, this is {{ organization.name }}.'],
});

export const CreateTemplateBody = closedObject(
  'CreateTemplate',
  'A template needs a `name`, its `channel` and a `body`, for a mail a `subject` too.',
  { name, channel, subject: Type.Optional(nullable(subject)), body },
);

export const UpdateTemplateBody = closedObject(
  'UpdateTemplate',
  'What is to change; what is left out stays.',
  {
    name: Type.Optional(name),
    subject: Type.Optional(nullable(subject)),
    body: Type.Optional(body),
  },
);

export const Template = closedObject(
  'Template',
  'A text or mail that is written once and sent often.',
  {
    template_id: id('template', 'Id of the template.'),
    name,
    channel,
    subject: nullable(subject),
    body,
    created_at: createdAt,
    updated_at: updatedAt,
  },
);
export type Template = Static<typeof Template>;
