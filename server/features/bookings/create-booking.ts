import { BOOKING_PROBLEMS } from '../../domain/problems.ts';
import type { FieldError } from '../../platform/errors.ts';
import { mutation } from '../../platform/http/operation.ts';
import { isObject } from '../../platform/is-object.ts';
import { crewErrors, placeRefusals, timeErrors, visitErrors } from '../calendar/index.ts';
import { checkCapture } from '../leads/index.ts';
import { book, describeRequest } from './book.ts';
import { Booking, CreateBookingBody } from './schemas.ts';

export const createBooking = mutation({
  id: 'createBooking',
  method: 'POST',
  path: '/v1/bookings',
  tag: 'Appointments',
  resource: 'booking',
  scopes: ['appointments:write'],
  alsoNeeds: [['leads:write']],
  summary: 'Book a visit for a new contact',
  description:
    'Captures a lead and books its visit at once, all or nothing. A user who is free, has the skills and works in the area gets it. Only open slots can be booked: otherwise it fails with the nearest ones, and `capture_if_taken` keeps the lead. The same `source_ref` again returns what it has booked; if its lead has no visit yet, that lead is booked, or the one it was merged into.',
  body: CreateBookingBody,
  responses: {
    201: { description: 'The lead and its appointment.', body: Booking },
    200: { description: 'What this source has already booked.', body: Booking },
  },
  problems: [
    ...BOOKING_PROBLEMS,
    'lead_deleted',
    'lead_merged',
    'lead_not_actionable',
    'outside_area',
    'hold_lapsed',
    'hold_taken',
  ],
  undo: 'cancelAppointment',
  check: (body, caller) => checkBooking(body, caller.country),
  refusals: placeRefusals((tx, { body }: { body: CreateBookingBody }) => describeRequest(tx, body)),
  async run(tx, { body, caller }) {
    const { isNew, booking } = await book(tx, body, { ...caller, isPublic: false });
    return isNew ? { status: 201, body: booking } : { status: 200, body: booking };
  },
});

export function checkBooking(body: Record<string, unknown>, country: string) {
  const { hold_id, contact, service } = body;
  const isTimed = hold_id === undefined || body.starts_at !== undefined;
  const captured = checkCapture(
    { ...(isObject(contact) ? contact : {}), service_needed: service ?? 'held' },
    country,
  );
  const errors: FieldError[] = [
    ...(isTimed ? visitErrors(body) : [...timeErrors(body), ...crewErrors(body)]),
    ...(hold_id === undefined ? serviceErrors(body) : []),
    ...captured.errors.map((error) => ({ ...error, pointer: `/contact${error.pointer}` })),
  ];
  return { ...captured, errors };
}

function serviceErrors({ service }: Record<string, unknown>): FieldError[] {
  if (service !== undefined) return [];
  const detail = 'The field service is missing. Add the code of the service that is booked.';
  return [{ pointer: '/service', code: 'required', detail }];
}
