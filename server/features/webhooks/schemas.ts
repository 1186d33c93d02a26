import Type, { type Static } from 'typebox';
import {
  createdAt,
  id,
  nullable,
  nullableTime,
  time,
  updatedAt,
} from '../../platform/http/fields.ts';

const url = Type.String({
  maxLength: 2000,
  description:
    'Where events are posted to: https or http, without a user name, a password or a fragment.',
  examples: ['https://example.com/throughline'],
});
const eventTypes = Type.Array(
  Type.String({
    maxLength: 100,
    pattern: '^(\\*|[a-z_]+\\.(\\*|[a-z_]+))$',
    description: 'A kind of event, a pattern such as `lead.*`, or `*`.',
    examples: ['lead.*'],
  }),
  {
    minItems: 1,
    maxItems: 100,
    description:
      'Which events it gets: kinds such as `lead.qualified`, all of a resource as `lead.*`, or `*` for everything, which is the default.',
    examples: [['lead.*', 'appointment.booked']],
  },
);
const description = nullable({
  maxLength: 500,
  description: 'What it is for, among yourselves.',
  examples: ['Calendar of the office'],
});
const enabled = Type.Boolean({
  description:
    'Whether events are sent to it. While it is not, they queue, and go out when it is enabled again.',
  examples: [true],
});
const rateLimit = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  minimum: 1,
  maximum: 1000,
  description: 'At most so many requests a second; null for as many as it takes.',
  examples: [20],
});
const ordering = Type.Unsafe<'none' | 'lifecycle'>({
  type: 'string',
  enum: ['none', 'lifecycle'],
  description:
    '`lifecycle`: an event waits until all earlier ones of its lifecycle have been taken or given up. `none`: each goes as soon as it can. Holds for events from then on.',
  examples: ['lifecycle'],
});
const givenSecret = Type.String({
  maxLength: 100,
  description:
    'A secret of your own, `whsec_` and base64 of 24 to 64 bytes. Leave it out to have one made.',
  examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDHvHoFqTbJ4M='],
});

export const CreateWebhookEndpointBody = Type.Object(
  {
    url,
    event_types: Type.Optional(eventTypes),
    description: Type.Optional(description),
    enabled: Type.Optional(enabled),
    rate_limit_per_second: Type.Optional(rateLimit),
    ordering: Type.Optional(ordering),
    secret: Type.Optional(givenSecret),
  },
  {
    additionalProperties: false,
    title: 'CreateWebhookEndpoint',
    description: 'An endpoint needs its `url`.',
  },
);

export const UpdateWebhookEndpointBody = Type.Object(
  {
    url: Type.Optional(url),
    event_types: Type.Optional(eventTypes),
    description: Type.Optional(description),
    enabled: Type.Optional(enabled),
    rate_limit_per_second: Type.Optional(rateLimit),
    ordering: Type.Optional(ordering),
  },
  {
    additionalProperties: false,
    title: 'UpdateWebhookEndpoint',
    description: 'What is to change. The secret changes by `rotate-secret`.',
  },
);

export const RotateSecretBody = Type.Object(
  { secret: Type.Optional(givenSecret) },
  {
    additionalProperties: false,
    title: 'RotateWebhookSecret',
    description: 'Nothing, or a secret of your own.',
  },
);

export const TestWebhookEndpointBody = Type.Object(
  {
    event_type: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'The kind to send an example of, whatever the patterns are. Default `lead.qualified`.',
        examples: ['lead.qualified'],
      }),
    ),
  },
  {
    additionalProperties: false,
    title: 'TestWebhookEndpoint',
    description: 'Nothing, or the kind of event to send an example of.',
  },
);

