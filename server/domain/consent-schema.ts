import Type from 'typebox';
import { nullable } from '../platform/http/fields.ts';
import { CHANNELS, type Channel, type ChannelConsent } from './consent.ts';

const channelField = (channel: string) =>
  Type.Optional(
    Type.Unsafe<'granted' | 'denied'>({
      type: 'string',
      enum: ['granted', 'denied'],
      description: `Whether the contact allows ${channel}. Leave it out to change nothing.`,
      examples: ['granted'],
    }),
  );

export const ConsentBody = Type.Object(
  {
    call: channelField('phone calls'),
    sms: channelField('text messages'),
    email: channelField('email'),
    source: Type.Optional(
      nullable({
        maxLength: 100,
        description: 'Where the contact gave or denied consent. Default: the source of the lead.',
        examples: ['web_form'],
      }),
    ),
    wording: Type.Optional(
      nullable({
        maxLength: 2000,
        description: 'The wording that the contact agreed to.',
        examples: ['Text me about my request. Reply STOP to end.'],
      }),
    ),
  },
  {
    additionalProperties: false,
    title: 'ConsentAnswer',
    description: 'What the contact agreed to or denied, by channel.',
    examples: [{ sms: 'granted', wording: 'Text me about my request. Reply STOP to end.' }],
  },
);

const UNKNOWN = { status: 'unknown', at: null, source: null, wording: null };

export const Consent = Type.Unsafe<Record<Channel, ChannelConsent>>({
  type: 'object',
  title: 'Consent',
  description: 'What the contact agreed to or denied, by channel, with time, source and wording.',
  additionalProperties: false,
  required: [...CHANNELS],
  properties: Object.fromEntries(
    CHANNELS.map((channel) => [
      channel,
      Type.Object(
        {
          status: Type.Unsafe<ChannelConsent['status']>({
            type: 'string',
            enum: ['granted', 'denied', 'unknown'],
            description:
              'Consent status: `granted`, `denied`, or `unknown` if the contact was not asked.',
            examples: ['unknown'],
          }),
          at: nullable({
            format: 'date-time',
            description: 'When the contact gave or denied consent; null if unknown.',
            examples: [null],
          }),
          source: nullable({
            description: 'Where the contact gave or denied consent; null if unknown.',
            examples: [null],
          }),
          wording: nullable({
            description: 'The wording that the contact agreed to; null if unknown.',
            examples: [null],
          }),
        },
        {
          additionalProperties: false,
          description: `Consent for the channel ${channel}.`,
          examples: [UNKNOWN],
        },
      ),
    ]),
  ),
  examples: [{ call: UNKNOWN, sms: UNKNOWN, email: UNKNOWN }],
});
