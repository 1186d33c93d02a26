import Type, { type Static } from 'typebox';
import { TEXT_LIMITS } from '../../../domain/text-limits.ts';
import * as field from '../../../platform/http/fields.ts';

const CHANNELS = ['call', 'chat', 'sms', 'email', 'note'] as const;
const DIRECTIONS = ['inbound', 'outbound', 'internal'] as const;
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
/** What a communication says, and how long that took: as it is recorded, and as it is shown. */
export const contentFields = {
  subject: { maxLength: 500, description: 'The subject of a mail.', examples: [null] },
  body: {
    maxLength: 200_000,
    description: 'What was said, kept as sent.',
    examples: ['Agent: How can I help? Caller: My water heater is leaking.'],
  },
  duration: { minimum: 0, maximum: 604_800, description: 'How long it took.' },
  recordingUrl: {
    maxLength: TEXT_LIMITS.url,
    format: 'uri',
    description: 'Where the recording can be heard.',
    examples: ['https://calls.example.com/r/7f3a91'],
  },
};
const lifecycleNumber = field.nullable({
  description: 'The number it belongs to; null for a test, and for a stranger who wants no texts.',
  examples: ['100042-7'],
});

export const TestChannelBody = field.closedObject(
  'TestChannel',
  'To whom the test message is sent.',
  {
    to: Type.String({
      maxLength: TEXT_LIMITS.email,
      description: 'Where the test goes: a phone number, or an e-mail address.',
      examples: ['office@alder.example.com'],
    }),
  },
);

export const Communication = field.closedObject(
  'Communication',
  'What was said, written or sent under a number.',
  {
    communication_id: field.id('communication', 'Id of the communication.'),
    lifecycle_number: lifecycleNumber,
    lead_id: field.nullable({
      description: 'Id of the lead it is with.',
      examples: ['lead_01h455vb4pex5vsknk084sn02q'],
    }),
    customer_id: field.nullable({
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
    status_reason: field.nullable({
      description: 'Why it stands there, as a code such as `opted_out` or `recipient_refused`.',
      examples: [null],
    }),
    status_detail: field.nullable({
      description: 'What the other side said to it.',
      examples: [null],
    }),
    from: field.nullable({ description: 'Where a text or mail came from.', examples: [null] }),
    to: field.nullable({ description: 'Where a text or mail went.', examples: [null] }),
    subject: field.nullable(contentFields.subject),
    body: field.nullable(contentFields.body),
    template_id: field.nullable({ description: 'The template it was made of.', examples: [null] }),
    channel_id: field.nullable({
      description: 'The channel it came by, or was last tried by.',
      examples: [null],
    }),
    provider_id: field.nullable({
      description: 'What the mail server or gateway answered when it took it.',
      examples: [null],
    }),
    attempts: Type.Integer({ description: 'How often it was tried.', examples: [0] }),
    duration_seconds: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      ...contentFields.duration,
      examples: [184],
    }),
    recording_url: field.nullable({ ...contentFields.recordingUrl, examples: [null] }),
    occurred_at: field.time('When it began, or was queued.'),
    sent_at: field.nullableTime('When the mail server or gateway took it.'),
    delivered_at: field.nullableTime('When the gateway reported it delivered.'),
    ...field.timestamps,
  },
);
export type Communication = Static<typeof Communication>;
