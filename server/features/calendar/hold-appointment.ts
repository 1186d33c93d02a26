import { BOOKING_PROBLEMS } from '../../domain/problems.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { enqueue } from '../../platform/tasks/enqueue.ts';
import { toAppointment } from './appointment-row.ts';
import { Appointment } from './appointment-schemas.ts';
import { bookingErrors, readBooking } from './booking-body.ts';
import { HoldAppointmentBody } from './booking-schemas.ts';
import { endHold } from './end-hold.task.ts';
import { appointmentHeld } from './events.ts';
import { bookingRefused, placeAppointment } from './place-appointment.ts';
import { findVisitTarget, type LockOpenJob } from './visit-target.ts';

const DEFAULT_TTL_SECONDS = 300;

export const holdAppointment = (lockOpenJob: LockOpenJob) =>
  mutation({
    id: 'holdAppointment',
    method: 'POST',
    path: '/v1/appointments/holds',
    tag: 'Appointments',
    resource: 'appointment',
    scopes: ['appointments:write'],
    summary: 'Hold a slot',
    description:
      'Reserves a time for at most 15 minutes. Like a booking, a hold blocks the time for everyone else. To book it, send its `hold_id` to `POST /v1/appointments`. Otherwise it expires automatically, to the second.',
    body: HoldAppointmentBody,
    responses: creates(Appointment, 'The hold.'),
    problems: [...BOOKING_PROBLEMS, 'lead_deleted', 'lead_merged', 'job_over', 'person_erased'],
    undo: 'cancelAppointment',
    check: (body) => ({ errors: bookingErrors(body) }),
    refusals: { appointment_no_overlap: (tx, { body }) => bookingRefused(tx, body) },
    async run(tx, { body: { ttl_seconds, ...booking } }) {
      const ttlMs = (ttl_seconds ?? DEFAULT_TTL_SECONDS) * 1000;
      const startAfter = new Date(tx.now.getTime() + ttlMs);
      const as = { status: 'held', hold_expires_at: startAfter } as const;
      const target = await findVisitTarget(tx, booking, lockOpenJob);
      const visit = readBooking(booking);
      const { row, warnings } = await placeAppointment(tx, target, visit, as, appointmentHeld);
      enqueue(tx, endHold, { hold_id: row.appointment_id }, { startAfter });
      return { status: 201, body: toAppointment(row, tx.now, warnings) };
    },
  });
