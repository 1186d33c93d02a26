export { slotTaken } from './alternatives.ts';
export {
  assertAllowed,
  isAllowed,
  isLapsed,
  LIVE,
  STATUSES,
  STEPS,
  type Status,
  type Step,
  WAITING,
} from './appointment.ts';
export {
  FULL_COLUMNS,
  findAppointment,
  lockAppointment,
  newestAppointments,
  SURROUNDINGS,
  saveAppointment,
} from './appointment-queries.ts';
export { type AppointmentRow, type FullAppointment, toAppointment } from './appointment-row.ts';
export { Appointment } from './appointment-schemas.ts';
export { type Asked, openSlots } from './availability.ts';
export { dayOf, isFree, type Wanted, warningsOf } from './booking.ts';
export {
  type Booking,
  bookingErrors,
  readBooking,
  saidOf,
  timeErrors,
  userIdOf,
  visitErrors,
} from './booking-body.ts';
export {
  BookAppointmentBody,
  CancelAppointmentBody,
  UpdateAppointmentBody,
  visitFields,
} from './booking-schemas.ts';
export {
  type Calendar,
  type Calendars,
  type PersonRow,
  readCalendars,
  type Scheduling,
  shiftsOf,
  toCalendar,
  type Whose,
} from './calendars.ts';
export { changeAppointment, emitAppointmentChange, revised } from './change-appointment.ts';
export { endHold } from './end-hold.task.ts';
export * as appointmentEvents from './events.ts';
export {
  appointmentAssigned,
  appointmentBooked,
  appointmentCanceled,
  appointmentCompleted,
  appointmentConfirmed,
  appointmentDispatched,
  appointmentEnRoute,
  appointmentNoShow,
  appointmentRescheduled,
  appointmentStarted,
  appointmentUpdated,
} from './events.ts';
export { findPlace, lookAround } from './find-place.ts';
export { getAvailability } from './get-availability.ts';
export { holdAppointment } from './hold-appointment.ts';
export { gapsBetween, within } from './intervals.ts';
export { emitEnded, endLapsedHolds } from './lapsed-holds.ts';
export { lockCalendars, peopleOf } from './lock-calendars.ts';
export { bookingRefused, bookVisit } from './place-appointment.ts';
export type { Busy, TeamSlot } from './slots.ts';
export { takeOverHold } from './take-over-hold.ts';
export type { Location } from './visit-schemas.ts';
export { findVisitTarget, type LockOpenJob } from './visit-target.ts';
