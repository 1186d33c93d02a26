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
export { listAppointments } from './list-appointments.ts';
export { readAppointment } from './read-appointment.ts';
export { cancelAppointmentsOfJob, completeAppointmentsOfJob } from './settle-of-job.ts';
export { updateAppointment } from './update-appointment.ts';
