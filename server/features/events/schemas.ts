import Type, { type Static } from 'typebox';
import { nullable, time } from '../../platform/http/fields.ts';

export const Event = Type.Object(
  {
    id: Type.String({
      description: 'Id of the event.',
      examples: ['evt_01h455vb4pex5vsknk084sn02q'],
    }),
    seq: Type.Integer({
      description:
        'Its place in the organization’s log: counted from 1, without a gap, in the order of commits.',
      examples: [42],
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
    actor: Type.Object(
      {
        type: Type.Unsafe<'user' | 'token' | 'system'>({
          type: 'string',
          enum: ['user', 'token', 'system'],
          description: 'A user, a token that acts for nobody, or the service itself.',
          examples: ['token'],
        }),
        id: nullable({
          description: 'Id of the user or token.',
          examples: ['token_01h455vb4pex5vsknk084sn02q'],
        }),
        name: Type.String({
          description: 'Name of the actor at that time.',
          examples: ['Website form'],
        }),
      },
      { additionalProperties: false, description: 'Who did it.' },
    ),
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
  },
  {
    additionalProperties: false,
    title: 'Event',
    description: 'Something that happened, exactly once.',
  },
);

export type Event = Static<typeof Event>;
