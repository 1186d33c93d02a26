import Type, { type Static } from 'typebox';
import * as field from '../../platform/http/fields.ts';

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
const deliveryError = field.nullable({
  description: 'Why it counts as failed, as a code such as `timeout`; null if it was taken.',
  examples: [null],
});

const deliveryFields = {
  delivery_id: field.id('delivery', 'Id of the delivery.'),
  webhook_endpoint_id: field.id('webhook_endpoint', 'The endpoint it goes to.'),
  event_id: field.id('event', 'The event; also the header `webhook-id` of every attempt.'),
  event_seq: Type.Integer({ description: 'The event’s place in the log.', examples: [42] }),
  event_type: Type.String({ description: 'The kind of event.', examples: ['lead.qualified'] }),
  lifecycle_number: field.nullable({
    description: 'The lifecycle that the event belongs to, null if it belongs to none.',
    examples: ['100042-7'],
  }),
  replay_id: field.nullable({
    description: 'The replay it was made by; null for the first way of the event.',
    examples: [null],
  }),
  status: deliveryStatus,
  attempt_count: Type.Integer({ description: 'How often it was tried.', examples: [1] }),
  last_status_code: statusCode,
  last_error: deliveryError,
  next_attempt_at: field.nullableTime('When it is tried next; null once it is settled.'),
  created_at: field.createdAt,
  settled_at: field.nullableTime('When it was delivered, failed or canceled.'),
};

export const WebhookDelivery = field.closedObject(
  'WebhookDelivery',
  'One event on its way to one endpoint.',
  deliveryFields,
);
export type WebhookDelivery = Static<typeof WebhookDelivery>;

const attempt = Type.Object(
  {
    at: field.time('When it began.'),
    duration_ms: Type.Integer({ description: 'How long it took.', examples: [84] }),
    status_code: statusCode,
    error: deliveryError,
    response: field.nullable({
      description: 'The beginning of the answer’s body, at most 1 KiB; null if there was none.',
      examples: ['ok'],
    }),
  },
  { additionalProperties: false },
);
export type DeliveryAttempt = Static<typeof attempt>;

export const WebhookDeliveryWithAttempts = field.closedObject(
  'WebhookDeliveryWithAttempts',
  'One event on its way to one endpoint, with every attempt.',
  {
    ...deliveryFields,
    attempts: Type.Array(attempt, { description: 'Every attempt, oldest first.' }),
  },
);
export type WebhookDeliveryWithAttempts = Static<typeof WebhookDeliveryWithAttempts>;
