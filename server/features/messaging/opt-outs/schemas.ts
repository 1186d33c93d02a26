import Type, { type Static } from 'typebox';
import { idInput } from '../../../domain/reference-fields.ts';
import { TEXT_LIMITS } from '../../../domain/text-limits.ts';
import * as field from '../../../platform/http/fields.ts';

export const optOutChannel = Type.Unsafe<'sms' | 'email'>({
  type: 'string',
  enum: ['sms', 'email'],
  description: 'Channel that the contact opted out of.',
  examples: ['sms'],
});
export const OptOut = field.closedObject(
  'OptOut',
  'An address that no messages are sent to, for every contact that has it.',
  {
    opt_out_id: field.id('opt_out', 'Id of the opt-out.'),
    lifecycle_number: field.nullable({
      description: 'Lifecycle number of the contact who opted out; null if the contact is unknown.',
      examples: ['100042-7'],
    }),
    channel: optOutChannel,
    address: Type.String({
      description: 'Phone number, or email address in canonical form.',
      examples: ['+14155550134'],
    }),
    said_by: Type.Unsafe<'text' | 'mail' | 'link' | 'office'>({
      type: 'string',
      enum: ['text', 'mail', 'link', 'office'],
      description:
        'How the contact opted out: by a `text` or an email (`mail`) to you, by the unsubscribe `link` in an email, or by telling the `office`.',
      examples: ['text'],
    }),
    source: Type.String({
      description: 'Text of the contact, or how the contact opted out.',
      examples: ['STOP'],
    }),
    opted_out_at: field.time('When the contact opted out.'),
    revoked_at: field.nullableTime('When the opt-out was revoked; null while it is active.'),
    revoked_source: field.nullable({
      description: 'How the contact asked to receive messages again.',
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
  'The opt-out to record: an address, or the lead or customer it belongs to.',
  {
    channel: optOutChannel,
    address: Type.Optional(
      Type.String({
        maxLength: TEXT_LIMITS.email,
        description:
          'Phone number or email address. Default: the one of the given lead or customer.',
        examples: ['+14155550134'],
      }),
    ),
    lead_id: idInput('lead', 'Id of the lead who opted out.'),
    customer_id: idInput('customer', 'Id of the customer who opted out.'),
    source: Type.String({
      ...source,
      description: 'How and to whom the contact said it.',
      examples: ['On the phone to Rosa, March 1'],
    }),
  },
  {
    example: {
      channel: 'sms',
      lead_id: 'lead_01h455vb4pex5vsknk084sn02q',
      source: 'On the phone to Rosa, March 1',
    },
  },
);
export type CreateOptOutBody = Static<typeof CreateOptOutBody>;

export const RevokeOptOutBody = field.closedObject(
  'RevokeOptOut',
  'The evidence that the contact wants to receive messages again.',
  {
    source: Type.String({
      ...source,
      minLength: 10,
      description: 'How and when the contact asked to receive messages again, and who heard it.',
      examples: ['Asked for reminders again on the phone on March 3, heard by Rosa'],
    }),
  },
  { example: { source: 'Asked for reminders again on the phone on March 3, heard by Rosa' } },
);
