import Type, { type Static } from 'typebox';
import {
  createdAt,
  id,
  lifecycleNumber,
  nullable,
  nullableTime,
  time,
  updatedAt,
} from '../../platform/http/fields.ts';
import { STATUSES, type Status } from './appointment.ts';

const idField = (kind: string, description: string) =>
  Type.String({
    maxLength: 100,
    description,
    examples: [`${kind}_01h455vb4pex5vsknk084sn02q`],
  });
const startsAt = {
  format: 'date-time',
  description: 'When it starts, with the offset from UTC.',
  examples: ['2027-03-02T09:00:00-05:00'],
};
const duration = {
  minimum: 5,
  maximum: 1440,
  description: 'How long it takes.',
  examples: [60],
};
const type = {
  maxLength: 64,
  pattern: '^[a-z][a-z0-9_]{0,63}$',
  description: 'The kind of appointment, as a code.',
  examples: ['estimate'],
};
const notes = { maxLength: 10_000, description: 'Free text for whoever goes there.' };
const degrees = (limit: number, description: string) =>
  Type.Optional(
    Type.Number({ minimum: -limit, maximum: limit, description, examples: [limit / 2] }),
  );

export const Location = Type.Object(
  {
    address: Type.Optional(
      Type.String({
        maxLength: 500,
        description: 'Postal address, on one line.',
        examples: ['1418 Alder St, Portland, OR 97205'],
      }),
    ),
    latitude: degrees(90, 'Degrees north.'),
    longitude: degrees(180, 'Degrees east.'),
  },
  {
    additionalProperties: false,
    title: 'Location',
    description: 'Where it takes place.',
    examples: [{ address: '1418 Alder St, Portland, OR 97205' }],
  },
);
export type Location = Static<typeof Location>;

export const ArrivalWindow = Type.Object(
  {
    starts_at: Type.String({ ...startsAt, description: 'The earliest arrival.' }),
    ends_at: Type.String({
      ...startsAt,
      description: 'The latest arrival.',
      examples: ['2027-03-02T11:00:00-05:00'],
    }),
  },
  {
    additionalProperties: false,
    title: 'ArrivalWindow',
    description: 'When the customer was told to expect somebody, apart from the working time.',
    examples: [{ starts_at: '2027-03-02T09:00:00-05:00', ends_at: '2027-03-02T11:00:00-05:00' }],
  },
);

/** A list of types, not a union: the serializer writes it without trying each branch. */
const nullableLocation = Type.Unsafe<Location | null>({
  ...Location,
  type: ['object', 'null'],
  title: undefined,
});
const nullableWindow = Type.Unsafe<Static<typeof ArrivalWindow> | null>({
  ...ArrivalWindow,
  type: ['object', 'null'],
  title: undefined,
});

/** When somebody is to go where, whomever it is for. */
export const visitFields = {
  starts_at: Type.Optional(Type.String(startsAt)),
  duration_minutes: Type.Optional(
    Type.Integer({ ...duration, description: `${duration.description} Default 60.` }),
  ),
  assigned_to: Type.Optional(idField('user', 'Id of the user who goes there.')),
  team_id: Type.Optional(
    idField(
      'team',
      'Id of a team instead: the free member with the least to do that day goes there.',
    ),
  ),
  service: Type.Optional(
    Type.String({
      ...type,
      description: 'The skill it takes: with a team only members who have it are chosen.',
      examples: ['water_heater_repair'],
    }),
  ),
  type: Type.Optional(
    Type.String({
      ...type,
      description: `${type.description} Default \`estimate\`, and \`job\` for a job.`,
    }),
  ),
  location: Type.Optional(nullableLocation),
  arrival_window: Type.Optional(nullableWindow),
  notes: Type.Optional(nullable({ ...notes, examples: ['Ring twice.'] })),
  strict: Type.Optional(
    Type.Boolean({
      description:
        'true: refuse what would only be warned of (in the past, outside working hours …).',
      examples: [false],
    }),
  ),
};

/** What a booking and a hold have in common. */
const bookingFields = {
  lead_id: Type.Optional(idField('lead', 'Id of the lead it is for.')),
  customer_id: Type.Optional(
    idField('customer', 'Id of the customer it is for, instead of a lead.'),
  ),
  job_id: Type.Optional(idField('job', 'Id of the job it belongs to, instead of either.')),
  lifecycle_number: Type.Optional(
    Type.String({
      maxLength: 20,
      description: 'The number of the lead it is for, instead of an id.',
      examples: ['100042-7'],
    }),
  ),
  ...visitFields,
};

export const BookAppointmentBody = Type.Object(
  {
    ...bookingFields,
    hold_id: Type.Optional(
      idField('hold', 'Id of a hold to take over; it says all that is left out.'),
    ),
  },
  {
    additionalProperties: false,
    title: 'BookAppointment',
    description:
      'Whom it is for (`lead_id` or `customer_id`) and `starts_at`, or the `hold_id` that says both.',
  },
);
export type BookAppointmentBody = Static<typeof BookAppointmentBody>;

