import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { showById } from '../../platform/http/show-by-id.ts';
import { Appointment, findAppointment, toAppointment } from '../calendar/index.ts';

export const getAppointment = read({
  id: 'getAppointment',
  path: '/v1/appointments/{id}',
  tag: 'Appointments',
  resource: 'appointment',
  scopes: ['appointments:read', 'appointments:own'],
  summary: 'Get an appointment',
  description: 'Returns an appointment or a hold, with its contact and its assigned user.',
  responses: returns(Appointment, 'The appointment.'),
  run: showById(findAppointment, toAppointment),
});
