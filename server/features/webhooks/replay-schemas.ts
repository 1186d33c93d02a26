import Type, { type Static } from 'typebox';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import * as field from '../../platform/http/fields.ts';

const seq = (text: string) =>
  Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: text,
    examples: [1],
  });

export const MAX_EVENT_IDS = 1_000;

export const CreateReplayBody = Type.Object(
  {
    event_ids: Type.Optional(
      Type.Array(Type.String({ maxLength: TEXT_LIMITS.id }), {
        minItems: 1,
        maxItems: MAX_EVENT_IDS,
        description: 'These events, whatever the patterns of the endpoint are.',
        examples: [['event_01h455vb4pex5vsknk084sn02q']],
      }),
    ),
    from_seq: Type.Optional(seq('Events from this seq on that match the patterns.')),
    to_seq: Type.Optional(
      seq('With `from_seq`: up to this one. By default, up to the end of the log.'),
    ),
    failed_since: Type.Optional(
      field.time('Events whose deliveries to this endpoint were given up at that time or later.'),
    ),
  },
  {
    additionalProperties: false,
    title: 'CreateWebhookReplay',
    description: 'One of `event_ids`, `from_seq` and `failed_since`.',
    examples: [{ from_seq: 1 }],
  },
);
export type CreateReplayBody = Static<typeof CreateReplayBody>;

const count = (text: string, example: number) =>
  Type.Integer({ description: text, examples: [example] });
const nullableSeq = (text: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], description: text, examples: [null] });

export const WebhookReplay = field.closedObject(
  'WebhookReplay',
  'Events that are sent to an endpoint once more, in the background.',
  {
    replay_id: field.id('replay', 'Id of the replay.'),
    webhook_endpoint_id: field.id(
      'webhook_endpoint',
      'The endpoint that events are sent to again.',
    ),
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
    failed_since: field.nullableTime('`failed`: since when; else null.'),
    total: count(
      'How many events it looks at: those named, all in the range whether or not they match the patterns, or those that failed.',
      120,
    ),
    queued: count('How many deliveries it has made so far.', 80),
    delivered: count('How many of them were taken.', 78),
    failed: count('How many of them were given up.', 0),
    pending: count('How many of them are on their way.', 2),
    canceled: count('How many of them were called off.', 0),
    created_at: field.createdAt,
    completed_at: field.nullableTime('When its last delivery was queued, or it was canceled.'),
  },
);
export type WebhookReplay = Static<typeof WebhookReplay>;