export const HoldAppointmentBody = Type.Object(
  {
    ...bookingFields,
    ttl_seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 900,
        description: 'How long it is held. Default 300.',
        examples: [300],
      }),
    ),
  },
  {
    additionalProperties: false,
    title: 'HoldAppointment',
    description:
      'Whom it is for (`lead_id` or `customer_id`), `starts_at` and whose time it takes.',
  },
);

export const UpdateAppointmentBody = Type.Object(
  {
    starts_at: Type.Optional(Type.String(startsAt)),
    duration_minutes: Type.Optional(Type.Integer(duration)),
    assigned_to: Type.Optional(
      nullable({
        maxLength: 100,
        description: 'Id of the user who goes there; null puts it back into the tray.',
        examples: [null],
      }),
    ),
    type: Type.Optional(Type.String(type)),
    location: Type.Optional(nullableLocation),
    arrival_window: Type.Optional(nullableWindow),
    notes: Type.Optional(nullable({ ...notes, examples: ['Ring twice.'] })),
    strict: bookingFields.strict,
  },
  {
    additionalProperties: false,
    title: 'UpdateAppointment',
    description: 'What is to change; null empties a field, what is left out stays.',
  },
);

export const CancelAppointmentBody = Type.Object(
  {
    reason: Type.Optional(
      nullable({ maxLength: 500, description: 'Why.', examples: ['Customer is away'] }),
    ),
  },
  { additionalProperties: false, title: 'CancelAppointment', description: 'Why it is canceled.' },
);

export const Warning = Type.Object(
  {
    code: Type.Unsafe<WarningCode>({
      type: 'string',
      enum: [
        'in_the_past',
        'outside_working_hours',
        'time_off',
        'minimum_notice',
        'beyond_horizon',
        'skill_missing',
      ],
      description: 'What is unusual about it.',
      examples: ['outside_working_hours'],
    }),
    detail: Type.String({
      description: 'The same for a person.',
      examples: ['Rosa Delgado does not work at that time.'],
    }),
  },
  {
    additionalProperties: false,
    title: 'AppointmentWarning',
    description: 'Something to look at.',
  },
);
export type WarningCode =
  | 'in_the_past'
  | 'outside_working_hours'
  | 'time_off'
  | 'minimum_notice'
  | 'beyond_horizon'
  | 'skill_missing';
export type Warning = Static<typeof Warning>;

export const Appointment = Type.Object(
  {
    appointment_id: id('appointment', 'Id of the appointment.'),
    hold_id: Type.Optional(id('hold', 'Id to take the hold over with; only while it is held.')),
    lifecycle_number: lifecycleNumber,
    lead_id: id('lead', 'Id of the lead it is for.'),
    customer_id: nullable({
      description: 'Id of the customer it is for, if the lead has become one.',
      examples: [null],
    }),
    job_id: nullable({ description: 'Id of the job it belongs to.', examples: [null] }),
    contact: Type.Object(
      {
        name: nullable({ description: 'Name of the contact.', examples: ['Dana Whitfield'] }),
        phone: nullable({ description: 'Phone number in E.164.', examples: ['+14155550134'] }),
        email: nullable({ description: 'E-mail address.', examples: ['dana@example.com'] }),
      },
      {
        additionalProperties: false,
        description: 'Whom to meet there.',
        examples: [{ name: 'Dana Whitfield', phone: '+14155550134', email: null }],
      },
    ),
    starts_at: time('When it starts.'),
    ends_at: time('When it ends.'),
    duration_minutes: Type.Integer({ description: 'How long it takes.', examples: [60] }),
    time_zone: Type.String({
      description: 'The time zone of who goes there, or else of the organization.',
      examples: ['America/Los_Angeles'],
    }),
    arrival_window: nullableWindow,
    assigned_to: nullable({
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
    team_id: nullable({ description: 'Id of the team it was booked with.', examples: [null] }),
    type: Type.String(type),
    location: nullableLocation,
    notes: nullable({ ...notes, examples: [null] }),
    status: Type.Unsafe<Status>({
      type: 'string',
      enum: [...STATUSES],
      description: 'Where it stands.',
      examples: ['booked'],
    }),
    hold_expires_at: nullableTime('When the hold lapses; null unless it was held.'),
    confirmed_at: nullableTime('When it was confirmed.'),
    dispatched_at: nullableTime('When it was dispatched.'),
    en_route_at: nullableTime('When somebody set out.'),
    started_at: nullableTime('When the work began.'),
    completed_at: nullableTime('When the work was done.'),
    no_show_at: nullableTime('When nobody was there.'),
    canceled_at: nullableTime('When it was canceled.'),
    cancel_reason: nullable({ description: 'Why it was canceled.', examples: [null] }),
    warnings: Type.Array(Warning, {
      description: 'What was unusual when it was booked or last moved; empty when it is only read.',
      examples: [[]],
    }),
    created_at: createdAt,
    updated_at: updatedAt,
  },
  { additionalProperties: false, title: 'Appointment', description: 'An appointment.' },
);
export type Appointment = Static<typeof Appointment>;
