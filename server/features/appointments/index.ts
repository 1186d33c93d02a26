export {
  cancelAppointment,
  completeAppointment,
  confirmAppointment,
  dispatchAppointment,
  markAppointmentEnRoute,
  markAppointmentNoShow,
  startAppointment,
} from './appointment-steps.ts';
export { bookAppointment } from './book-appointment.ts';
export { getAppointment } from './get-appointment.ts';
export { listAppointments } from './list-appointments.ts';
export { listAppointmentRows } from './list-appointments-query.ts';
export { confirmVisit, findNextVisit, type NextVisit } from './next-visit.ts';
export { cancelAppointmentsOfJob, completeAppointmentsOfJob } from './settle-of-job.ts';
export { updateAppointment } from './update-appointment.ts';
