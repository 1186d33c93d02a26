import Type, { type Static } from 'typebox';
import { TEXT_LIMITS } from '../../../domain/text-limits.ts';
import { createdAt, id, NOT_BLANK, nullable, updatedAt } from '../../../platform/http/fields.ts';

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

export const CreateTemplateBody = Type.Object(
  { name, channel, subject: Type.Optional(nullable(subject)), body },
  {
    additionalProperties: false,
    title: 'CreateTemplate',
    description:
      'A template needs a `name`, its `channel` and a `body`, for a mail a `subject` too.',
  },
);

export const UpdateTemplateBody = Type.Object(
  {
    name: Type.Optional(name),
    subject: Type.Optional(nullable(subject)),
    body: Type.Optional(body),
  },
  {
    additionalProperties: false,
    title: 'UpdateTemplate',
    description: 'What is to change; what is left out stays.',
  },
);

export const Template = Type.Object(
  {
    template_id: id('template', 'Id of the template.'),
    name,
    channel,
    subject: nullable(subject),
    body,
    created_at: createdAt,
    updated_at: updatedAt,
  },
  {
    additionalProperties: false,
    title: 'Template',
    description: 'A text or mail that is written once and sent often.',
  },
);
export type Template = Static<typeof Template>;
