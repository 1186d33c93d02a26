import Type, { type Static } from 'typebox';
import { ConsentBody } from '../../domain/consent-schema.ts';
import { idField } from '../../domain/id-field.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import * as field from '../../platform/http/fields.ts';
import { Appointment, Slot, visitFields } from '../calendar/index.ts';
import { CaptureLeadBody, Lead } from '../leads/index.ts';
import { MAX_QUESTIONS } from '../services/index.ts';

const lead = CaptureLeadBody.properties;
const visit = visitFields;

const Contact = field.closedObject(
  'BookingContact',
  'The person to visit. A phone number or an email address is needed.',
  {
    name: lead.name,
    phone: lead.phone,
    email: lead.email,
    address: lead.address,
    language: lead.language,
  },
);

/** `true` and `false` are answers to questions with yes or no. */
export type Answer = string | boolean;

export const CreateBookingBody = field.closedObject(
  'CreateBooking',
  'A booking needs a `contact`, and `service` and `starts_at` or the `hold_id` of a hold.',
  {
    service: visit.service,
    starts_at: visit.starts_at,
    postal_code: visit.postal_code,
    location: visit.location,
    arrival_window: visit.arrival_window,
    hold_id: Type.Optional(idField('hold', 'Id of a hold to book.')),
    assigned_to: Type.Optional(
      idField(
        'user',
        'Id of the user who goes. Default: anyone who is free, can do it and works there.',
      ),
    ),
    crew: visit.crew,
    contact: Contact,
    answers: Type.Optional(
      Type.Unsafe<Record<string, Answer>>({
        type: 'object',
        maxProperties: MAX_QUESTIONS,
        additionalProperties: { type: ['string', 'boolean'], maxLength: TEXT_LIMITS.reason },
        description: 'Answers to the questions of the service, by their keys.',
        examples: [{ fuel: 'Gas', stairs: false }],
      }),
    ),
    notes: visit.notes,
    consent: Type.Optional(ConsentBody),
    source: Type.Optional(
      field.nullable({
        maxLength: TEXT_LIMITS.source,
        description: 'Where the booking came from. Default `booking`.',
        examples: ['voice_agent'],
      }),
    ),
    source_ref: lead.source_ref,
    metadata: lead.metadata,
    attribution: lead.attribution,
    capture_if_taken: Type.Optional(
      Type.Boolean({
        description: 'Set to true to keep the lead if the time is no longer open.',
        examples: [true],
      }),
    ),
  },
  {
    anyOf: ['service', 'hold_id'],
    example: {
      service: 'water_heater_repair',
      starts_at: '2027-03-02T09:00:00-08:00',
      postal_code: '97205',
      contact: { name: 'Dana Whitfield', phone: '+14155550134' },
      capture_if_taken: true,
    },
  },
);
export type CreateBookingBody = Static<typeof CreateBookingBody>;

export const Booking = field.closedObject('Booking', 'The lead, and its appointment.', {
  lead: Lead,
  appointment: Type.Unsafe<Static<typeof Appointment> | null>({
    anyOf: [Appointment, { type: 'null' }],
    description: 'The appointment; null if the time was no longer open and only the lead was kept.',
  }),
  alternatives: Type.Array(Slot, {
    description: 'The nearest open slots, if the time was no longer open.',
  }),
});
export type Booking = Static<typeof Booking>;
