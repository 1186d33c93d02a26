import Type from 'typebox';
import { closedObject, id, nullable } from '../../platform/http/fields.ts';
import { Appointment } from '../calendar/index.ts';

/** More lanes than a screen has. */
export const MAX_LANES = 200;

const localTime = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2027-03-02T09:00:00-08:00'] });
const count = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] });

const Shift = closedObject('Shift', 'A stretch of work.', {
  starts_at: localTime('When the work begins.'),
  ends_at: localTime('When the work ends.'),
});

const LaneTimeOff = closedObject('LaneTimeOff', 'When they are away.', {
  time_off_id: id('time_off', 'Id of the time off.'),
  starts_at: localTime('From when.'),
  ends_at: localTime('Until when.'),
  reason: nullable({ description: 'Why.', examples: ['Vacation'] }),
});

const Travel = closedObject('Travel', 'The way from one appointment to the next.', {
  from_appointment_id: id('appointment', 'Id of the appointment before.'),
  to_appointment_id: id('appointment', 'Id of the next one.'),
  gap_minutes: count('From the end of the one to the start of the other.', 30),
  distance_km: Type.Unsafe<number | null>({
    type: ['number', 'null'],
    description: 'As the crow flies; null unless both have coordinates.',
    examples: [7.4, null],
  }),
  is_tight: Type.Unsafe<boolean | null>({
    type: ['boolean', 'null'],
    description: 'Whether the gap is shorter than that takes at 40 km/h; null without a distance.',
    examples: [false, null],
  }),
});

const Lane = closedObject('DispatchLane', 'One person’s day.', {
  user_id: id('user', 'Id of the user.'),
  name: Type.String({ description: 'Name of the user.', examples: ['Rosa Delgado'] }),
  active: Type.Boolean({
    description: 'false: no longer works here, but still has appointments that day.',
    examples: [true],
  }),
  time_zone: Type.String({
    description: 'The time zone that they work in.',
    examples: ['America/Los_Angeles'],
  }),
  skills: Type.Array(Type.String({ description: 'A skill.', examples: ['water_heater_repair'] }), {
    description: 'What they can be sent to do.',
    examples: [['water_heater_repair']],
  }),
  shifts: Type.Array(Shift, {
    description: 'When they work, in order; one that reaches into another day is whole.',
  }),
  time_off: Type.Array(LaneTimeOff, { description: 'When they are away, in order.' }),
  appointments: Type.Array(Appointment, {
    description:
      'What they have to do that day, in order: holds and what is done included, canceled ones not.',
  }),
  travel: Type.Array(Travel, { description: 'The ways between their appointments, in order.' }),
  scheduled_minutes: count('How much of the day their appointments take; no-shows apart.', 300),
  shift_minutes: count('How much of the day they work; time off is taken off.', 540),
  utilisation: Type.Unsafe<number | null>({
    type: ['number', 'null'],
    description:
      'The share of that work that appointments take, from 0 to 1; null for who does not work.',
    examples: [0.5556, null],
  }),
});

export const DispatchBoard = closedObject(
  'DispatchBoard',
  'The day’s board: who does what, when, and what nobody does yet.',
  {
    date: Type.String({ format: 'date', description: 'The day.', examples: ['2027-03-02'] }),
    time_zone: Type.String({
      description: 'The organization’s time zone, in which the day begins and ends.',
      examples: ['America/Los_Angeles'],
    }),
    lanes: Type.Array(Lane, { description: 'Everybody’s day, by name; at most 200.' }),
    lanes_has_more: Type.Boolean({
      description: 'Whether there are more people than that; ask for a team then.',
      examples: [false],
    }),
    tray: Type.Array(Appointment, {
      description:
        'What starts that day and nobody goes to yet, in order; at most 200. With a team: without what is another team’s.',
    }),
    tray_has_more: Type.Boolean({
      description: 'Whether the tray holds more than that.',
      examples: [false],
    }),
    late_count: count(
      'How many of earlier days still wait in the tray, counted up to 200: `GET /v1/appointments?unassigned=true` lists them.',
      0,
    ),
  },
);
