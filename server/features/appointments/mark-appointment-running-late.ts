import { conflict } from '../../platform/errors.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import {
  Appointment,
  allowedSteps,
  appointmentRunningLate,
  changeAppointment,
  isToCome,
  lockAppointment,
  RunningLateBody,
  toAppointment,
} from '../calendar/index.ts';
import { etaIn } from './eta.ts';

export const markAppointmentRunningLate = mutation({
  id: 'markAppointmentRunningLate',
  method: 'POST',
  path: '/v1/appointments/{id}/running-late',
  tag: 'Appointments',
  resource: 'appointment',
  scopes: ['appointments:write', 'appointments:own'],
  summary: 'Report that an appointment starts late',
  description:
    'Records when the assigned user is expected instead, in minutes from now. The booked time stays. Allowed until the appointment starts. The playbook “Running late” informs the contact.',
  body: RunningLateBody,
  responses: returns(Appointment, 'The appointment with its `eta_at`.'),
  problems: ['transition_not_allowed'],
  async run(tx, { params, body }) {
    const before = await lockAppointment(tx, params.id);
    const shown = toAppointment(before, tx.now);
    if (!isToCome(shown.status)) {
      const detail = `This appointment is ${shown.status}, so it cannot start late. Only an appointment that is still to come can.`;
      const extra = { status_now: shown.status, allowed: allowedSteps(shown.status) };
      throw conflict('transition_not_allowed', detail, extra);
    }
    const eta = etaIn(body.eta_minutes, tx.now);
    const isSame = before.eta_at !== null && before.eta_at.getTime() === eta?.eta_at?.getTime();
    if (isSame) return { status: 200, body: shown };
    const after = changeAppointment(tx, before, { ...eta }, appointmentRunningLate);
    return { status: 200, body: toAppointment(after, tx.now) };
  },
});
