import { mutation } from '../../platform/http/operation.ts';
import { enqueue } from '../../platform/tasks/enqueue.ts';
import { Appointment, HoldAppointmentBody } from './appointment-schemas.ts';
import { bookingErrors, knownId } from './booking-body.ts';
import { endHold } from './end-hold.task.ts';
import { appointmentHeld } from './events.ts';
import { placeAppointment, placeRefusals } from './place-appointment.ts';

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
  async run(tx, { body: { ttl_seconds, ...booking } }) {
    const ttlMs = (ttl_seconds ?? DEFAULT_TTL_SECONDS) * 1000;
    const startAfter = new Date(tx.now.getTime() + ttlMs);
    const as = { status: 'held', hold_expires_at: startAfter } as const;
    const answer = await placeAppointment(tx, booking, as, appointmentHeld);
    const { hold_id } = answer.body as { hold_id: string };
    enqueue(tx, endHold, { hold_id: knownId('hold', hold_id) }, { startAfter });
    return answer;
  },
});
