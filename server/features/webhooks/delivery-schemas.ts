import Type, { type Static } from 'typebox';
import * as field from '../../platform/http/fields.ts';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'canceled'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const deliveryStatus = Type.Unsafe<DeliveryStatus>({
  type: 'string',
  enum: DELIVERY_STATUSES,
  description:
    'Status of the delivery: `pending` until the receiver accepts it (`delivered`), ten attempts fail (`failed`), or its endpoint is deleted or its replay canceled (`canceled`).',
  examples: ['delivered'],
});
const statusCode = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  description: 'HTTP status of the response; null if there was no response.',
  examples: [200],
});
const deliveryError = field.nullable({
  description: 'Why the attempt failed, as a code such as `timeout`; null if it succeeded.',
  examples: [null],
});

const deliveryFields = {
  delivery_id: field.id('delivery', 'Id of the delivery.'),
  webhook_endpoint_id: field.id(
    'webhook_endpoint',
    'Id of the endpoint that the event is sent to.',
  ),
  event_id: field.id(
    'event',
    'Id of the event; also sent as the `webhook-id` header of every attempt.',
  ),
  event_seq: Type.Integer({
    description: 'Position of the event in the event log.',
    examples: [42],
  }),
  event_type: Type.String({ description: 'The event type.', examples: ['lead.qualified'] }),
  lifecycle_number: field.nullable({
    description: 'Lifecycle number of the event; null if it belongs to no lifecycle.',
    examples: ['100042-7'],
  }),
  replay_id: field.nullable({
    description: 'Id of the replay that created this delivery; null if it was not a replay.',
    examples: [null],
  }),
  status: deliveryStatus,
  attempt_count: Type.Integer({ description: 'Number of attempts so far.', examples: [1] }),
  last_status_code: statusCode,
  last_error: deliveryError,
  next_attempt_at: field.nullableTime(
    'When the next attempt is due; null once the delivery is settled.',
  ),
  created_at: field.createdAt,
  settled_at: field.nullableTime(
    'When the delivery was delivered, failed or canceled; null while it is pending.',
  ),
};

export const WebhookDelivery = field.closedObject(
  'WebhookDelivery',
  'The delivery of one event to one endpoint.',
  deliveryFields,
);
export type WebhookDelivery = Static<typeof WebhookDelivery>;

const attempt = Type.Object(
  {
    at: field.time('When the attempt started.'),
    duration_ms: Type.Integer({
      description: 'Duration of the attempt in milliseconds.',
      examples: [84],
    }),
    status_code: statusCode,
    error: deliveryError,
    response: field.nullable({
      description: 'Start of the response body, at most 1 KiB; null if there was none.',
      examples: ['ok'],
    }),
  },
  { additionalProperties: false },
);
export type DeliveryAttempt = Static<typeof attempt>;

export const WebhookDeliveryWithAttempts = field.closedObject(
  'WebhookDeliveryWithAttempts',
  'The delivery of one event to one endpoint, with every attempt.',
  {
    ...deliveryFields,
    attempts: Type.Array(attempt, { description: 'Every attempt, oldest first.' }),
  },
);
export type WebhookDeliveryWithAttempts = Static<typeof WebhookDeliveryWithAttempts>;
