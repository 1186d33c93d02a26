import Type, { type Static } from 'typebox';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import * as field from '../../platform/http/fields.ts';

const url = Type.String({
  maxLength: TEXT_LIMITS.url,
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
const description = field.nullable({
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

const settings = {
  event_types: Type.Optional(eventTypes),
  description: Type.Optional(description),
  enabled: Type.Optional(enabled),
  rate_limit_per_second: Type.Optional(rateLimit),
  ordering: Type.Optional(ordering),
};

export const CreateWebhookEndpointBody = field.closedObject(
  'CreateWebhookEndpoint',
  'An endpoint needs its `url`.',
  {
    url,
    ...settings,
    secret: Type.Optional(givenSecret),
  },
);

export const UpdateWebhookEndpointBody = field.closedObject(
  'UpdateWebhookEndpoint',
  'What is to change. The secret changes by `rotate-secret`.',
  { url: Type.Optional(url), ...settings },
);

export const RotateSecretBody = field.closedObject(
  'RotateWebhookSecret',
  'Nothing, or a secret of your own.',
  { secret: Type.Optional(givenSecret) },
);

export const TestWebhookEndpointBody = field.closedObject(
  'TestWebhookEndpoint',
  'Nothing, or the kind of event to send an example of.',
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
);

const endpointFields = {
  webhook_endpoint_id: field.id('webhook_endpoint', 'Id of the endpoint.'),
  url,
  event_types: eventTypes,
  description,
  enabled,
  disabled_at: field.nullableTime('Since when nothing is sent to it; null while it is enabled.'),
  disabled_reason: Type.Unsafe<'by_request' | 'gone' | 'failing' | null>({
    type: ['string', 'null'],
    enum: ['by_request', 'gone', 'failing', null],
    description:
      'Why: `by_request` of one of you, `gone` because it answered 410, `failing` because every attempt of 120 hours failed; null while it is enabled.',
    examples: [null],
  }),
  rate_limit_per_second: rateLimit,
  ordering,
  previous_secret_until: field.nullableTime(
    'Until when requests are also signed with the secret before the last rotation; null if there was none.',
  ),
  deleted_at: field.nullableTime('When it was deleted.'),
  ...field.timestamps,
};

export const WebhookEndpoint = field.closedObject(
  'WebhookEndpoint',
  'An address that events are posted to, signed.',
  endpointFields,
);
export type WebhookEndpoint = Static<typeof WebhookEndpoint>;

export const WebhookEndpointWithSecret = field.closedObject(
  'WebhookEndpointWithSecret',
  'An endpoint with its secret, shown this once.',
  {
    ...endpointFields,
    secret: Type.String({
      description: 'What requests are signed with. Keep it: it is not shown again.',
      examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDHvHoFqTbJ4M='],
    }),
  },
);

export const MAX_COUNTED = 10_000;

export const WebhookEndpointWithHealth = field.closedObject(
  'WebhookEndpointWithHealth',
  'An endpoint, and how it has been doing.',
  {
    ...endpointFields,
    health: Type.Object(
      {
        last_success_at: field.nullableTime('When it last took an event.'),
        last_failure_at: field.nullableTime('When an attempt last failed.'),
        failing_since: field.nullableTime(
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
);
export type WebhookEndpointWithHealth = Static<typeof WebhookEndpointWithHealth>;
