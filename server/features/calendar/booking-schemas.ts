import Type, { type Static } from 'typebox';
import { idField } from '../../domain/id-field.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { closedObject, nullable } from '../../platform/http/fields.ts';
import {
  appointmentNotes,
  appointmentType,
  nullableLocation,
  nullableWindow,
  startsAt,
} from './visit-schemas.ts';

const duration = {
  minimum: 5,
  maximum: 1440,
  description: 'How long it takes.',
  examples: [60],
};

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
      ...appointmentType,
      description: 'The skill it takes: with a team only members who have it are chosen.',
      examples: ['water_heater_repair'],
    }),
  ),
  type: Type.Optional(
    Type.String({
      ...appointmentType,
      description: `${appointmentType.description} Default \`estimate\`, and \`job\` for a job.`,
    }),
  ),
  location: Type.Optional(nullableLocation),
  arrival_window: Type.Optional(nullableWindow),
  notes: Type.Optional(nullable({ ...appointmentNotes, examples: ['Ring twice.'] })),
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
      maxLength: TEXT_LIMITS.lifecycleNumber,
      description: 'The number of the lead it is for, instead of an id.',
      examples: ['100042-7'],
    }),
  ),
  ...visitFields,
};

export const BookAppointmentBody = closedObject(
  'BookAppointment',
  'Whom it is for (`lead_id` or `customer_id`) and `starts_at`, or the `hold_id` that says both.',
  {
    ...bookingFields,
    hold_id: Type.Optional(
      idField('hold', 'Id of a hold to take over; it says all that is left out.'),
    ),
  },
);
export type BookAppointmentBody = Static<typeof BookAppointmentBody>;

export const HoldAppointmentBody = closedObject(
  'HoldAppointment',
  'Whom it is for (`lead_id` or `customer_id`), `starts_at` and whose time it takes.',
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
);

export const UpdateAppointmentBody = closedObject(
  'UpdateAppointment',
  'What is to change; null empties a field, what is left out stays.',
  {
    starts_at: Type.Optional(Type.String(startsAt)),
    duration_minutes: Type.Optional(Type.Integer(duration)),
    assigned_to: Type.Optional(
      nullable({
        maxLength: TEXT_LIMITS.id,
        description: 'Id of the user who goes there; null puts it back into the tray.',
        examples: [null],
      }),
    ),
    type: Type.Optional(Type.String(appointmentType)),
    location: Type.Optional(nullableLocation),
    arrival_window: Type.Optional(nullableWindow),
    notes: Type.Optional(nullable({ ...appointmentNotes, examples: ['Ring twice.'] })),
    strict: bookingFields.strict,
  },
);

export const CancelAppointmentBody = closedObject('CancelAppointment', 'Why it is canceled.', {
  reason: Type.Optional(
    nullable({
      maxLength: TEXT_LIMITS.reason,
      description: 'Why.',
      examples: ['Customer is away'],
    }),
  ),
});
