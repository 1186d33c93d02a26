import Type, { type Static } from 'typebox';
import { idInput } from '../../../domain/reference-fields.ts';
import { TEXT_LIMITS } from '../../../domain/text-limits.ts';
import * as field from '../../../platform/http/fields.ts';

export const optOutChannel = Type.Unsafe<'sms' | 'email'>({
  type: 'string',
  enum: ['sms', 'email'],
  description: 'What they want no more of.',
  examples: ['sms'],
});
export const OptOut = field.closedObject(
  'OptOut',
  'An address that nothing is sent to, whoever has it.',
  {
    opt_out_id: field.id('opt_out', 'Id of the opt-out.'),
    lifecycle_number: field.nullable({
      description: 'The number of whoever said so; null for a stranger.',
      examples: ['100042-7'],
    }),
    channel: optOutChannel,
    address: Type.String({
      description: 'The phone number, or the mailbox in its canonical form.',
      examples: ['+14155550134'],
    }),
    said_by: Type.Unsafe<'text' | 'mail' | 'link' | 'office'>({
      type: 'string',
      enum: ['text', 'mail', 'link', 'office'],
      description:
        'How it came: by a `text` or `mail` of theirs, by the `link` in a mail of ours, or told to the `office`.',
      examples: ['text'],
    }),
    source: Type.String({ description: 'What they said, or who heard it.', examples: ['STOP'] }),
    opted_out_at: field.time('When they said so.'),
    revoked_at: field.nullableTime('When they asked to hear from us again; null while it stands.'),
    revoked_source: field.nullable({
      description: 'How they asked to hear from us again.',
      examples: [null],
    }),
    ...field.timestamps,
  },
);
export type OptOut = Static<typeof OptOut>;

const source = {
  minLength: 1,
  maxLength: 500,
  pattern: field.NOT_BLANK,
};

export const CreateOptOutBody = field.closedObject(
  'CreateOptOut',
  'Who wants no more texts or mails, by address or by whom it belongs to.',
  {
    channel: optOutChannel,
    address: Type.Optional(
      Type.String({
        maxLength: TEXT_LIMITS.email,
        description:
          'The phone number or e-mail address. Default: that of the lead or customer who is named.',
        examples: ['+14155550134'],
      }),
    ),
    lead_id: idInput('lead', 'The lead who said so.'),
    customer_id: idInput('customer', 'The customer who said so.'),
    source: Type.String({
      ...source,
      description: 'How they said so, and to whom.',
      examples: ['On the phone to Rosa, March 1'],
    }),
  },
);
export type CreateOptOutBody = Static<typeof CreateOptOutBody>;

export const RevokeOptOutBody = field.closedObject(
  'RevokeOptOut',
  'How we know that they want to hear from us again.',
  {
    source: Type.String({
      ...source,
      minLength: 10,
      description: 'The evidence: how they asked to hear from us again, when, and who heard it.',
      examples: ['Asked for reminders again on the phone on March 3, heard by Rosa'],
    }),
  },
);
