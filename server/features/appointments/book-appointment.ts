import { mutation } from '../../platform/http/operation.ts';
import {
  Appointment,
  BookAppointmentBody,
  bookingErrors,
  bookingRefused,
  bookVisit,
  findVisitTarget,
  type LockOpenJob,
  readBooking,
  takeOverHold,
  timeErrors,
  toAppointment,
} from '../calendar/index.ts';

export const bookAppointment = (lockOpenJob: LockOpenJob) =>
  mutation({
    id: 'bookAppointment',
    method: 'POST',
    path: '/v1/appointments',
    tag: 'Appointments',
    resource: 'appointment',
    scopes: ['appointments:write'],
    problems: [
      'beyond_horizon',
      'hold_lapsed',
      'hold_taken',
      'in_the_past',
      'job_over',
      'lead_deleted',
      'lead_merged',
      'minimum_notice',
      'outside_working_hours',
      'skill_missing',
      'slot_taken',
      'time_off',
    ],
    summary: 'Book an appointment',
    description:
      'Books a time for a lead or a customer with a user, with the free member of a team who has the least to do that day, or unassigned, which puts it into the tray. A time that is taken is refused as `slot_taken` with the three nearest open alternatives. What is only unusual (outside working hours, in the past) is booked and told in `warnings`; `strict` refuses it. With `hold_id` a hold is taken over.',
    body: BookAppointmentBody,
    answers: { 201: { description: 'The appointment.', body: Appointment } },
    check: (body) => ({
      errors: body.hold_id === undefined ? bookingErrors(body) : timeErrors(body),
    }),
    refusals: { appointment_no_overlap: (tx, { body }) => bookingRefused(tx, body) },
    async run(tx, { body: { hold_id, ...booking } }) {
      const { row, warnings } =
        hold_id === undefined
          ? await bookVisit(
              tx,
              await findVisitTarget(tx, booking, lockOpenJob),
              readBooking(booking),
            )
          : await takeOverHold(tx, hold_id, booking, lockOpenJob);
      return { status: 201, body: toAppointment(row, tx.now, warnings) };
    },
  });
