import Type from 'typebox';
import { nullable } from '../platform/http/fields.ts';
import { CHANNELS, type Channel, type ChannelConsent, type ChannelInput } from './consent.ts';

const source = nullable({
  maxLength: 100,
  description: 'Where the contact gave or denied consent. Default: the source of the lead.',
  examples: ['web_form'],
});
const wording = nullable({
  maxLength: 2000,
  description: 'The wording that the contact agreed to.',
  examples: ['Text me about my request. Reply STOP to end.'],
});

const STATUS = '^(granted|denied|unknown)$';

/** One list of types: the keywords of texts apply to a status, those of objects to a consent as it is returned. */
const channelField = (channel: string) =>
  Type.Optional(
    Type.Unsafe<ChannelInput>({
      type: ['string', 'object', 'null'],
      description: `Whether the contact allows ${channel}: \`granted\` or \`denied\`, or an object with \`status\`, as it is returned. \`unknown\` and null change nothing.`,
      examples: ['granted'],
      pattern: STATUS,
      additionalProperties: false,
      required: ['status'],
      properties: {
        status: Type.String({
          pattern: STATUS,
          description: 'Consent status.',
          examples: ['granted'],
        }),
        at: nullable({
          format: 'date-time',
          description: 'When the contact gave or denied consent. Default: now.',
          examples: ['2027-03-01T09:00:00Z'],
        }),
        source,
        wording,
      },
    }),
  );

export const ConsentBody = Type.Object(
  {
    call: channelField('phone calls'),
    sms: channelField('text messages'),
    email: channelField('email'),
    source: Type.Optional(source),
    wording: Type.Optional(wording),
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
