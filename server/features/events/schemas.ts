import Type, { type Static } from 'typebox';
import { actorSchema } from '../../platform/events/actor-schema.ts';
import { closedObject, nullable, time } from '../../platform/http/fields.ts';

export const EXAMPLE = {
  id: 'event_01h455vb4pex5vsknk084sn02q',
  seq: 42,
  actor: { type: 'token', id: 'token_01h455vb4pex5vsknk084sn02q', name: 'Website form' },
} as const;

export const Event = closedObject('Event', 'Something that happened, exactly once.', {
  id: Type.String({
    description: 'Id of the event.',
    examples: [EXAMPLE.id],
  }),
  seq: Type.Integer({
    description:
      'Its place in the organization’s log: counted from 1, without a gap, in the order of commits.',
    examples: [EXAMPLE.seq],
  }),
  type: Type.String({
    description: 'What happened: `resource.past_tense`.',
    examples: ['lead.created'],
  }),
  timestamp: time('When it happened.'),
  lifecycle_number: nullable({
    description: 'The lifecycle it belongs to, null if it belongs to none.',
    examples: ['100042-7'],
  }),
  actor: actorSchema('Who did it.', EXAMPLE.actor),
  data: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description: 'The resource after it.',
    examples: [{ lead_id: 'lead_01h455vb4pex5vsknk084sn02q', status: 'new' }],
  }),
  previous: Type.Unsafe<Record<string, unknown> | null>({
    type: ['object', 'null'],
    additionalProperties: true,
    description: 'The fields that changed, as they were before; null for something new.',
    examples: [null],
  }),
});

export type Event = Static<typeof Event>;

export const ExampleEvent = closedObject(
  'ExampleEvent',
  'An event that did not happen, sent to try out a receiver. Webhook endpoints and `throughline listen` get what is in `event`, as if it had happened; its `seq` is 0, since it has no place in the log.',
  {
    event_type: Type.String({
      description: 'The kind that the example is of.',
      examples: ['lead.qualified'],
    }),
    webhook_endpoint_id: nullable({
      description:
        'The webhook endpoint that it was made for; null for one that goes to all who listen for its kind.',
      examples: [null],
    }),
    event: Event,
  },
);

export type ExampleEvent = Static<typeof ExampleEvent>;

/** What a reader of the log may ask for alone. */
export const eventFilters = {
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Only events behind this seq.',
      examples: [41],
    }),
  ),
  type: Type.Optional(
    Type.String({
      maxLength: 500,
      pattern: '^[a-z_]+\\.[a-z_]+(,[a-z_]+\\.[a-z_]+)*$',
      description: 'Only events of this type, or of these, separated by commas.',
      examples: ['lead.created'],
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

export const EventTypeSchema = closedObject('EventType', 'A kind of event.', {
  type: Type.String({
    description: 'Its name: `resource.past_tense`.',
    examples: ['job.closed'],
  }),
  description: Type.String({ description: 'When it is emitted.', examples: ['A job is over.'] }),
  schema: Type.Unsafe<object>({
    type: 'object',
    additionalProperties: true,
    description: 'The JSON Schema of a whole event of this kind, `data` included.',
    examples: [{ type: 'object', properties: { type: { const: 'job.closed' } } }],
  }),
  example: Event,
});

export type EventTypeSchema = Static<typeof EventTypeSchema>;
