import Type from 'typebox';
import { shownWith } from '../../platform/auth/hidden-fields.ts';
import { closedObject, id, localTime, nullable } from '../../platform/http/fields.ts';
import { Appointment } from '../calendar/index.ts';
import type { Stranded } from './board.ts';

/** A week: more do not fit on a screen. */
export const MAX_DAYS = 7;
/** More than fit on a screen. */
export const MAX_LANES = 200;

const count = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] });

const Shift = closedObject('Shift', 'A shift.', {
  starts_at: localTime('When the shift starts.'),
  ends_at: localTime('When the shift ends.'),
});

const LaneTimeOff = closedObject('LaneTimeOff', 'A period of time off.', {
  time_off_id: id('time_off', 'Id of the time off.'),
  starts_at: localTime('When the time off starts.'),
  ends_at: localTime('When the time off ends.'),
  reason: nullable({
    description: 'Reason for the time off; null if your token lacks `time_off:read`.',
    examples: ['Vacation'],
    ...shownWith(['time_off:read']),
  }),
});

const Travel = closedObject('Travel', 'Travel to an appointment.', {
  from_appointment_id: nullable({
    description: 'Id of the earlier appointment; null: from where the day of the user starts.',
    examples: ['appointment_01h455vb4pex5vsknk084sn02q', null],
  }),
  to_appointment_id: id('appointment', 'Id of the next appointment.'),
  gap_minutes: count(
    'Minutes from the end of the earlier appointment, or the start of the shift, to the start of the next one.',
    30,
  ),
  distance_km: Type.Unsafe<number | null>({
    type: ['number', 'null'],
    description: 'Straight-line distance in km; null unless both places have coordinates.',
    examples: [7.4, null],
  }),
  is_tight: Type.Unsafe<boolean | null>({
    type: ['boolean', 'null'],
    description:
      'Whether the gap is too short to travel the distance at 40 km/h, never for the first one of a day; null without a distance.',
    examples: [false, null],
  }),
});

const StrandedCard = closedObject('StrandedCard', 'An appointment that the user will not make.', {
  appointment_id: id('appointment', 'Id of the appointment.'),
  reason: Type.Unsafe<Stranded['reason']>({
    type: 'string',
    enum: ['inactive', 'time_off'],
    description: 'Why the user will not make it.',
    examples: ['time_off'],
  }),
});

const workload = {
  scheduled_minutes: count('Minutes that are booked, without no-shows.', 300),
  shift_minutes: count('Working minutes, without time off.', 540),
  utilisation: Type.Unsafe<number | null>({
    type: ['number', 'null'],
    description:
      'Share of the working time that is booked, from 0 to 1; null without working time.',
    examples: [0.5556, null],
  }),
};
const date = (description: string) =>
  Type.String({ format: 'date', description, examples: ['2027-03-02'] });
const LaneDay = closedObject('LaneDay', 'How full one day of a user is.', {
  date: date('The day.'),
  utilisation: workload.utilisation,
});

const Lane = closedObject('DispatchLane', 'The day of one user, or several days.', {
  user_id: id('user', 'Id of the user.'),
  name: Type.String({ description: 'Name of the user.', examples: ['Rosa Delgado'] }),
  active: Type.Boolean({
    description:
      'Whether the user is active. An inactive user is shown only if they still have appointments then.',
    examples: [true],
  }),
  takes_visits: Type.Boolean({
    description:
      'Whether the user takes visits. Others are shown only if they have appointments then.',
    examples: [true],
  }),
  time_zone: Type.String({
    description: 'Time zone of the user.',
    examples: ['America/Los_Angeles'],
  }),
  skills: Type.Array(
    Type.String({ description: 'Code of a skill.', examples: ['water_heater_repair'] }),
    {
      description: 'Skills of the user.',
      examples: [['water_heater_repair']],
    },
  ),
  shifts: Type.Array(Shift, {
    description:
      'Shifts of the user, earliest first. A shift that continues into another day is shown in full.',
  }),
  time_off: Type.Array(LaneTimeOff, { description: 'Time off of the user, earliest first.' }),
  appointments: Type.Array(Appointment, {
    description:
      'Appointments of the user, earliest first. Includes holds, completed appointments and no-shows, but not canceled ones.',
  }),
  stranded: Type.Array(StrandedCard, {
    description:
      'Appointments of the lane that the user will not make, because they are off or inactive.',
    examples: [[]],
  }),
  travel: Type.Array(Travel, {
    description:
      'Travel between the appointments of a day, in order; the first from `start_location`, if the user has one.',
  }),
  ...workload,
  days: Type.Array(LaneDay, { description: 'How full each day is.' }),
});

export const DispatchBoard = closedObject(
  'DispatchBoard',
  'The dispatch board of one day or of up to seven: one lane per user, and the tray of unassigned appointments.',
  {
    date: date('First date of the board, the same as `from`.'),
    from: date('First date of the board.'),
    to: date('Last date of the board, inclusive.'),
    time_zone: Type.String({
      description: 'The organization’s time zone. Days start and end at midnight in this zone.',
      examples: ['America/Los_Angeles'],
    }),
    lanes: Type.Array(Lane, { description: 'One lane per user, sorted by name; at most 200.' }),
    lanes_has_more: Type.Boolean({
      description: 'Whether there are more users than are shown. If so, filter by `team_id`.',
      examples: [false],
    }),
    tray: Type.Array(Appointment, {
      description:
        'Unassigned appointments that start then, earliest first; at most 200. With `team_id`, appointments of other teams are left out.',
    }),
    tray_has_more: Type.Boolean({
      description: 'Whether the tray has more appointments than are shown.',
      examples: [false],
    }),
    late_count: count(
      'Number of unassigned appointments from days before these that are still in the tray, counted up to 200. List them with `GET /v1/appointments?unassigned=true`.',
      0,
    ),
  },
);
