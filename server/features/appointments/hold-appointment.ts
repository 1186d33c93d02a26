import { mutation } from '../../platform/http/operation.ts';
import { bookingErrors } from './booking-body.ts';
import { appointmentHeld } from './events.ts';
import { placeAppointment, placeRefusals } from './place-appointment.ts';
import { Appointment, HoldAppointmentBody } from './schemas.ts';

const DEFAULT_TTL_SECONDS = 300;

export const holdAppointment = mutation({
  id: 'holdAppointment',
  method: 'POST',
  path: '/v1/appointments/holds',
  tag: 'Appointments',
  resource: 'appointment',
  scopes: ['appointments:write'],
  summary: 'Hold a time',
  description:
    'Reserves a time for at most 15 minutes, as real as a booking: nobody else gets it. `POST /v1/appointments` with its `hold_id` takes it over; otherwise it ends by itself, to the second.',
  body: HoldAppointmentBody,
  answers: { 201: { description: 'The hold.', body: Appointment } },
  check: (body) => ({ errors: bookingErrors(body) }),
  refusals: placeRefusals,
  run(tx, { body: { ttl_seconds, ...booking } }) {
    const ttlMs = (ttl_seconds ?? DEFAULT_TTL_SECONDS) * 1000;
    const hold_expires_at = new Date(tx.now.getTime() + ttlMs);
    return placeAppointment(tx, booking, { status: 'held', hold_expires_at }, appointmentHeld);
  },
});