const endpointFields = {
  webhook_endpoint_id: id('endpoint', 'Id of the endpoint.'),
  url,
  event_types: eventTypes,
  description,
  enabled,
  disabled_at: nullableTime('Since when nothing is sent to it; null while it is enabled.'),
  disabled_reason: Type.Unsafe<'by_request' | 'gone' | 'failing' | null>({
    type: ['string', 'null'],
    enum: ['by_request', 'gone', 'failing', null],
    description:
      'Why: `by_request` of one of you, `gone` because it answered 410, `failing` because every attempt of 120 hours failed; null while it is enabled.',
    examples: [null],
  }),
  rate_limit_per_second: rateLimit,
  ordering,
  previous_secret_until: nullableTime(
    'Until when requests are also signed with the secret before the last rotation; null if there was none.',
  ),
  deleted_at: nullableTime('When it was deleted.'),
  created_at: createdAt,
  updated_at: updatedAt,
};

export const WebhookEndpoint = Type.Object(endpointFields, {
  additionalProperties: false,
  title: 'WebhookEndpoint',
  description: 'An address that events are posted to, signed.',
});
export type WebhookEndpoint = Static<typeof WebhookEndpoint>;

export const WebhookEndpointWithSecret = Type.Object(
  {
    ...endpointFields,
    secret: Type.String({
      description: 'What requests are signed with. Keep it: it is not shown again.',
      examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDHvHoFqTbJ4M='],
    }),
  },
  {
    additionalProperties: false,
    title: 'WebhookEndpointWithSecret',
    description: 'An endpoint with its secret, shown this once.',
  },
);

export const MAX_COUNTED = 10_000;

export const WebhookEndpointWithHealth = Type.Object(
  {
    ...endpointFields,
    health: Type.Object(
      {
        last_success_at: nullableTime('When it last took an event.'),
        last_failure_at: nullableTime('When an attempt last failed.'),
        failing_since: nullableTime(
          'Since when every attempt has failed; null while the last one succeeded. After 120 hours it is disabled.',
        ),
        pending: Type.Integer({
          description: 'How many deliveries wait, counted up to 10,000.',
          examples: [0],
        }),
      },
      { additionalProperties: false, description: 'How it has been doing.' },
    ),
  },
  {
    additionalProperties: false,
    title: 'WebhookEndpointWithHealth',
    description: 'An endpoint, and how it has been doing.',
  },
);
export type WebhookEndpointWithHealth = Static<typeof WebhookEndpointWithHealth>;

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'canceled'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const deliveryStatus = Type.Unsafe<DeliveryStatus>({
  type: 'string',
  enum: DELIVERY_STATUSES,
  description:
    '`pending` until it was taken (`delivered`), was tried ten times (`failed`), or was called off with its endpoint or replay (`canceled`).',
  examples: ['delivered'],
});
const statusCode = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  description: 'The HTTP status of the answer; null if there was none.',
  examples: [200],
});
const deliveryError = nullable({
  description: 'Why it counts as failed, as a code such as `timeout`; null if it was taken.',
  examples: [null],
});

const deliveryFields = {
  delivery_id: id('delivery', 'Id of the delivery.'),
  webhook_endpoint_id: id('endpoint', 'The endpoint it goes to.'),
  event_id: id('evt', 'The event; also the header `webhook-id` of every attempt.'),
  event_seq: Type.Integer({ description: 'The event’s place in the log.', examples: [42] }),
  event_type: Type.String({ description: 'The kind of event.', examples: ['lead.qualified'] }),
  lifecycle_number: nullable({
    description: 'The lifecycle that the event belongs to, null if it belongs to none.',
    examples: ['100042-7'],
  }),
  replay_id: nullable({
    description: 'The replay it was made by; null for the first way of the event.',
    examples: [null],
  }),
  status: deliveryStatus,
  attempt_count: Type.Integer({ description: 'How often it was tried.', examples: [1] }),
  last_status_code: statusCode,
  last_error: deliveryError,
  next_attempt_at: nullableTime('When it is tried next; null once it is settled.'),
  created_at: createdAt,
  settled_at: nullableTime('When it was delivered, failed or canceled.'),
};

