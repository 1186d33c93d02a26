import Type, { type Static } from 'typebox';
import { idInput } from '../../domain/reference-fields.ts';
import {
  closedObject,
  id,
  localTime,
  nullable,
  nullableTime,
  time,
  timestamps,
} from '../../platform/http/fields.ts';
import { Appointment } from '../calendar/index.ts';
import { Reason } from './suggest-schemas.ts';

export const REPLAN_REASONS = ['sick', 'emergency', 'weather'] as const;

const date = Type.String({
  format: 'date',
  description: 'The day, in the organization’s time zone.',
  examples: ['2027-03-02'],
});
const reason = Type.Unsafe<(typeof REPLAN_REASONS)[number]>({
  type: 'string',
  enum: [...REPLAN_REASONS],
  description: 'Why the day is planned again.',
  examples: ['sick'],
});

export const PlanReassignmentBody = closedObject(
  'PlanReassignment',
  'The day to plan again, and why.',
  {
    date,
    user_id: idInput(
      'user',
      'Id of the user who cannot work; with `appointment_id`, of the user to take it.',
    ),
    reason,
    appointment_id: idInput('appointment', 'For an emergency: the appointment to place that day.'),
  },
  {
    example: {
      date: '2027-03-02',
      user_id: 'user_01h455vb4pex5vsknk084sn02q',
      reason: 'sick',
    },
  },
);

const idOrNull = (prefix: string, description: string) =>
  nullable({ description, examples: [`${prefix}_01h455vb4pex5vsknk084sn02q`] });

const Place = closedObject('ReplanPlace', 'A user and a time.', {
  user_id: idOrNull('user', 'Id of the user; null for the tray.'),
  starts_at: localTime('When it starts, in the organization’s time zone.'),
  ends_at: localTime('When it ends.'),
});

const planned = {
  appointment_id: id('appointment', 'Id of the appointment.'),
  updated_at: time('Its last change: with another one, the plan is void.'),
  from: Place,
};

const ReplanMove = closedObject('ReplanMove', 'An appointment with a new place.', {
  ...planned,
  to: Place,
  why: Type.Array(Reason, { description: 'Why this user takes it.' }),
});
const ReplanUnplaced = closedObject('ReplanUnplaced', 'An appointment that no one can take.', {
  ...planned,
  to_tray: Type.Boolean({
    description: 'Whether it goes to the tray; after it was dispatched it stays.',
    examples: [true],
  }),
  why: Type.Array(Reason, { description: 'Why no one takes it.' }),
});

export const PLAN = closedObject('ReplanPlan', 'What is proposed.', {
  moves: Type.Array(ReplanMove, {
    description: 'What moves, earliest first.',
  }),
  unplaced: Type.Array(ReplanUnplaced, {
    description: 'What no one can take.',
  }),
});
export type ReplanPlan = Static<typeof PLAN>;

const STATUSES = ['proposed', 'applied', 'expired'] as const;

export const Replan = closedObject(
  'Replan',
  'A proposal of new places for the appointments of a day.',
  {
    replan_id: id('replan', 'Id of the plan.'),
    date,
    user_id: idOrNull('user', 'Id of the user, if the plan is about one.'),
    appointment_id: idOrNull('appointment', 'The appointment to place, if there is one.'),
    reason,
    status: Type.Unsafe<(typeof STATUSES)[number]>({
      type: 'string',
      enum: [...STATUSES],
      description: 'Status of the plan.',
      examples: ['proposed'],
    }),
    ...PLAN.properties,
    expires_at: time('Until when it can be applied.'),
    applied_at: nullableTime('When it was applied; null if it was not.'),
    ...timestamps,
  },
);
export type Replan = Static<typeof Replan>;

export const ApplyReplanBody = closedObject(
  'ApplyReplan',
  'How to apply the plan.',
  {
    notify: Type.Optional(
      Type.Boolean({
        description:
          'Whether to run the ready playbook “Visit confirmation” for appointments with a new time. Default false.',
        examples: [false],
      }),
    ),
  },
  { example: { notify: false } },
);

export const AppliedReplan = closedObject('AppliedReplan', 'A plan that was applied.', {
  replan: Replan,
  appointments: Type.Array(Appointment, {
    description: 'Its appointments as they are now.',
  }),
  notified: Type.Array(id('appointment', 'Id of an appointment.'), {
    description: 'Appointments whose new time is confirmed to the contact.',
    examples: [[]],
  }),
});
