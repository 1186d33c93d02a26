import Type from 'typebox';
import { nullable } from '../platform/http/fields.ts';
import { CHANNELS, type Channel, type ChannelConsent } from './consent.ts';

const answer = (channel: string) =>
  Type.Optional(
    Type.Unsafe<'granted' | 'denied'>({
      type: 'string',
      enum: ['granted', 'denied'],
      description: `Whether we may reach them by ${channel}; left out, nothing changes.`,
      examples: ['granted'],
    }),
  );

export const ConsentBody = Type.Object(
  {
    call: answer('phone call'),
    sms: answer('text message'),
    email: answer('e-mail'),
    source: Type.Optional(
      nullable({
        maxLength: 100,
        description: 'Where they said so. Default: the source of the lead.',
        examples: ['web_form'],
      }),
    ),
    wording: Type.Optional(
      nullable({
        maxLength: 2000,
        description: 'The words they agreed to.',
        examples: ['Text me about my request. Reply STOP to end.'],
      }),
    ),
  },
  {
    additionalProperties: false,
    title: 'ConsentAnswer',
    description: 'What the contact agreed to, or refused, by channel.',
    examples: [{ sms: 'granted', wording: 'Text me about my request. Reply STOP to end.' }],
  },
);

const UNKNOWN = { status: 'unknown', at: null, source: null, wording: null };

export const Consent = Type.Unsafe<Record<Channel, ChannelConsent>>({
  type: 'object',
  title: 'Consent',
  description: 'What the contact agreed to or refused, by channel, when, where and in which words.',
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
            description: '`unknown` until they were asked.',
            examples: ['unknown'],
          }),
          at: nullable({
            format: 'date-time',
            description: 'When they said so.',
            examples: [null],
          }),
          source: nullable({ description: 'Where they said so.', examples: [null] }),
          wording: nullable({ description: 'The words they agreed to.', examples: [null] }),
        },
        {
          additionalProperties: false,
          description: `Consent to ${channel}.`,
          examples: [UNKNOWN],
        },
      ),
    ]),
  ),
  examples: [{ call: UNKNOWN, sms: UNKNOWN, email: UNKNOWN }],
});
