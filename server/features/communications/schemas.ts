import Type, { type Static } from 'typebox';
import {
  createdAt,
  id,
  lifecycleNumber,
  nullable,
  time,
  updatedAt,
} from '../../platform/http/fields.ts';

const channel = {
  type: 'string',
  enum: ['call', 'chat'],
  description: 'Whether it was spoken or typed.',
  examples: ['call'],
};
const direction = {
  type: 'string',
  enum: ['inbound', 'outbound'],
  description: '`inbound` from the contact to us, `outbound` from us to the contact.',
  examples: ['inbound'],
};
const body = {
  maxLength: 200_000,
  description: 'What was said, kept as sent.',
  examples: ['Agent: How can I help? Caller: My water heater is leaking.'],
};
const duration = { minimum: 0, maximum: 604_800, description: 'How long it took.' };
const recordingUrl = {
  maxLength: 2000,
  format: 'uri',
  description: 'Where the recording can be heard.',
  examples: ['https://calls.example.com/r/7f3a91'],
};

export const RecordCommunicationBody = Type.Object(
  {
    lead_id: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'Id of the lead it was with.',
        examples: ['lead_01h455vb4pex5vsknk084sn02q'],
      }),
    ),
    lifecycle_number: Type.Optional(
      Type.String({
        maxLength: 20,
        description: 'The number it belongs to, instead of the lead.',
        examples: ['100042-7'],
      }),
    ),
    channel: Type.Unsafe<'call' | 'chat'>(channel),
    direction: Type.Unsafe<'inbound' | 'outbound'>(direction),
    body: Type.Optional(nullable(body)),
    duration_seconds: Type.Optional(Type.Integer({ ...duration, examples: [184] })),
    recording_url: Type.Optional(Type.String(recordingUrl)),
    occurred_at: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'When it began. Default: now.',
        examples: ['2027-03-01T08:55:00-05:00'],
      }),
    ),
  },
  {
    additionalProperties: false,
    title: 'RecordCommunication',
    description: 'A call or chat that took place, with the lead or the number it belongs to.',
  },
);

export const Communication = Type.Object(
  {
    communication_id: id('comm', 'Id of the communication.'),
    lifecycle_number: lifecycleNumber,
    lead_id: id('lead', 'Id of the lead it was with.'),
    channel: Type.Unsafe<'call' | 'chat'>(channel),
    direction: Type.Unsafe<'inbound' | 'outbound'>(direction),
    body: nullable(body),
    duration_seconds: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      ...duration,
      examples: [184],
    }),
    recording_url: nullable({ ...recordingUrl, examples: [null] }),
    occurred_at: time('When it began.'),
    created_at: createdAt,
    updated_at: updatedAt,
  },
  {
    additionalProperties: false,
    title: 'Communication',
    description: 'What was said or written under a number.',
  },
);
export type Communication = Static<typeof Communication>;