export const WebhookDelivery = Type.Object(deliveryFields, {
  additionalProperties: false,
  title: 'WebhookDelivery',
  description: 'One event on its way to one endpoint.',
});
export type WebhookDelivery = Static<typeof WebhookDelivery>;

const attempt = Type.Object(
  {
    at: time('When it began.'),
    duration_ms: Type.Integer({ description: 'How long it took.', examples: [84] }),
    status_code: statusCode,
    error: deliveryError,
    response: nullable({
      description: 'The beginning of the answer’s body, at most 1 KiB; null if there was none.',
      examples: ['ok'],
    }),
  },
  { additionalProperties: false },
);
export type DeliveryAttempt = Static<typeof attempt>;

export const WebhookDeliveryWithAttempts = Type.Object(
  {
    ...deliveryFields,
    attempts: Type.Array(attempt, { description: 'Every attempt, oldest first.' }),
  },
  {
    additionalProperties: false,
    title: 'WebhookDeliveryWithAttempts',
    description: 'One event on its way to one endpoint, with every attempt.',
  },
);
export type WebhookDeliveryWithAttempts = Static<typeof WebhookDeliveryWithAttempts>;

const seq = (text: string) =>
  Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: text,
    examples: [1],
  });

export const MAX_EVENT_IDS = 1_000;

export const StartReplayBody = Type.Object(
  {
    event_ids: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        minItems: 1,
        maxItems: MAX_EVENT_IDS,
        description: 'These events, whatever the patterns of the endpoint are.',
        examples: [['evt_01h455vb4pex5vsknk084sn02q']],
      }),
    ),
    from_seq: Type.Optional(seq('Events from this seq on that match the patterns.')),
    to_seq: Type.Optional(
      seq('With `from_seq`: up to this one. By default, up to the end of the log.'),
    ),
    failed_since: Type.Optional(
      time('Events whose deliveries to this endpoint were given up at that time or later.'),
    ),
  },
  {
    additionalProperties: false,
    title: 'StartReplay',
    description: 'One of `event_ids`, `from_seq` and `failed_since`.',
    examples: [{ from_seq: 1 }],
  },
);
export type StartReplayBody = Static<typeof StartReplayBody>;

const count = (text: string, example: number) =>
  Type.Integer({ description: text, examples: [example] });
const nullableSeq = (text: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], description: text, examples: [null] });

export const WebhookReplay = Type.Object(
  {
    replay_id: id('replay', 'Id of the replay.'),
    webhook_endpoint_id: id('endpoint', 'The endpoint that events are sent to again.'),
    kind: Type.Unsafe<'events' | 'range' | 'failed'>({
      type: 'string',
      enum: ['events', 'range', 'failed'],
      description: 'By `event_ids`, by `from_seq`, or by `failed_since`.',
      examples: ['range'],
    }),
    status: Type.Unsafe<'running' | 'completed' | 'canceled'>({
      type: 'string',
      enum: ['running', 'completed', 'canceled'],
      description:
        '`completed` once all of its deliveries are queued; `pending` tells how many are still on their way.',
      examples: ['completed'],
    }),
    from_seq: nullableSeq('`range`: where it begins; else null.'),
    to_seq: nullableSeq('`range`: where it ends; else null.'),
    failed_since: nullableTime('`failed`: since when; else null.'),
    total: count(
      'How many events it looks at: those named, all in the range whether or not they match the patterns, or those that failed.',
      120,
    ),
    queued: count('How many deliveries it has made so far.', 80),
    delivered: count('How many of them were taken.', 78),
    failed: count('How many of them were given up.', 0),
    pending: count('How many of them are on their way.', 2),
    canceled: count('How many of them were called off.', 0),
    created_at: createdAt,
    completed_at: nullableTime('When its last delivery was queued, or it was canceled.'),
  },
  {
    additionalProperties: false,
    title: 'WebhookReplay',
    description: 'Events that are sent to an endpoint once more, in the background.',
  },
);
export type WebhookReplay = Static<typeof WebhookReplay>;
