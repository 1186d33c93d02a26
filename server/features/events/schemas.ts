import Type, { type Static } from 'typebox';
import { actorSchema } from '../../platform/events/actor-schema.ts';
import { closedObject, nullable, time } from '../../platform/http/fields.ts';

export const EXAMPLE = {
  id: 'event_01h455vb4pex5vsknk084sn02q',
  seq: 42,
  actor: { type: 'token', id: 'token_01h455vb4pex5vsknk084sn02q', name: 'Website form' },
} as const;

export const Event = closedObject(
  'Event',
  'Something that happened in your organization, recorded exactly once.',
  {
    id: Type.String({
      description: 'Id of the event.',
      examples: [EXAMPLE.id],
    }),
    seq: Type.Integer({
      description:
        'Position of the event in the organization’s log: counted from 1, without gaps, in commit order.',
      examples: [EXAMPLE.seq],
    }),
    type: Type.String({
      description: 'The event type, written as `resource.past_tense`.',
      examples: ['lead.created'],
    }),
    timestamp: time('When the event happened.'),
    lifecycle_number: nullable({
      description: 'Lifecycle number of the event; null if it belongs to no lifecycle.',
      examples: ['100042-7'],
    }),
    actor: actorSchema('Who caused the event.', EXAMPLE.actor),
    data: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'The resource after the event.',
      examples: [{ lead_id: 'lead_01h455vb4pex5vsknk084sn02q', status: 'new' }],
    }),
    previous: Type.Unsafe<Record<string, unknown> | null>({
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'Previous values of the fields that changed; null if the resource is new.',
      examples: [null],
    }),
  },
);

export type Event = Static<typeof Event>;

export const ExampleEvent = closedObject(
  'ExampleEvent',
  'An event that did not really happen, sent to test a receiver. Webhook endpoints and `throughline listen` get the content of `event` as if it had happened. Its `seq` is 0, because it has no position in the log.',
  {
    event_type: Type.String({
      description: 'Event type of the example.',
      examples: ['lead.qualified'],
    }),
    webhook_endpoint_id: nullable({
      description:
        'Id of the webhook endpoint that the example is for; null if it is sent to all subscribers of its event type.',
      examples: [null],
    }),
    // Any event type, so only what all events have is said of it.
    event: Type.Unsafe<Event>({ ...Event, title: 'EventEnvelope' }),
  },
);

export type ExampleEvent = Static<typeof ExampleEvent>;

/** Filters of the event log. */
export const eventFilters = {
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Only events after this `seq`.',
      examples: [41],
    }),
  ),
  type: Type.Optional(
    Type.String({
      maxLength: 500,
      pattern: '^[a-z_]+\\.[a-z_]+(,[a-z_]+\\.[a-z_]+)*$',
      description: 'Only events of these types.',
      examples: ['lead.created'],
      'x-list': { type: 'string' },
    }),
  ),
  lifecycle_number: Type.Optional(
    Type.String({
      maxLength: 30,
      description: 'Only events of this lifecycle.',
      examples: ['100042-7'],
    }),
  ),
};

const eventTypeFields = {
  type: Type.String({
    description: 'Name of the event type, written as `resource.past_tense`.',
    examples: ['job.closed'],
  }),
  description: Type.String({
    description: 'When the event is emitted.',
    examples: ['A job was closed.'],
  }),
};

export const EventTypeSummary = closedObject('EventTypeSummary', 'An event type.', eventTypeFields);

export const EventTypeSchema = closedObject('EventType', 'An event type with its schema.', {
  ...eventTypeFields,
  schema: Type.Unsafe<object>({
    type: 'object',
    additionalProperties: true,
    description: 'JSON Schema of a complete event of this type, including `data`.',
    examples: [{ type: 'object', properties: { type: { const: 'job.closed' } } }],
  }),
  example: Event,
});

export type EventTypeSchema = Static<typeof EventTypeSchema>;
