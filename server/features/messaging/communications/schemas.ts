import Type, { type Static } from 'typebox';
import {
  createdAt,
  id,
  nullable,
  nullableTime,
  time,
  updatedAt,
} from '../../../platform/http/fields.ts';

export const CHANNELS = ['call', 'chat', 'sms', 'email', 'note'] as const;
export const DIRECTIONS = ['inbound', 'outbound', 'internal'] as const;
export const STATUSES = [
  'recorded',
  'received',
  'queued',
  'sending',
  'sent',
  'delivered',
  'failed',
  'not_sent',
  'unknown',
] as const;

export const channel = Type.Unsafe<(typeof CHANNELS)[number]>({
  type: 'string',
  enum: [...CHANNELS],
  description: 'How it was said; a note was said to nobody.',
  examples: ['call'],
});
export const direction = Type.Unsafe<(typeof DIRECTIONS)[number]>({
  type: 'string',
  enum: [...DIRECTIONS],
  description:
    '`inbound` from the contact to us, `outbound` from us to the contact; a note is `internal`.',
  examples: ['inbound'],
});
export const status = Type.Unsafe<(typeof STATUSES)[number]>({
  type: 'string',
  enum: [...STATUSES],
  description:
    '`recorded` and `received` took place. What goes out is `queued`, then `sending`, then `sent` and perhaps `delivered`; or `failed`; or `not_sent`, because it must not be; or `unknown`, because it may or may not have arrived: it is not sent again by itself.',
  examples: ['received'],
});
const subject = { maxLength: 500, description: 'The subject of a mail.', examples: [null] };
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
const lifecycleNumber = nullable({
  description: 'The number it belongs to; null for a test, and for a stranger who wants no texts.',
  examples: ['100042-7'],
});

function topic(what: string, fallback: string) {
  return Type.Optional(
    Type.String({
      maxLength: 100,
      description: `The ${what} that the template names as \`${what}.…\`. Default: ${fallback}.`,
      examples: [`${what}_01h455vb4pex5vsknk084sn02q`],
    }),
  );
}

export const RecordCommunicationBody = Type.Object(
  {
    lead_id: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'Id of the lead it is with.',
        examples: ['lead_01h455vb4pex5vsknk084sn02q'],
      }),
    ),
    customer_id: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'Id of the customer it is with, instead of the lead.',
        examples: ['customer_01h455vb4pex5vsknk084sn02q'],
      }),
    ),
    lifecycle_number: Type.Optional(
      Type.String({
        maxLength: 20,
        description: 'The number it belongs to, instead of the lead.',
        examples: ['100042-7'],
      }),
    ),
    channel,
    direction: Type.Optional(direction),
    to: Type.Optional(
      Type.String({
        maxLength: 254,
        description:
          'Where a text or mail is sent. Default: the phone number or e-mail address of the customer or lead.',
        examples: ['+14155550134'],
      }),
    ),
    from: Type.Optional(
      Type.String({
        maxLength: 254,
        description:
          'Where a text or mail that came in was sent from. Default: the contact’s own. A STOP opts it out.',
        examples: ['+14155550134'],
      }),
    ),
    subject: Type.Optional(nullable(subject)),
    body: Type.Optional(nullable(body)),
    template_id: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'The template that a text or mail is made of, instead of `body`.',
        examples: ['template_01h455vb4pex5vsknk084sn02q'],
      }),
    ),
    variables: Type.Optional(
      Type.Unsafe<Record<string, string | number | boolean>>({
        type: 'object',
        maxProperties: 50,
        additionalProperties: { type: ['string', 'number', 'boolean'], maxLength: 2000 },
        description: 'What the template names as `variables.…`.',
        examples: [{ technician: 'Rosa' }],
      }),
    ),
    appointment_id: topic('appointment', 'the next one, or the last if none is ahead'),
    job_id: topic('job', 'the newest'),
    invoice_id: topic('invoice', 'the newest that was sent'),
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
    description:
      'What was said, or is to be sent, with the lead, the customer or the number it belongs to.',
  },
);
export type RecordCommunicationBody = Static<typeof RecordCommunicationBody>;

export const TestChannelBody = Type.Object(
  {
    to: Type.String({
      maxLength: 254,
      description: 'Where the test goes: a phone number, or an e-mail address.',
      examples: ['office@alder.example.com'],
    }),
  },
  {
    additionalProperties: false,
    title: 'TestChannel',
    description: 'To whom the test message is sent.',
  },
);

export const Communication = Type.Object(
  {
    communication_id: id('comm', 'Id of the communication.'),
    lifecycle_number: lifecycleNumber,
    lead_id: nullable({
      description: 'Id of the lead it is with.',
      examples: ['lead_01h455vb4pex5vsknk084sn02q'],
    }),
    customer_id: nullable({
      description: 'Id of the customer that the lead had become.',
      examples: [null],
    }),
    channel,
    direction,
    purpose: Type.Unsafe<'message' | 'test' | 'opt_out_confirmation'>({
      type: 'string',
      enum: ['message', 'test', 'opt_out_confirmation'],
      description: 'A `message`, the `test` of a channel, or the one answer to a STOP.',
      examples: ['message'],
    }),
    status,
    status_reason: nullable({
      description: 'Why it stands there, as a code such as `opted_out` or `recipient_refused`.',
      examples: [null],
    }),
    status_detail: nullable({
      description: 'What the other side said to it.',
      examples: [null],
    }),
    from: nullable({ description: 'Where a text or mail came from.', examples: [null] }),
    to: nullable({ description: 'Where a text or mail went.', examples: [null] }),
    subject: nullable(subject),
    body: nullable(body),
    template_id: nullable({ description: 'The template it was made of.', examples: [null] }),
    channel_id: nullable({
      description: 'The channel it came by, or was last tried by.',
      examples: [null],
    }),
    provider_id: nullable({
      description: 'What the mail server or gateway answered when it took it.',
      examples: [null],
    }),
    attempts: Type.Integer({ description: 'How often it was tried.', examples: [0] }),
    duration_seconds: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      ...duration,
      examples: [184],
    }),
    recording_url: nullable({ ...recordingUrl, examples: [null] }),
    occurred_at: time('When it began, or was queued.'),
    sent_at: nullableTime('When the mail server or gateway took it.'),
    delivered_at: nullableTime('When the gateway reported it delivered.'),
    created_at: createdAt,
    updated_at: updatedAt,
  },
  {
    additionalProperties: false,
    title: 'Communication',
    description: 'What was said, written or sent under a number.',
  },
);
export type Communication = Static<typeof Communication>;
