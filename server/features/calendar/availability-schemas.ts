import Type from 'typebox';
import { idField } from '../../domain/id-field.ts';
import { closedObject, id, nullable } from '../../platform/http/fields.ts';

const localTime = (description: string) =>
  Type.String({
    format: 'date-time',
    description,
    examples: ['2027-03-02T09:00:00-05:00'],
  });

export const Slot = closedObject('Slot', 'An open time.', {
  starts_at: localTime('When it starts, in the time zone of the answer.'),
  ends_at: localTime('When it ends.'),
  user_ids: Type.Array(id('user', 'Id of a user.'), {
    description: 'Who is free then.',
    examples: [['user_01h455vb4pex5vsknk084sn02q']],
  }),
});

export const BlockedTime = closedObject('BlockedTime', 'Why a time is not open.', {
  starts_at: localTime('From when.'),
  ends_at: localTime('Until when.'),
  user_id: id('user', 'Whose time it is.'),
  reason: Type.String({
    enum: [
      'appointment',
      'hold',
      'time_off',
      'buffer',
      'minimum_notice',
      'beyond_horizon',
      'outside_working_hours',
      'too_short',
      'inactive',
      'skill_missing',
    ],
    description:
      '`too_short`: free, but no slot of that length fits there. `buffer`: kept free around an appointment.',
    examples: ['appointment'],
  }),
  ref: Type.Optional(
    nullable({
      description: 'Id of the appointment, hold or time off that is in the way.',
      examples: ['appointment_01h455vb4pex5vsknk084sn02q'],
    }),
  ),
});

export const Availability = closedObject('Availability', 'The open slots of a user or a team.', {
  from: Type.String({ format: 'date', description: 'The first date.', examples: ['2027-03-01'] }),
  to: Type.String({ format: 'date', description: 'The last date.', examples: ['2027-03-05'] }),
  time_zone: Type.String({
    description: 'The time zone of the dates: the user’s, or for a team the organization’s.',
    examples: ['America/New_York'],
  }),
  duration_minutes: Type.Integer({ description: 'How long a slot is.', examples: [60] }),
  slots: Type.Array(Slot, { description: 'The open slots, in order.' }),
  blocked: Type.Optional(
    Type.Array(BlockedTime, {
      description: 'With `explain=true`: why all other time of the dates is not open, in order.',
    }),
  ),
});

const dateParameter = (description: string, example: string) =>
  Type.String({ format: 'date', description, examples: [example] });

export const AvailabilityQuery = Type.Object(
  {
    user_id: Type.Optional(idField('user', 'Whose time is asked for.')),
    team_id: Type.Optional(idField('team', 'Or the team, of which any member will do.')),
    from: dateParameter(
      'The first date, in the time zone of the user; for a team, of the organization.',
      '2027-03-01',
    ),
    to: dateParameter('The last date, included; at most 62 days in all.', '2027-03-05'),
    duration_minutes: Type.Optional(
      Type.Integer({
        minimum: 5,
        maximum: 1440,
        default: 60,
        description: 'How long a slot must be.',
        examples: [60],
      }),
    ),
    step_minutes: Type.Optional(
      Type.Integer({
        minimum: 5,
        maximum: 1440,
        description: 'How far apart slots start. Default: the organization’s.',
        examples: [30],
      }),
    ),
    service: Type.Optional(
      Type.String({
        pattern: '^[a-z][a-z0-9_]{0,63}$',
        description: 'A skill that they must have.',
        examples: ['water_heater_repair'],
      }),
    ),
    explain: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Also say why all other time is not open.',
        examples: [true],
      }),
    ),
  },
  { additionalProperties: false },
);
