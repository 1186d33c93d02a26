import Type from 'typebox';
import { purposeInput } from '../../../domain/purpose.ts';
import { idInput } from '../../../domain/reference-fields.ts';
import { CODE_FORM, NOT_BLANK } from '../../../platform/http/fields.ts';
import { translationsField } from '../../messaging/index.ts';

/** Schemas of fields that several steps have in their `with`. */

export const CLOSED = { additionalProperties: false } as const;

/** ISO 8601; `check.duration` checks its form. */
export function duration(description: string, example: string) {
  return Type.Optional(Type.String({ maxLength: 40, description, examples: [example] }));
}

/** A time, or Liquid that renders to one; `checkTimestamp` checks its form. */
export function timestamp(description: string, example: string) {
  return Type.Optional(
    Type.String({ minLength: 1, maxLength: 500, description, examples: [example] }),
  );
}

/** Of what a step schedules. */
export function assignedTo(what: 'follow-up' | 'task') {
  return idInput(
    'user',
    `Id of the user for the ${what}. Default: the user of the job or the lead.`,
  );
}

/** A code in snake_case. */
export function code(description: string, example: string) {
  return Type.Optional(Type.String({ pattern: CODE_FORM, description, examples: [example] }));
}

/** A text or email: a saved template, or its own Liquid texts. */
export const messageFields = {
  template: idInput('template', 'Id of the template to send, instead of `body`.'),
  subject: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: NOT_BLANK,
      description: 'Subject of the email, as a Liquid template. Only for an email with `body`.',
      examples: ['Your estimate'],
    }),
  ),
  body: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 20_000,
      pattern: NOT_BLANK,
      description: 'Text of the message, as a Liquid template.',
      examples: ['Hi {{ lead.name }}, we will call you soon.'],
    }),
  ),
};

/** What a text or email is for, until when it is of use, and its other languages. */
export const deliveryFields = {
  purpose: purposeInput('that of the template, otherwise `marketing`'),
  expires_at: timestamp(
    'When the message is no longer of use, as a time or Liquid that renders to one. It is not sent at this time or later.',
    '{{ appointment.ends_at }}',
  ),
  translations: Type.Optional(
    translationsField(
      'The texts in other languages, as Liquid templates, such as `{ "es": { "body": "…" } }`. A contact with none of these languages gets `body`. Only with `body`.',
    ),
  ),
};

/** `checkAssignee` checks that exactly one is given. */
export const ONE_ASSIGNEE = { 'x-one-of': ['user_id', 'team_id'] } as const;
export type Assignee = { user_id: string } | { team_id: string };

export function oneOf<const Values extends readonly string[]>(
  values: Values,
  options: { description: string; examples: [Values[number]] },
) {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...options });
}
