import Type, { type Static } from 'typebox';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { NOT_BLANK } from '../../platform/http/fields.ts';

export const TranscriptBody = Type.Object(
  {
    channel: Type.Unsafe<'call' | 'chat'>({
      type: 'string',
      enum: ['call', 'chat'],
      description: 'Whether it was spoken or typed.',
      examples: ['call'],
    }),
    text: Type.String({
      minLength: 1,
      maxLength: 200_000,
      pattern: NOT_BLANK,
      description: 'What was said, kept as sent.',
      examples: ['Agent: How can I help? Caller: My water heater is leaking.'],
    }),
    occurred_at: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'When it began. Default: now.',
        examples: ['2027-03-01T08:55:00-05:00'],
      }),
    ),
    duration_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 604_800,
        description: 'How long it took.',
        examples: [184],
      }),
    ),
    recording_url: Type.Optional(
      Type.String({
        maxLength: TEXT_LIMITS.url,
        format: 'uri',
        description: 'Where the recording can be heard.',
        examples: ['https://calls.example.com/r/7f3a91'],
      }),
    ),
  },
  {
    additionalProperties: false,
    title: 'Transcript',
    description:
      'The call or chat that the lead came from; it is kept as an inbound communication under the lead’s number.',
    examples: [{ channel: 'call', text: 'Caller: My water heater is leaking.' }],
  },
);
export type TranscriptBody = Static<typeof TranscriptBody>;
