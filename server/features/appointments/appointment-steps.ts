import type { Tx } from '../../platform/database/transaction.ts';
import { conflict, type Problem } from '../../platform/errors.ts';
import { changedFields } from '../../platform/events/changed-fields.ts';
import { type EventType, pendingEvent } from '../../platform/events/event.ts';
import { type Mutation, mutation } from '../../platform/http/operation.ts';
import {
  Appointment,
  type AppointmentRow,
  allowedSteps,
  appointmentCanceled,
  appointmentCompleted,
  appointmentConfirmed,
  appointmentDispatched,
  appointmentEnRoute,
  appointmentNoShow,
  appointmentStarted,
  CancelAppointmentBody,
  isAllowed,
  lockAppointment,
  lockCalendars,
  peopleOf,
  STEPS,
  type Status,
  type Step,
  saveAppointment,
  toAppointment,
} from '../calendar/index.ts';

type Stamp =
  | 'confirmed_at'
  | 'dispatched_at'
  | 'en_route_at'
  | 'started_at'
  | 'completed_at'
  | 'no_show_at'
  | 'canceled_at';

interface StepSpec {
  id: string;
  step: Step;
  stamp: Stamp;
  event: EventType<typeof Appointment>;
  summary: string;
  description: string;
}

/** One operation a step of the table in appointment.ts: what is not allowed from here is 409. */
function stepOperation(spec: StepSpec): Mutation {
  const { id, step, summary } = spec;
  const from = STEPS[step].from.map((status) => `\`${status}\``).join(', ');
  return mutation({
    id,
    method: 'POST',
    path: `/v1/appointments/{id}/${step}`,
    tag: 'Appointments',
    resource: 'appointment',
    scopes: ['appointments:write'],
    params: { id: 'appointment' },
    summary,
    description: `${spec.description} From ${from}; doing it again changes nothing.`,
    answers: { 200: { description: 'The appointment after it.', body: Appointment } },
    run: async (tx, { params }) => ({ status: 200, body: await take(tx, params.id, spec, {}) }),
  });
}

async function take(
  tx: Tx,
  id: string,
  { step, stamp, event }: StepSpec,
  more: Partial<AppointmentRow>,
): Promise<Appointment> {
  const before = await lockAppointment(tx, id);
  const shown = toAppointment(before, tx.now);
  const { to, needsSomebody } = STEPS[step];
  if (shown.status === to) return shown;
  if (!isAllowed(step, shown.status)) throw notAllowed(shown.status);
  if (needsSomebody && before.assigned_to === null) {
    throw conflict(
      'appointment_unassigned',
      'Nobody goes there yet. Give it to somebody with PATCH and assigned_to first.',
    );
  }
  const after = {
    ...before,
    ...more,
    status: to,
    [stamp]: tx.now,
    revision: before.revision + 1,
    updated_at: tx.now,
  };
  lockCalendars(tx, { userIds: peopleOf(before) });
  saveAppointment(tx, after);
  const appointment = toAppointment(after, tx.now);
  const previous = changedFields(shown, appointment);
  tx.emit(before.lifecycle_number, pendingEvent(event, appointment, previous));
  return appointment;
}

function notAllowed(status: Status): Problem {
  const allowed = allowedSteps(status);
  const next =
    allowed.length === 0
      ? 'it is over. Book another one'
      : `what can be done now is ${allowed.join(', ')}`;
  const extra = { status_now: status, allowed };
  return conflict('transition_not_allowed', `This appointment is ${status}: ${next}.`, extra);
}

export const confirmAppointment = stepOperation({
  id: 'confirmAppointment',
  step: 'confirm',
  stamp: 'confirmed_at',
  event: appointmentConfirmed,
  summary: 'Confirm an appointment',
  description: 'The contact has said that they will be there.',
});
export const dispatchAppointment = stepOperation({
  id: 'dispatchAppointment',
  step: 'dispatch',
  stamp: 'dispatched_at',
  event: appointmentDispatched,
  summary: 'Dispatch an appointment',
  description: 'Whoever it is assigned to is sent there.',
});
export const setOutForAppointment = stepOperation({
  id: 'setOutForAppointment',
  step: 'en-route',
  stamp: 'en_route_at',
  event: appointmentEnRoute,
  summary: 'Set out for an appointment',
  description: 'Whoever it is assigned to is on the way.',
});
export const startAppointment = stepOperation({
  id: 'startAppointment',
  step: 'start',
  stamp: 'started_at',
  event: appointmentStarted,
  summary: 'Start an appointment',
  description: 'The work has begun.',
});
export const completeAppointment = stepOperation({
  id: 'completeAppointment',
  step: 'complete',
  stamp: 'completed_at',
  event: appointmentCompleted,
  summary: 'Complete an appointment',
  description: 'The work is done; what is left of its time is free again.',
});
export const markNoShow = stepOperation({
  id: 'markNoShow',
  step: 'no-show',
  stamp: 'no_show_at',
  event: appointmentNoShow,
  summary: 'Say that nobody was there',
  description: 'The contact was not met; what is left of its time is free again.',
});

const CANCEL: StepSpec = {
  id: 'cancelAppointment',
  step: 'cancel',
  stamp: 'canceled_at',
  event: appointmentCanceled,
  summary: 'Cancel an appointment',
  description: 'Its time is free again at once.',
};

export const cancelAppointment = mutation({
  ...stepOperation(CANCEL),
  params: { id: 'appointment' },
  body: CancelAppointmentBody,
  isBodyOptional: true,
  async run(tx, { params, body }) {
    const cancel_reason = body.reason?.trim() || null;
    return { status: 200, body: await take(tx, params.id, CANCEL, { cancel_reason }) };
  },
});
