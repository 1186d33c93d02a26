export { locateAppointment } from './locate-appointment.task.ts';
export { locateAppointments } from './locate-appointments.ts';
