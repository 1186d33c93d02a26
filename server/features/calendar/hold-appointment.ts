import { BOOKING_PROBLEMS } from '../../domain/problems.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { enqueue } from '../../platform/tasks/enqueue.ts';
import { toAppointment } from './appointment-row.ts';
import { Appointment } from './appointment-schemas.ts';
import {
  anyoneUnlessNamed,
  type Booking,
  findNeed,
  hasTarget,
  holdErrors,
  outsideArea,
  readBooking,
  toVisitRequest,
} from './booking-body.ts';
import { HoldAppointmentBody } from './booking-schemas.ts';
import { endHold } from './end-hold.task.ts';
import { appointmentHeld } from './events.ts';
import {
  bookingRefusals,
  type HeldUntil,
  insertVisit,
  lockPlace,
  type Placed,
  placeAppointment,
  takePlace,
} from './place-appointment.ts';
import { findVisitTarget, type LockOpenJob, withDefaultService } from './visit-target.ts';

const DEFAULT_TTL_SECONDS = 300;

/**
 * Without a lead. Unless a user or a team is named, anyone who works in the area can be the one: then, as in bookings for new
 * contacts, only an open slot is taken, because the hold is booked without looking again. Who names a user knows better.
 */
async function holdForAnyone(tx: Tx, booking: Booking, as: HeldUntil): Promise<Placed> {
  const { requested, isOutside } = await findNeed(tx, booking);
  const assignee = anyoneUnlessNamed(booking);
  if (isOutside && 'everyone' in assignee) throw outsideArea();
  const isStrict = booking.strict ?? !('assignedTo' in assignee);
  const visit = { ...toVisitRequest(booking, requested), assignee, isStrict };
  const taken = await takePlace(tx, visit, await lockPlace(tx, visit), null);
  return insertVisit(tx, { lead: null, jobId: null }, visit, taken, as, appointmentHeld);
}

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
      'Reserves a time for at most 15 minutes, for a lead or for no one yet: then `service` and `postal_code` find who can take it. Like a booking, a hold blocks the time for everyone else. To book it, send its `hold_id` to `POST /v1/appointments` or `POST /v1/bookings`. Otherwise it expires automatically, to the second.',
    body: HoldAppointmentBody,
    responses: creates(Appointment, 'The hold.'),
    problems: [
      ...BOOKING_PROBLEMS,
      'lead_deleted',
      'lead_merged',
      'job_over',
      'person_erased',
      'outside_area',
    ],
    undo: 'cancelAppointment',
    check: (body) => ({ errors: holdErrors(body) }),
    refusals: bookingRefusals,
    async run(tx, { body: { ttl_seconds, ...booking } }) {
      const ttlMs = (ttl_seconds ?? DEFAULT_TTL_SECONDS) * 1000;
      const startAfter = new Date(tx.now.getTime() + ttlMs);
      const as = { status: 'held', hold_expires_at: startAfter } as const;
      const { row, warnings } = hasTarget(booking)
        ? await placeAppointment(
            tx,
            await findVisitTarget(tx, booking, lockOpenJob),
            await readBooking(tx, await withDefaultService(tx, booking)),
            as,
            appointmentHeld,
          )
        : await holdForAnyone(tx, booking, as);
      enqueue(tx, endHold, { hold_id: row.appointment_id }, { startAfter });
      return { status: 201, body: toAppointment(row, tx.now, warnings) };
    },
  });
