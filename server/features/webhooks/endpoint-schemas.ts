import Type, { type Static } from 'typebox';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import * as field from '../../platform/http/fields.ts';

const url = Type.String({
  maxLength: TEXT_LIMITS.url,
  description:
    'URL that events are posted to: https or http, without a user name, password or fragment.',
  examples: ['https://example.com/throughline'],
});
const eventTypes = Type.Array(
  Type.String({
    maxLength: 100,
    pattern: '^(\\*|[a-z_]+\\.(\\*|[a-z_]+))$',
    description: 'An event type, a pattern such as `lead.*`, or `*`.',
    examples: ['lead.*'],
  }),
  {
    minItems: 1,
    maxItems: 100,
    description:
      'Events to send to this endpoint: event types such as `lead.qualified`, all events of a resource such as `lead.*`, or `*` for everything that your token can read (the default).',
    examples: [['lead.*', 'appointment.booked']],
  },
);
const description = field.nullable({
  maxLength: 500,
  description: 'Your own note about what the endpoint is for.',
  examples: ['Office calendar'],
});
const enabled = Type.Boolean({
  description:
    'Whether events are sent to the endpoint. While it is disabled, events are queued; they are sent when it is enabled again.',
  examples: [true],
});
const rateLimit = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  minimum: 1,
  maximum: 1000,
  description: 'Maximum number of requests per second; null for no fixed limit.',
  examples: [20],
});
const ordering = Type.Unsafe<'none' | 'lifecycle'>({
  type: 'string',
  enum: ['none', 'lifecycle'],
  description:
    'Order of events. `lifecycle`: an event waits until all earlier events of its lifecycle are delivered or have failed for good. `none`: each event is sent as soon as possible. A change applies to later events.',
  examples: ['lifecycle'],
});
const givenSecret = Type.String({
  maxLength: 100,
  'x-for-people': true,
  description:
    'Your own signing secret: `whsec_` followed by 24 to 64 bytes in base64. Leave it out to have one generated.',
  examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDHvHoFqTbJ4M='],
});

const settings = {
  event_types: Type.Optional(eventTypes),
  description: Type.Optional(description),
  enabled: Type.Optional(enabled),
  rate_limit_per_second: Type.Optional(rateLimit),
  ordering: Type.Optional(ordering),
};

export const CreateWebhookEndpointBody = field.closedObject(
  'CreateWebhookEndpoint',
  'The endpoint to create. Only `url` is required.',
  {
    url,
    ...settings,
    secret: Type.Optional(givenSecret),
  },
  {
    example: {
      url: 'https://example.com/throughline',
      event_types: ['lead.*', 'appointment.booked'],
      description: 'Office calendar',
    },
  },
);

export const UpdateWebhookEndpointBody = field.closedObject(
  'UpdateWebhookEndpoint',
  'Fields to change. To change the secret, use `rotate-secret`.',
  { url: Type.Optional(url), ...settings },
  { example: { event_types: ['lead.*', 'appointment.*'], rate_limit_per_second: 20 } },
);

export const RotateSecretBody = field.closedObject(
  'RotateWebhookSecret',
  'Empty, or your own secret.',
  { secret: Type.Optional(givenSecret) },
  { example: {} },
);

export const TestWebhookEndpointBody = field.closedObject(
  'TestWebhookEndpoint',
  'Empty, or the event type to send an example of.',
  {
    event_type: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'Event type to send an example of, regardless of the patterns. Default `lead.qualified`, or `webhook_endpoint.updated` without `leads:read`.',
        examples: ['lead.qualified'],
      }),
    ),
  },
  { example: { event_type: 'lead.qualified' } },
);

const endpointFields = {
  webhook_endpoint_id: field.id('webhook_endpoint', 'Id of the endpoint.'),
  url,
  event_types: eventTypes,
  scopes: Type.Array(Type.String({ description: 'A scope.', examples: ['leads:read'] }), {
    description:
      'The endpoint gets only events that these scopes can read. They are those of the token that created it. A token that sends `url` or `event_types` in an update limits them to its own; one with `*` sets them to `*`.',
    examples: [['*']],
  }),
  description,
  enabled,
  disabled_at: field.nullableTime('When the endpoint was disabled; null while it is enabled.'),
  disabled_reason: Type.Unsafe<'by_request' | 'gone' | 'failing' | null>({
    type: ['string', 'null'],
    enum: ['by_request', 'gone', 'failing', null],
    description:
      'Why the endpoint is disabled: `by_request` (a user disabled it), `gone` (it responded with 410) or `failing` (every attempt failed for 120 hours); null while it is enabled.',
    examples: [null],
  }),
  rate_limit_per_second: rateLimit,
  ordering,
  previous_secret_until: field.nullableTime(
    'Until when requests are also signed with the previous secret; null if the secret was never rotated.',
  ),
  deleted_at: field.nullableTime('When the endpoint was deleted; null if it was not.'),
  ...field.timestamps,
};

export const WebhookEndpoint = field.closedObject(
  'WebhookEndpoint',
  'A URL to send events to.',
  endpointFields,
);
export type WebhookEndpoint = Static<typeof WebhookEndpoint>;

export const WebhookEndpointWithSecret = field.closedObject(
  'WebhookEndpointWithSecret',
  'An endpoint with its secret, which is shown only once.',
  {
    ...endpointFields,
    secret: Type.String({
      description: 'Secret that requests are signed with. Store it: it is not shown again.',
      examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDHvHoFqTbJ4M='],
    }),
  },
);

export const MAX_COUNTED = 10_000;

export const WebhookEndpointWithHealth = field.closedObject(
  'WebhookEndpointWithHealth',
  'An endpoint with its delivery health.',
  {
    ...endpointFields,
    health: Type.Object(
      {
        last_success_at: field.nullableTime(
          'When the endpoint last accepted an event; null if never.',
        ),
        last_failure_at: field.nullableTime('When an attempt last failed; null if never.'),
        failing_since: field.nullableTime(
          'Since when every attempt has failed; null if the last attempt succeeded. After 120 hours the endpoint is disabled.',
        ),
        pending: Type.Integer({
          description: 'Number of pending deliveries, counted up to 10,000.',
          examples: [0],
        }),
      },
      { additionalProperties: false, description: 'Delivery health of the endpoint.' },
    ),
  },
);
export type WebhookEndpointWithHealth = Static<typeof WebhookEndpointWithHealth>;
