import Type, { type Static } from 'typebox';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { NOT_BLANK } from '../../platform/http/fields.ts';

export const TranscriptBody = Type.Object(
  {
    channel: Type.Unsafe<'call' | 'chat'>({
      type: 'string',
      enum: ['call', 'chat'],
      description: 'Channel of the conversation: a phone call or a chat.',
      examples: ['call'],
    }),
    text: Type.String({
      minLength: 1,
      maxLength: 200_000,
      pattern: NOT_BLANK,
      description: 'Text of the conversation, stored as sent.',
      examples: ['Agent: How can I help? Caller: My water heater is leaking.'],
    }),
    occurred_at: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'When the conversation began. Default: now.',
        examples: ['2027-03-01T06:55:00-08:00'],
      }),
    ),
    duration_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 604_800,
        description: 'Length of the conversation in seconds.',
        examples: [184],
      }),
    ),
    answered: Type.Optional(
      Type.Boolean({
        description:
          'Whether someone took the call or the chat; the lead is then contacted. Default true. Send `false` for a voicemail.',
        examples: [true],
      }),
    ),
    recording_url: Type.Optional(
      Type.String({
        maxLength: TEXT_LIMITS.url,
        format: 'uri',
        description: 'URL of the recording.',
        examples: ['https://calls.example.com/r/7f3a91'],
      }),
    ),
  },
  {
    additionalProperties: false,
    title: 'Transcript',
    description:
      'The call or chat that the lead came from. It is stored as an inbound communication under the lead’s lifecycle number.',
    examples: [{ channel: 'call', text: 'Caller: My water heater is leaking.' }],
  },
);
export type TranscriptBody = Static<typeof TranscriptBody>;
