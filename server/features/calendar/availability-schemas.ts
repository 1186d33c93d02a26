import Type from 'typebox';
import { idField } from '../../domain/id-field.ts';
import { userFilter } from '../../domain/user-filter.ts';
import { closedObject, id, localTime, nullable } from '../../platform/http/fields.ts';
import { postalCode } from './visit-schemas.ts';

export const Slot = closedObject('Slot', 'An open slot.', {
  starts_at: localTime('When the slot starts, in the `time_zone` of the response.'),
  ends_at: localTime('When the slot ends, in the `time_zone` of the response.'),
  window: Type.Optional(
    closedObject('SlotWindow', 'The arrival window to promise for this slot.', {
      starts_at: localTime('Earliest arrival.'),
      ends_at: localTime('Latest arrival.'),
    }),
  ),
  user_ids: Type.Array(id('user', 'Id of a user who is free.'), {
    description: 'Ids of the users who are free for this slot.',
    examples: [['user_01h455vb4pex5vsknk084sn02q']],
  }),
});

export const BlockedTime = closedObject('BlockedTime', 'A time that is not open, and why.', {
  starts_at: localTime('When the blocked time starts.'),
  ends_at: localTime('When the blocked time ends.'),
  user_id: id('user', 'Id of the user whose time is blocked.'),
  reason: Type.String({
    enum: [
      'appointment',
      'hold',
      'time_off',
      'buffer',
      'travel',
      'minimum_notice',
      'beyond_horizon',
      'outside_working_hours',
      'too_short',
      'inactive',
      'takes_no_visits',
      'skill',
      'area',
      'capacity',
      'crew',
    ],
    description:
      'Why the time is not open. `too_short`: the time is free, but too short for a slot of this length. `buffer`, `travel`: time kept free around an appointment, or for the way. `takes_no_visits`: a member of the team who is booked only by id. `skill`, `area`: the user lacks the skill, or does not work there. `capacity`: no more visits are taken that day. `crew`: too few users are free.',
    examples: ['appointment'],
  }),
  ref: Type.Optional(
    nullable({
      description: 'Id of the appointment, hold or time off that blocks the time.',
      examples: ['appointment_01h455vb4pex5vsknk084sn02q'],
    }),
  ),
});

export const Availability = closedObject('Availability', 'The open slots of a user or a team.', {
  from: Type.String({
    format: 'date',
    description: 'First date of the range.',
    examples: ['2027-03-01'],
  }),
  to: Type.String({
    format: 'date',
    description: 'Last date of the range, inclusive.',
    examples: ['2027-03-05'],
  }),
  time_zone: Type.String({
    description: 'Time zone of the dates and times: the user’s, or for a team the organization’s.',
    examples: ['America/New_York'],
  }),
  duration_minutes: Type.Integer({ description: 'Length of a slot in minutes.', examples: [60] }),
  outside_area: Type.Boolean({
    description: 'True if the place is in no area that you serve: then there are no slots.',
    examples: [false],
  }),
  place_unknown: Type.Boolean({
    description:
      'True if the postal code alone does not say whether the place is in a circle or polygon: then everyone is offered. Send `coordinates`.',
    examples: [false],
  }),
  travel: Type.Unsafe<'off' | 'counted' | 'partly' | 'unknown'>({
    type: 'string',
    enum: ['off', 'counted', 'partly', 'unknown'],
    description:
      'Whether the way between visits is counted: `unknown` without `coordinates` of this visit or of any other, `partly` if some are known.',
    examples: ['off'],
  }),
  slots: Type.Array(Slot, { description: 'The open slots, earliest first.' }),
  blocked: Type.Optional(
    Type.Array(BlockedTime, {
      description:
        'Present with `explain=true`: all other time between the dates and why it is not open, earliest first.',
    }),
  ),
});

const dateParameter = (description: string, example: string) =>
  Type.String({ format: 'date', description, examples: [example] });

export const AvailabilityQuery = Type.Object(
  {
    user_id: userFilter('Id of the user. Without this and `team_id`: everyone who takes visits.'),
    team_id: Type.Optional(
      idField('team', 'Id of the team: a slot is open if any member is free.'),
    ),
    from: dateParameter(
      'First date, in the user’s time zone, or for a team in the organization’s.',
      '2027-03-01',
    ),
    to: dateParameter('Last date, inclusive. The range can have at most 62 days.', '2027-03-05'),
    duration_minutes: Type.Optional(
      Type.Integer({
        minimum: 5,
        maximum: 1440,
        description: 'Length of a slot in minutes. Default: that of the service, otherwise 60.',
        examples: [60],
      }),
    ),
    step_minutes: Type.Optional(
      Type.Integer({
        minimum: 5,
        maximum: 1440,
        description:
          'Minutes between the starts of two slots. Default: the organization’s setting.',
        examples: [30],
      }),
    ),
    service: Type.Optional(
      Type.String({
        pattern: '^[a-z][a-z0-9_]{0,63}$',
        description:
          'Code of a service. Its definition sets length, skills and buffer; without one, the code is the skill.',
        examples: ['water_heater_repair'],
      }),
    ),
    postal_code: Type.Optional(postalCode),
    coordinates: Type.Optional(
      Type.String({
        maxLength: 60,
        description: 'Latitude and longitude of the place, instead of or beside its postal code.',
        examples: ['45.52,-122.68'],
      }),
    ),
    crew_size: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 20,
        description: 'How many users must be free. Default: that of the service, otherwise 1.',
        examples: [1],
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        description:
          'How many slots to return at most, the earliest; with `windows`, the earliest of each window.',
        examples: [3],
      }),
    ),
    windows: Type.Optional(
      Type.String({
        maxLength: 40,
        description:
          'Length of the arrival window that each slot is shown with, as an ISO 8601 duration. With `limit`, each window is offered once. Default: the organization’s rule, if it has one.',
        examples: ['PT2H'],
      }),
    ),
    explain: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Set to true to also return why all other time is not open.',
        examples: [true],
      }),
    ),
  },
  { additionalProperties: false },
);
