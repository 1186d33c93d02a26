import Type, { type Static } from 'typebox';
import { NOT_BLANK } from '../../../platform/http/fields.ts';
import { optOutChannel } from '../communications/index.ts';

const source = {
  minLength: 1,
  maxLength: 500,
  pattern: NOT_BLANK,
};

export const RecordOptOutBody = Type.Object(
  {
    channel: optOutChannel,
    address: Type.Optional(
      Type.String({
        maxLength: 254,
        description:
          'The phone number or e-mail address. Default: that of the lead or customer who is named.',
        examples: ['+14155550134'],
      }),
    ),
    lead_id: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'The lead who said so.',
        examples: ['lead_01h455vb4pex5vsknk084sn02q'],
      }),
    ),
    customer_id: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'The customer who said so.',
        examples: ['customer_01h455vb4pex5vsknk084sn02q'],
      }),
    ),
    source: Type.String({
      ...source,
      description: 'How they said so, and to whom.',
      examples: ['On the phone to Rosa, March 1'],
    }),
  },
  {
    additionalProperties: false,
    title: 'RecordOptOut',
    description: 'Who wants no more texts or mails, by address or by whom it belongs to.',
  },
);
export type RecordOptOutBody = Static<typeof RecordOptOutBody>;

export const RevokeOptOutBody = Type.Object(
  {
    source: Type.String({
      ...source,
      minLength: 10,
      description: 'The evidence: how they asked to hear from us again, when, and who heard it.',
      examples: ['Asked for reminders again on the phone on March 3, heard by Rosa'],
    }),
  },
  {
    additionalProperties: false,
    title: 'RevokeOptOut',
    description: 'How we know that they want to hear from us again.',
  },
);
