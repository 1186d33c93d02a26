import Type, { type Static } from 'typebox';
import { idField } from '../../domain/id-field.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import * as field from '../../platform/http/fields.ts';
import { strandedVisits } from '../organizations/index.ts';

const reason = field.nullable({
  maxLength: TEXT_LIMITS.reason,
  description: 'Reason for the time off, for the people who plan work; null if none was given.',
  examples: ['Vacation'],
});

export const CreateTimeOffBody = field.closedObject(
  'CreateTimeOff',
  'The user who is off, and the start and end of the time off.',
  {
    user_id: idField('user', 'Id of the user who is off.'),
    starts_at: Type.String({
      format: 'date-time',
      description: 'When the time off begins.',
      examples: ['2027-07-05T00:00:00-07:00'],
    }),
    ends_at: Type.String({
      format: 'date-time',
      description: 'When the time off ends. It must be after `starts_at`, by at most 366 days.',
      examples: ['2027-07-19T00:00:00-07:00'],
    }),
    reason: Type.Optional(reason),
  },
  {
    example: {
      user_id: 'user_01h455vb4pex5vsknk084sn02q',
      starts_at: '2027-03-08T00:00:00-08:00',
      ends_at: '2027-03-13T00:00:00-08:00',
      reason: 'Vacation',
    },
  },
);

export const TimeOff = field.closedObject(
  'TimeOff',
  'A period in which a user does not work, regardless of their working hours.',
  {
    time_off_id: field.id('time_off', 'Id of the time off.'),
    user_id: field.id('user', 'Id of the user who is off.'),
    starts_at: field.time('When the time off begins.'),
    ends_at: field.time('When the time off ends.'),
    reason,
    deleted_at: field.nullableTime('When the time off was deleted; null unless deleted.'),
    ...field.timestamps,
  },
);
export const NewTimeOff = field.closedObject(
  'NewTimeOff',
  'Time off, with the booked appointments in that time.',
  { ...TimeOff.properties, stranded: strandedVisits },
);
export type TimeOff = Static<typeof TimeOff>;
