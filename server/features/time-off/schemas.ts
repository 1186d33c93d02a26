import Type, { type Static } from 'typebox';
import { idField } from '../../domain/id-field.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import * as field from '../../platform/http/fields.ts';

const reason = field.nullable({
  maxLength: TEXT_LIMITS.reason,
  description: 'Why, for those who plan; null if nobody said.',
  examples: ['Vacation'],
});

export const CreateTimeOffBody = field.closedObject(
  'CreateTimeOff',
  'Whose it is, from when, and until when.',
  {
    user_id: idField('user', 'Id of the user who is away.'),
    starts_at: Type.String({
      format: 'date-time',
      description: 'When it begins.',
      examples: ['2027-07-05T00:00:00-07:00'],
    }),
    ends_at: Type.String({
      format: 'date-time',
      description: 'When they are back: after the start, by 366 days at most.',
      examples: ['2027-07-19T00:00:00-07:00'],
    }),
    reason: Type.Optional(reason),
  },
);

export const TimeOff = field.closedObject(
  'TimeOff',
  'A time in which somebody does not work, whatever their hours say.',
  {
    time_off_id: field.id('time_off', 'Id of the time off.'),
    user_id: field.id('user', 'Id of the user who is away.'),
    starts_at: field.time('When it begins.'),
    ends_at: field.time('When they are back.'),
    reason,
    deleted_at: field.nullableTime('When it was deleted; null as long as it counts.'),
    ...field.timestamps,
  },
);
export type TimeOff = Static<typeof TimeOff>;
