import Type, { type Static } from 'typebox';
import { doneAt } from '../../domain/done-at.ts';
import { idField } from '../../domain/id-field.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { closedObject, nullable } from '../../platform/http/fields.ts';
import { propertyInput } from '../properties/index.ts';
import {
  appointmentNotes,
  appointmentType,
  nullableLocation,
  nullableWindow,
  postalCode,
  startsAt,
} from './visit-schemas.ts';

const duration = {
  minimum: 5,
  maximum: 1440,
  description: 'Length of the appointment in minutes.',
  examples: [60],
};

const endsAt = Type.Optional(
  Type.String({
    format: 'date-time',
    description: 'When the appointment ends, instead of `duration_minutes`.',
    examples: ['2027-03-02T10:00:00-08:00'],
  }),
);

const MAX_CREW = 20;

/** The fields of a visit, without who it is for. */
export const visitFields = {
  starts_at: Type.Optional(Type.String(startsAt)),
  duration_minutes: Type.Optional(
    Type.Integer({
      ...duration,
      description: `${duration.description} Default: that of the service, otherwise 60.`,
    }),
  ),
  ends_at: endsAt,
  assigned_to: Type.Optional(
    idField(
      'user',
      'Id of the user to assign. Without this and `team_id`, the appointment is unassigned and goes to the tray.',
    ),
  ),
  crew: Type.Optional(
    Type.Array(idField('user', 'Id of a user.'), {
      maxItems: MAX_CREW,
      description:
        'Ids of users who go with `assigned_to`. With `team_id`, or where anyone can be chosen, the crew that the service needs is chosen too.',
      examples: [['user_01h455vb4pex5vsknk084sn02r']],
    }),
  ),
  team_id: Type.Optional(
    idField(
      'team',
      'Id of a team, instead of `assigned_to`: the free member with the least work that day is assigned.',
    ),
  ),
  service: Type.Optional(
    Type.String({
      ...appointmentType,
      description:
        'Code of the service. Its definition sets length, skills and buffer; without one, the code is the skill.',
      examples: ['water_heater_repair'],
    }),
  ),
  postal_code: Type.Optional(postalCode),
  type: Type.Optional(
    Type.String({
      ...appointmentType,
      description: `${appointmentType.description} Default \`estimate\`, or \`job\` for a job.`,
    }),
  ),
  location: Type.Optional(nullableLocation),
  arrival_window: Type.Optional(nullableWindow),
  notes: Type.Optional(nullable({ ...appointmentNotes, examples: ['Ring twice.'] })),
  strict: Type.Optional(
    Type.Boolean({
      description:
        'Set to true to refuse the time if it would only cause a warning, such as a time in the past or outside working hours.',
      examples: [false],
    }),
  ),
};

/** Fields that a booking and a hold share. */
const bookingFields = {
  lead_id: Type.Optional(idField('lead', 'Id of the lead that the appointment is for.')),
  customer_id: Type.Optional(
    idField('customer', 'Id of the customer that the appointment is for, instead of `lead_id`.'),
  ),
  job_id: Type.Optional(
    idField(
      'job',
      'Id of the job that the appointment belongs to, instead of `lead_id` or `customer_id`.',
    ),
  ),
  lifecycle_number: Type.Optional(
    Type.String({
      maxLength: TEXT_LIMITS.lifecycleNumber,
      description: 'Lifecycle number of the lead that the appointment is for, instead of an id.',
      examples: ['100042-7'],
    }),
  ),
  ...visitFields,
};

/** What an appointment is for: exactly one of these. */
export const TARGETS = ['lead_id', 'customer_id', 'job_id', 'lifecycle_number'] as const;

const exampleBooking = {
  lead_id: 'lead_01h455vb4pex5vsknk084sn02q',
  starts_at: '2027-03-02T09:00:00-08:00',
  duration_minutes: 90,
  assigned_to: 'user_01h455vb4pex5vsknk084sn02q',
};

export const BookAppointmentBody = closedObject(
  'BookAppointment',
  'A booking needs `starts_at` and one of `lead_id`, `customer_id`, `job_id` and `lifecycle_number`. Or give only the `hold_id` of a hold that has both.',
  {
    ...bookingFields,
    property_id: propertyInput,
    hold_id: Type.Optional(
      idField('hold', 'Id of a hold to book. Fields that you leave out are taken from the hold.'),
    ),
  },
  { anyOf: [...TARGETS, 'hold_id'], example: exampleBooking },
);
export type BookAppointmentBody = Static<typeof BookAppointmentBody>;

