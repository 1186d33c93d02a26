import { read } from '../../platform/http/operation.ts';
import { Appointment, findAppointment, toAppointment } from '../calendar/index.ts';

export const getAppointment = read({
  id: 'getAppointment',
  path: '/v1/appointments/{id}',
  tag: 'Appointments',
  resource: 'appointment',
  scopes: ['appointments:read'],
  params: { id: 'appointment' },
  summary: 'Read an appointment',
  description: 'An appointment or a hold, with whom it is for and who goes there.',
  answers: { 200: { description: 'The appointment.', body: Appointment } },
  async run(tx, { params }) {
    return toAppointment(await findAppointment(tx, params.id), tx.now);
  },
});
