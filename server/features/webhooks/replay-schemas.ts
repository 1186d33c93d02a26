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
        description: 'Ids of the events to send, regardless of the patterns of the endpoint.',
        examples: [['event_01h455vb4pex5vsknk084sn02q']],
      }),
    ),
    from_seq: Type.Optional(
      seq('Send the events from this `seq` on that match the patterns of the endpoint.'),
    ),
    to_seq: Type.Optional(
      seq('Last `seq` to send, together with `from_seq`. Default: the end of the log.'),
    ),
    failed_since: Type.Optional(
      field.time(
        'Send the events whose deliveries to this endpoint failed for good at this time or later.',
      ),
    ),
  },
  {
    additionalProperties: false,
    title: 'CreateWebhookReplay',
    description: 'Exactly one of `event_ids`, `from_seq` and `failed_since`.',
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
  'Events that are sent to an endpoint again, in the background.',
  {
    replay_id: field.id('replay', 'Id of the replay.'),
    webhook_endpoint_id: field.id(
      'webhook_endpoint',
      'Id of the endpoint that events are sent to again.',
    ),
    kind: Type.Unsafe<'events' | 'range' | 'failed'>({
      type: 'string',
      enum: ['events', 'range', 'failed'],
      description:
        'How the events were selected: `events` by `event_ids`, `range` by `from_seq`, `failed` by `failed_since`.',
      examples: ['range'],
    }),
    status: Type.Unsafe<'running' | 'completed' | 'canceled'>({
      type: 'string',
      enum: ['running', 'completed', 'canceled'],
      description:
        'Status of the replay. It is `completed` once all of its deliveries are queued; see `pending` for how many are not settled yet.',
      examples: ['completed'],
    }),
    from_seq: nullableSeq('First `seq` of a `range` replay; otherwise null.'),
    to_seq: nullableSeq('Last `seq` of a `range` replay; otherwise null.'),
    failed_since: field.nullableTime('Start time of a `failed` replay; otherwise null.'),
    total: count(
      'Number of events that the replay covers: those in `event_ids`, all in the range (matching the patterns or not), or those that failed.',
      120,
    ),
    queued: count('Number of deliveries queued so far.', 80),
    delivered: count('Number of queued deliveries that were delivered.', 78),
    failed: count('Number of queued deliveries that failed for good.', 0),
    pending: count('Number of queued deliveries that are pending.', 2),
    canceled: count('Number of queued deliveries that were canceled.', 0),
    created_at: field.createdAt,
    completed_at: field.nullableTime(
      'When the last delivery was queued or the replay was canceled; null while it is running.',
    ),
  },
);
export type WebhookReplay = Static<typeof WebhookReplay>;