export const HoldAppointmentBody = closedObject(
  'HoldAppointment',
  'A hold needs `starts_at`, and a `service` or one of `lead_id`, `customer_id`, `job_id` and `lifecycle_number`.',
  {
    ...bookingFields,
    ttl_seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 900,
        description: 'How many seconds to hold the time. Default 300.',
        examples: [300],
      }),
    ),
  },
  {
    required: ['starts_at'],
    anyOf: [...TARGETS, 'service'],
    example: { ...exampleBooking, ttl_seconds: 300 },
  },
);

const newAssignee = Type.Optional(
  nullable({
    maxLength: TEXT_LIMITS.id,
    description:
      'Id of the user to assign; null unassigns the appointment and moves it back to the tray.',
    examples: [null],
  }),
);
const ifUpdatedAt = Type.Optional(
  Type.String({
    format: 'date-time',
    description: 'The `updated_at` that you know; another one is `changed_meanwhile`.',
    examples: ['2027-03-01T15:00:00.000Z'],
  }),
);

/** The body of the steps that need nothing else. */
export const StepBody = closedObject(
  'AppointmentStep',
  'A step.',
  { if_updated_at: ifUpdatedAt },
  { example: {} },
);

/** The body of the technician's steps. */
export const WorkStepBody = closedObject(
  'WorkStep',
  'When the step was taken, and what you know of the appointment.',
  { at: doneAt('done'), if_updated_at: ifUpdatedAt },
  { example: {} },
);

export const UpdateAppointmentBody = closedObject(
  'UpdateAppointment',
  'The fields to change. Null clears a field; fields that you leave out stay unchanged.',
  {
    starts_at: Type.Optional(Type.String(startsAt)),
    duration_minutes: Type.Optional(Type.Integer(duration)),
    ends_at: endsAt,
    assigned_to: newAssignee,
    crew: Type.Optional(
      Type.Array(idField('user', 'Id of a user.'), {
        maxItems: MAX_CREW,
        description: 'Ids of the users who go with the assigned one, instead of those before.',
        examples: [[]],
      }),
    ),
    job_id: Type.Optional(
      idField('job', 'Id of a job of the same customer that the appointment belongs to.'),
    ),
    type: Type.Optional(Type.String(appointmentType)),
    property_id: propertyInput,
    location: Type.Optional(nullableLocation),
    arrival_window: Type.Optional(nullableWindow),
    notes: Type.Optional(nullable({ ...appointmentNotes, examples: ['Ring twice.'] })),
    strict: bookingFields.strict,
    if_updated_at: ifUpdatedAt,
  },
  { example: { starts_at: '2027-03-03T13:00:00-08:00', duration_minutes: 60 } },
);

const etaMinutes = {
  minimum: 0,
  maximum: 1440,
  description: 'In how many minutes the assigned user arrives, from now or from `at`.',
  examples: [25],
};

export const EnRouteBody = closedObject(
  'EnRoute',
  'When the assigned user arrives.',
  {
    eta_minutes: Type.Optional(
      Type.Unsafe<number | null>({ ...etaMinutes, type: ['integer', 'null'] }),
    ),
    if_updated_at: ifUpdatedAt,
    at: doneAt('done'),
  },
  { example: { eta_minutes: 25 } },
);

export const RunningLateBody = closedObject(
  'RunningLate',
  'When the assigned user arrives.',
  {
    eta_minutes: Type.Integer({
      ...etaMinutes,
      description: 'In how many minutes the assigned user arrives, from now.',
    }),
  },
  { example: { eta_minutes: 25 } },
);

export const CancelAppointmentBody = closedObject(
  'CancelAppointment',
  'Why the appointment is canceled.',
  {
    reason: Type.Optional(
      nullable({
        maxLength: TEXT_LIMITS.reason,
        description: 'Reason for the cancellation.',
        examples: ['Customer is on vacation'],
      }),
    ),
    if_updated_at: ifUpdatedAt,
  },
  { example: { reason: 'Customer is on vacation' } },
);

export const MAX_MOVES = 50;
const Move = closedObject('AppointmentMove', 'An appointment, and its new time or user.', {
  appointment_id: idField('appointment', 'Id of the appointment to move.'),
  starts_at: Type.Optional(Type.String(startsAt)),
  duration_minutes: Type.Optional(Type.Integer(duration)),
  assigned_to: newAssignee,
  if_updated_at: ifUpdatedAt,
});

export const MoveAppointmentsBody = closedObject(
  'MoveAppointments',
  'The appointments to move, each once.',
  {
    moves: Type.Array(Move, {
      minItems: 1,
      maxItems: MAX_MOVES,
      description: 'The moves: all of them are made, or none.',
    }),
  },
  {
    example: {
      moves: [
        {
          appointment_id: 'appointment_01h455vb4pex5vsknk084sn02q',
          starts_at: '2027-03-03T13:00:00-08:00',
        },
      ],
    },
  },
);
