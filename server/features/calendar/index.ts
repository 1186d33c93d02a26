export {
  capacityReached,
  findAlternatives,
  isPlaceRefused,
  placeRefusals,
  slotTaken,
} from './alternatives.ts';
export {
  allowedSteps,
  assertAllowed,
  CAN_BE_UNASSIGNED,
  HOLD_LAPSED,
  isAllowed,
  isLapsed,
  isToCome,
  LIVE,
  STATUSES,
  STEPS,
  type Status,
  type Step,
  statusBefore,
  stepOf,
  TO_COME,
} from './appointment.ts';
export {
  FULL_COLUMNS,
  findAppointment,
  findAppointments,
  lockAppointment,
  lockAppointments,
  newestAppointments,
  RELATED_JOINS,
  saveAppointment,
} from './appointment-queries.ts';
export {
  type AppointmentRow,
  bufferMsOf,
  type FullAppointment,
  isForSomeone,
  toAppointment,
} from './appointment-row.ts';
export { Appointment, Warning as AppointmentWarning } from './appointment-schemas.ts';
export {
  appointmentTimerReaction,
  type ChangedAppointment,
  lockTimesOfAppointment,
  tryToLockTimesOfAppointment,
} from './appointment-timers.ts';
export { findArrivalWindowRule, isWindow, windowFor } from './arrival-window.ts';
export { type AvailabilityRequest, onlyStarts, openSlots } from './availability.ts';
export { Slot } from './availability-schemas.ts';
export {
  bufferOf,
  dayOf,
  isFree,
  missingSkills,
  type Need,
  NO_NEED,
  type RequestedPlace,
  type RequestedSlot,
  warningsOf,
  without,
} from './booking.ts';
export {
  anyoneUnlessNamed,
  type Booking,
  bookingErrors,
  crewErrors,
  detailsOf,
  findNeed,
  lengthErrors,
  outsideArea,
  readBooking,
  repeatedErrors,
  timeErrors,
  toVisitRequest,
  userIdOf,
  type VisitRequest,
  visitErrors,
} from './booking-body.ts';
export {
  BookAppointmentBody,
  CancelAppointmentBody,
  EnRouteBody,
  MoveAppointmentsBody,
  RunningLateBody,
  StepBody,
  UpdateAppointmentBody,
  visitFields,
  WorkStepBody,
} from './booking-schemas.ts';
export {
  type Calendar,
  type CalendarOwners,
  type Calendars,
  kindOf,
  type PersonRow,
  readCalendars,
  type Scheduling,
  shiftsOf,
  toCalendar,
} from './calendars.ts';
export { changeAppointment, emitAppointmentChange, revised } from './change-appointment.ts';
export { assertUnchanged, type Known, knownBy } from './changed-meanwhile.ts';
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
  appointmentHeld,
  appointmentNoShow,
  appointmentRescheduled,
  appointmentReviewed,
  appointmentRunningLate,
  appointmentStarted,
  appointmentStepUndone,
  appointmentUpdated,
} from './events.ts';
export { assertFree, calendarOwnersOf, findPlace, lockAndReadCalendars } from './find-place.ts';
export { getAvailability } from './get-availability.ts';
export { holdAppointment } from './hold-appointment.ts';
export { gapsBetween, within } from './intervals.ts';
export { emitHoldsEnded, endLapsedHolds } from './lapsed-holds.ts';
export { assigneeIdsOf, lockCalendars, peopleOf } from './lock-calendars.ts';
export { openAppointmentIds } from './open-appointments.ts';
export {
  BOOKED,
  bookingRefusals,
  bookVisit,
  describeBooking,
  findOpenPlace,
  insertVisit,
  lockPlace,
  makeRoom,
  type Placed,
  type TakenPlace,
  takeCapacity,
} from './place-appointment.ts';
export { type Busy, findSlots, type TeamSlot } from './slots.ts';
export { comingVisits, strandVisits } from './strand-visits.ts';
export {
  assertHeld,
  assertSame,
  bookHeld,
  findHold,
  lockHold,
  newAreaOf,
  takeOverHold,
} from './take-over-hold.ts';
export {
  type RoutedPlace,
  saveTravelTimes,
  type TravelTime,
  unknownWays,
} from './travel-times.ts';
export { areaOfChange, newPropertyOf, readBookingAt } from './visit-at-property.ts';
export { type Location, nullableLocation, postalCode } from './visit-schemas.ts';
export {
  findVisitTarget,
  type LockOpenJob,
  type VisitTarget,
  withDefaultService,
} from './visit-target.ts';
