import Type, { type Static } from 'typebox';
import * as field from '../../platform/http/fields.ts';
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
] as const;
export type WarningCode = (typeof WARNING_CODES)[number];

export const Warning = field.closedObject('AppointmentWarning', 'Something to look at.', {
  code: Type.Unsafe<WarningCode>({
    type: 'string',
    enum: [...WARNING_CODES],
    description: 'What is unusual about it.',
    examples: ['outside_working_hours'],
  }),
  detail: Type.String({
    description: 'The same for a person.',
    examples: ['Rosa Delgado does not work at that time.'],
  }),
});
export type Warning = Static<typeof Warning>;

export const Appointment = field.closedObject('Appointment', 'An appointment.', {
  appointment_id: field.id('appointment', 'Id of the appointment.'),
  hold_id: Type.Optional(field.id('hold', 'Id to take the hold over with; only while it is held.')),
  lifecycle_number: field.lifecycleNumber,
  lead_id: field.id('lead', 'Id of the lead it is for.'),
  customer_id: field.nullable({
    description: 'Id of the customer it is for, if the lead has become one.',
    examples: [null],
  }),
  job_id: field.nullable({ description: 'Id of the job it belongs to.', examples: [null] }),
  contact: Type.Object(
    {
      name: field.nullable({ description: 'Name of the contact.', examples: ['Dana Whitfield'] }),
      phone: field.nullable({ description: 'Phone number in E.164.', examples: ['+14155550134'] }),
      email: field.nullable({ description: 'E-mail address.', examples: ['dana@example.com'] }),
    },
    {
      additionalProperties: false,
      description: 'Whom to meet there.',
      examples: [{ name: 'Dana Whitfield', phone: '+14155550134', email: null }],
    },
  ),
  starts_at: field.time('When it starts.'),
  ends_at: field.time('When it ends.'),
  duration_minutes: Type.Integer({ description: 'How long it takes.', examples: [60] }),
  time_zone: Type.String({
    description: 'The time zone of who goes there, or else of the organization.',
    examples: ['America/Los_Angeles'],
  }),
  arrival_window: nullableWindow,
  assigned_to: field.nullable({
    description: 'Id of the user who goes there; null while it waits in the tray.',
    examples: ['user_01h455vb4pex5vsknk084sn02q'],
  }),
  assignee: Type.Unsafe<{ name: string; email: string } | null>({
    type: ['object', 'null'],
    additionalProperties: false,
    required: ['name', 'email'],
    properties: {
      name: Type.String({ description: 'Name of the user.', examples: ['Rosa Delgado'] }),
      email: Type.String({ description: 'E-mail address.', examples: ['rosa@example.com'] }),
    },
    description: 'Who goes there; null while it waits in the tray.',
    examples: [{ name: 'Rosa Delgado', email: 'rosa@example.com' }],
  }),
  team_id: field.nullable({ description: 'Id of the team it was booked with.', examples: [null] }),
  type: Type.String(appointmentType),
  location: nullableLocation,
  notes: field.nullable({ ...appointmentNotes, examples: [null] }),
  status: Type.Unsafe<Status>({
    type: 'string',
    enum: [...STATUSES],
    description: 'Where it stands.',
    examples: ['booked'],
  }),
  hold_expires_at: field.nullableTime('When the hold lapses; null unless it was held.'),
  confirmed_at: field.nullableTime('When it was confirmed.'),
  dispatched_at: field.nullableTime('When it was dispatched.'),
  en_route_at: field.nullableTime('When somebody set out.'),
  started_at: field.nullableTime('When the work began.'),
  completed_at: field.nullableTime('When the work was done.'),
  no_show_at: field.nullableTime('When nobody was there.'),
  canceled_at: field.nullableTime('When it was canceled.'),
  cancel_reason: field.nullable({ description: 'Why it was canceled.', examples: [null] }),
  warnings: Type.Array(Warning, {
    description: 'What was unusual when it was booked or last moved; empty when it is only read.',
    examples: [[]],
  }),
  ...field.timestamps,
});
export type Appointment = Static<typeof Appointment>;
