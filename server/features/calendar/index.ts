export { slotTaken } from './alternatives.ts';
export {
  allowedSteps,
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
  type AppointmentRow,
  FULL_COLUMNS,
  type FullAppointment,
  findAppointment,
  lockAppointment,
  lockCalendars,
  newestAppointments,
  peopleOf,
  SURROUNDINGS,
  saveAppointment,
  toAppointment,
} from './appointment-queries.ts';
export {
  Appointment,
  BookAppointmentBody,
  CancelAppointmentBody,
  type Location,
  UpdateAppointmentBody,
  visitFields,
} from './appointment-schemas.ts';
export { type Asked, openSlots } from './availability.ts';
export { dayOf, isFree, type Wanted, warningsOf } from './booking.ts';
export {
  arrivalOf,
  type Booking,
  bookingErrors,
  readBooking,
  timeErrors,
  userIdOf,
  visitErrors,
} from './booking-body.ts';
export {
  type Calendar,
  type Calendars,
  readCalendars,
  type Scheduling,
  shiftsOf,
  type Whose,
} from './calendars.ts';
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
export { holdAppointment } from './hold-appointment.ts';
export { emitEnded, endLapsedHolds } from './lapsed-holds.ts';
export { bookingRefused, bookVisit } from './place-appointment.ts';
export { readAvailability } from './read-availability.ts';
export type { Busy, TeamSlot } from './slots.ts';
export { takeOverHold } from './take-over-hold.ts';
export { findVisitTarget, type LockOpenJob } from './visit-target.ts';
