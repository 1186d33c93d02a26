import Type, { type Static } from 'typebox';
import { nullablePurpose } from '../../../domain/purpose.ts';
import { TEXT_LIMITS } from '../../../domain/text-limits.ts';
import * as field from '../../../platform/http/fields.ts';

const CHANNELS = ['call', 'chat', 'sms', 'email', 'note'] as const;
const KINDS = ['message', 'test', 'opt_out_confirmation', 'help'] as const;
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
  description: 'Kind of communication. A `note` is for internal use only.',
  examples: ['call'],
});
export const direction = Type.Unsafe<(typeof DIRECTIONS)[number]>({
  type: 'string',
  enum: [...DIRECTIONS],
  description: '`inbound` is from the contact, `outbound` is to the contact; a note is `internal`.',
  examples: ['inbound'],
});
export const status = Type.Unsafe<(typeof STATUSES)[number]>({
  type: 'string',
  enum: [...STATUSES],
  description:
    '`recorded` and `received` communications have happened. A message is `queued`, then `sending`, then `sent` and, if the gateway reports it, `delivered`. Otherwise it is `failed`; `not_sent`, because it was not allowed or there is no channel; or `unknown`, because it may or may not have been accepted: it is not sent again automatically.',
  examples: ['received'],
});
/** Fields that request bodies and responses share. */
export const contentFields = {
  subject: { maxLength: 500, description: 'Subject of an email.', examples: [null] },
  body: {
    maxLength: 200_000,
    description: 'Text of the communication, stored exactly as sent.',
    examples: ['Agent: How can I help? Caller: My water heater is leaking.'],
  },
  duration: {
    minimum: 0,
    maximum: 604_800,
    description: 'Duration of the call or chat in seconds.',
  },
  recordingUrl: {
    maxLength: TEXT_LIMITS.url,
    format: 'uri',
    description: 'URL of the recording.',
    examples: ['https://calls.example.com/r/7f3a91'],
  },
};
/** For what is to be sent. */
export const expiresAt = field.nullable({
  format: 'date-time',
  description:
    'When the message is no longer of use, such as the end of the visit. It is not sent at this time or later. Default: never.',
  examples: [null, '2027-03-01T18:00:00-08:00'],
});
const lifecycleNumber = field.nullable({
  description:
    'Lifecycle number of the contact; null for a test message, and for a STOP from an unknown number.',
  examples: ['100042-7'],
});

export const TestChannelBody = field.closedObject(
  'TestChannel',
  'The recipient of the test message.',
  {
    to: Type.String({
      maxLength: TEXT_LIMITS.email,
      description: 'Phone number or email address that the test message is sent to.',
      examples: ['office@alder.example.com'],
    }),
  },
  { example: { to: 'office@alder.example.com' } },
);

export const Communication = field.closedObject(
  'Communication',
  'A call, chat, text, email or note.',
  {
    communication_id: field.id('communication', 'Id of the communication.'),
    lifecycle_number: lifecycleNumber,
    lead_id: field.nullable({
      description: 'Id of the lead.',
      examples: ['lead_01h455vb4pex5vsknk084sn02q'],
    }),
    customer_id: field.nullable({
      description: 'Id of the customer; null if the lead was not converted at that time.',
      examples: [null],
    }),
    channel,
    direction,
    kind: Type.Unsafe<(typeof KINDS)[number]>({
      type: 'string',
      enum: [...KINDS],
      description:
        '`message`, `test` of a channel, or an automatic reply: `opt_out_confirmation` to a STOP, `help` to a HELP.',
      examples: ['message'],
    }),
    purpose: nullablePurpose('for what the service does not send'),
    expires_at: field.nullableTime(
      'When the message expires. If it was not sent by then, it is `not_sent` with the reason `expired`.',
    ),
    status,
    status_reason: field.nullable({
      description:
        'Code for the reason of the status, such as `opted_out`, `country_not_allowed`, `sending_limit_reached`, `person_limit_reached`, `consent_missing`, `expired`, `sending_paused` (it waits) or `recipient_refused`.',
      examples: [null],
    }),
    status_detail: field.nullable({
      description: 'What the mail server or gateway replied, or more about the reason.',
      examples: [null],
    }),
    from: field.nullable({ description: 'Sender of a text or email.', examples: [null] }),
    to: field.nullable({ description: 'Recipient of a text or email.', examples: [null] }),
    subject: field.nullable(contentFields.subject),
    body: field.nullable(contentFields.body),
    template_id: field.nullable({
      description: 'Id of the template of the message.',
      examples: [null],
    }),
    channel_id: field.nullable({
      description: 'Id of the channel that received the text or that the last attempt used.',
      examples: [null],
    }),
    provider_id: field.nullable({
      description: 'Reply of the mail server, or id at the gateway, when the message was accepted.',
      examples: [null],
    }),
    attempts: Type.Integer({
      description: 'Number of attempts to send the message.',
      examples: [0],
    }),
    duration_seconds: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      ...contentFields.duration,
      examples: [184],
    }),
    recording_url: field.nullable({ ...contentFields.recordingUrl, examples: [null] }),
    occurred_at: field.time('When the communication started, or when the message was queued.'),
    sent_at: field.nullableTime('When the mail server or gateway accepted the message.'),
    delivered_at: field.nullableTime('When the gateway reported that the text was delivered.'),
    ...field.timestamps,
  },
);
export type Communication = Static<typeof Communication>;
