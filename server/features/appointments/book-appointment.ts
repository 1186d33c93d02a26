import { BOOKING_PROBLEMS } from '../../domain/problems.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import {
  Appointment,
  BookAppointmentBody,
  type Booking,
  bookingErrors,
  bookingRefusals,
  bookVisit,
  findVisitTarget,
  type LockOpenJob,
  readBookingAt,
  takeOverHold,
  timeErrors,
  toAppointment,
  type VisitTarget,
  withDefaultService,
} from '../calendar/index.ts';

export const bookAppointment = (lockOpenJob: LockOpenJob) =>
  mutation({
    id: 'bookAppointment',
    method: 'POST',
    path: '/v1/appointments',
    tag: 'Appointments',
    resource: 'appointment',
    scopes: ['appointments:write', 'appointments:own'],
    summary: 'Book an appointment',
    description:
      'Books an appointment for a lead, a customer or a job. Assign it to a user with `assigned_to`. With `team_id`, it is assigned to the free member with the least work that day. Without either, it is unassigned and goes to the tray. If the time is taken, the request fails with `slot_taken` and lists the three nearest open slots. An unusual time, such as one in the past or outside working hours, is booked and listed in `warnings`; `strict` refuses it instead. To book a hold, send its `hold_id`.',
    body: BookAppointmentBody,
    ignoresEmpty: true,
    responses: creates(Appointment, 'The appointment.'),
    problems: [
      ...BOOKING_PROBLEMS,
      'hold_lapsed',
      'hold_taken',
      'job_over',
      'lead_deleted',
      'lead_merged',
      'person_erased',
    ],
    undo: 'cancelAppointment',
    check: (body) => ({
      errors: body.hold_id === undefined ? bookingErrors(body) : timeErrors(body),
    }),
    refusals: bookingRefusals,
    async run(tx, { body: { hold_id, ...booking } }) {
      const { row, warnings } =
        hold_id === undefined
          ? await bookAt(tx, booking, await findVisitTarget(tx, booking, lockOpenJob))
          : await takeOverHold(tx, hold_id, booking, lockOpenJob);
      return { status: 201, body: toAppointment(row, tx.now, warnings) };
    },
  });

async function bookAt(tx: Tx, booking: Booking, target: VisitTarget) {
  const complete = await withDefaultService(tx, booking);
  return bookVisit(tx, target, await readBookingAt(tx, complete, target));
}
