export {
  cancelAppointment,
  cancelByCustomer,
  completeAppointment,
  confirmAppointment,
  dispatchAppointment,
  markAppointmentNoShow,
  startAppointment,
} from './appointment-steps.ts';
export { bookAppointment } from './book-appointment.ts';
export { changeVisits } from './change-visits.ts';
export { getAppointment } from './get-appointment.ts';
export { inMove, pointedTo } from './in-move.ts';
export { listAppointments } from './list-appointments.ts';
export { listAppointmentRows } from './list-appointments-query.ts';
export { markAppointmentEnRoute } from './mark-appointment-en-route.ts';
export { markAppointmentRunningLate } from './mark-appointment-running-late.ts';
export { moveAppointments } from './move-appointments.ts';
export { moveBeyondCapacity, moveRefused } from './move-refused.ts';
export { confirmVisit, findNextVisit, type NextVisit } from './next-visit.ts';
export { type FoundNextVisit, nextVisitsOf } from './next-visits.ts';
export { findOtherTimes, moveTo, openMoves } from './open-moves.ts';
export type { VisitChange } from './plan-change.ts';
export { canReview, type Review, reviewVisit } from './review-visit.ts';
export { cancelAppointmentsOfJob, completeAppointmentsOfJob } from './settle-of-job.ts';
export { undoAppointmentStep } from './undo-appointment-step.ts';
export { CHANGE_PROBLEMS, updateAppointment } from './update-appointment.ts';
