import Type, { type Static } from 'typebox';
import { CONTACT_SCOPES } from '../../domain/scopes.ts';
import { shownWith } from '../../platform/auth/hidden-fields.ts';
import * as field from '../../platform/http/fields.ts';
import { propertyShown } from '../properties/index.ts';
import { STATUSES, type Status } from './appointment.ts';
import {
  appointmentNotes,
  appointmentType,
  nullableLocation,
  nullableWindow,
} from './visit-schemas.ts';

const WARNING_CODES = [
  'in_the_past',
  'outside_working_hours',
  'time_off',
  'minimum_notice',
  'beyond_horizon',
  'skill_missing',
  'crew_missing',
] as const;
export type WarningCode = (typeof WARNING_CODES)[number];

export const Warning = field.closedObject(
  'AppointmentWarning',
  'A warning about an appointment. Warnings do not prevent a booking.',
  {
    code: Type.Unsafe<WarningCode>({
      type: 'string',
      enum: [...WARNING_CODES],
      description: 'Code of the warning.',
      examples: ['outside_working_hours'],
    }),
    detail: Type.String({
      description: 'The warning, as a sentence.',
      examples: ['Rosa Delgado does not work at that time.'],
    }),
  },
);
export type Warning = Static<typeof Warning>;

export const Appointment = field.closedObject('Appointment', 'An appointment.', {
  appointment_id: field.id('appointment', 'Id of the appointment.'),
  hold_id: Type.Optional(
    field.id('hold', 'Id of the hold, to book it with; present only while the status is `held`.'),
  ),
  lifecycle_number: field.nullable({
    description: 'Lifecycle number of the lead; null for a hold that is for no one yet.',
    examples: ['100042-7'],
  }),
  lead_id: field.nullable({
    description:
      'Id of the lead that the appointment is for; null for a hold that is for no one yet.',
    examples: ['lead_01h455vb4pex5vsknk084sn02q'],
  }),
  customer_id: field.nullable({
    description:
      'Id of the customer that the appointment is for; null if the lead is not converted.',
    examples: [null],
  }),
  job_id: field.nullable({
    description: 'Id of the job that the appointment belongs to; null if it belongs to none.',
    examples: [null],
  }),
  property_id: propertyShown,
  contact: Type.Unsafe<{ name: string | null; phone: string | null; email: string | null } | null>({
    type: ['object', 'null'],
    additionalProperties: false,
    required: ['name', 'phone', 'email'],
    properties: {
      name: field.nullable({ description: 'Name of the contact.', examples: ['Dana Whitfield'] }),
      phone: field.nullable({
        description: 'Phone number of the contact, in E.164 format.',
        examples: ['+14155550134'],
      }),
      email: field.nullable({
        description: 'Email address of the contact.',
        examples: ['dana@example.com'],
      }),
    },
    description:
      'The person to meet at the appointment; null if your token has neither `leads:read` nor `customers:read`.',
    examples: [{ name: 'Dana Whitfield', phone: '+14155550134', email: null }],
    ...shownWith(CONTACT_SCOPES),
  }),
  starts_at: field.localTime('When the appointment starts, in its `time_zone`.'),
  ends_at: field.localTime('When the appointment ends, in its `time_zone`.'),
  duration_minutes: Type.Integer({
    description: 'Length of the appointment in minutes.',
    examples: [60],
  }),
  time_zone: Type.String({
    description: 'Time zone of the assigned user; of the organization if no user is assigned.',
    examples: ['America/Los_Angeles'],
  }),
  arrival_window: nullableWindow,
  assigned_to: field.nullable({
    description:
      'Id of the assigned user; null while the appointment is unassigned and in the tray.',
    examples: ['user_01h455vb4pex5vsknk084sn02q'],
  }),
  crew: Type.Array(field.id('user', 'Id of a user.'), {
    description: 'Users who go with the assigned user. The visit takes their time, too.',
    examples: [[]],
  }),
  assignee: Type.Unsafe<{ name: string; email: string | null } | null>({
    type: ['object', 'null'],
    additionalProperties: false,
    required: ['name', 'email'],
    properties: {
      name: Type.String({ description: 'Name of the user.', examples: ['Rosa Delgado'] }),
      email: field.nullable({
        description: 'Email address of the user; null if your token lacks `users:read`.',
        examples: ['rosa@example.com'],
        ...shownWith(['users:read']),
      }),
    },
    description: 'The assigned user; null while the appointment is unassigned and in the tray.',
    examples: [{ name: 'Rosa Delgado', email: 'rosa@example.com' }],
  }),
  team_id: field.nullable({
    description:
      'Id of the team that the appointment was booked with; null if it was booked without one.',
    examples: [null],
  }),
  type: Type.String(appointmentType),
  service: field.nullable({
    description:
      'Service that was booked, otherwise of its job, otherwise of its lead; null without `leads:read`, `customers:read` or `jobs:read`.',
    examples: ['water_heater_repair'],
    ...shownWith([...CONTACT_SCOPES, 'jobs:read']),
  }),
  location: nullableLocation,
  notes: field.nullable({ ...appointmentNotes, examples: [null] }),
  status: Type.Unsafe<Status>({
    type: 'string',
    enum: [...STATUSES],
    description: 'Status of the appointment.',
    examples: ['booked'],
  }),
  hold_expires_at: field.nullableTime(
    'When the hold expires; null if the appointment was booked without a hold.',
  ),
  confirmed_at: field.nullableTime('When the appointment was confirmed.'),
  dispatched_at: field.nullableTime('When the assigned user was dispatched.'),
  en_route_at: field.nullableTime('When the assigned user set off.'),
  eta_minutes: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'In how many minutes the assigned user was expected when this was reported.',
    examples: [25, null],
  }),
  eta_at: field.nullableTime('When the assigned user is expected.'),
  started_at: field.nullableTime('When the work started.'),
  completed_at: field.nullableTime('When the work was completed.'),
  no_show_at: field.nullableTime('When the appointment was marked as a no-show.'),
  canceled_at: field.nullableTime('When the appointment was canceled.'),
  cancel_reason: field.nullable({
    description: 'Why the appointment was canceled.',
    examples: [null],
  }),
  review: Type.Unsafe<{ rating: number; comment: string | null; reviewed_at: string } | null>({
    type: ['object', 'null'],
    additionalProperties: false,
    required: ['rating', 'comment', 'reviewed_at'],
    properties: {
      rating: Type.Integer({ description: 'Stars, from 1 to 5.', examples: [5] }),
      comment: field.nullable({ description: 'What the customer wrote.', examples: [null] }),
      reviewed_at: field.time('When the review was first given.'),
    },
    description:
      'What the customer says about the completed visit, by their link; null without a review.',
    examples: [null],
  }),
  warnings: Type.Array(Warning, {
    description:
      'Warnings about the booking or change that you made. Empty when you only read appointments.',
    examples: [[]],
  }),
  ...field.timestamps,
});
export type Appointment = Static<typeof Appointment>;
