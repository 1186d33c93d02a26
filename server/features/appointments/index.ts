export { isLapsed, LIVE } from './appointment.ts';
export {
  cancelAppointment,
  completeAppointment,
  confirmAppointment,
  dispatchAppointment,
  markNoShow,
  setOutForAppointment,
  startAppointment,
} from './appointment-steps.ts';
export { bookAppointment } from './book-appointment.ts';
export { dayOf, isFree, type Wanted, warningsOf } from './booking.ts';
export { type Booking, visitErrors } from './booking-body.ts';
export { endHold } from './end-hold.task.ts';
export * as appointmentEvents from './events.ts';
export { holdAppointment } from './hold-appointment.ts';
export { listAppointments } from './list-appointments.ts';
export { bookingRefused, placeAppointment } from './place-appointment.ts';
export {
  FULL_COLUMNS,
  type FullAppointment,
  findAppointment,
  lockCalendars,
  newestAppointments,
  SURROUNDINGS,
  toAppointment,
} from './queries.ts';
export { readAppointment } from './read-appointment.ts';
export { Appointment, type Location, visitFields } from './schemas.ts';
export { cancelAppointmentsOfJob, completeAppointmentsOfJob } from './settle-of-job.ts';
export { updateAppointment } from './update-appointment.ts';
