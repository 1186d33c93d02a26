import { quoteStatuses } from '../../domain/transitions.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict } from '../../platform/errors.ts';
import type { EventType } from '../../platform/events/event.ts';
import { type Mutation, mutation } from '../../platform/http/operation.ts';
import {
  Appointment,
  type AppointmentRow,
  appointmentCanceled,
  appointmentCompleted,
  appointmentConfirmed,
  appointmentDispatched,
  appointmentEnRoute,
  appointmentNoShow,
  appointmentStarted,
  assertAllowed,
  assigneeIdsOf,
  CancelAppointmentBody,
  changeAppointment,
  lockAppointment,
  lockCalendars,
  STEPS,
  type Step,
  toAppointment,
} from '../calendar/index.ts';

interface StepSpec {
  id: string;
  step: Step;
  event: EventType<typeof Appointment>;
  summary: string;
  description: string;
}

/** One operation per step of the table in appointment.ts: what is not allowed from here is 409. */
function stepOperation(spec: StepSpec): Mutation {
  const { id, step, summary } = spec;
  const from = quoteStatuses(STEPS[step].from);
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
    run: async (tx, { params }) => ({
      status: 200,
      body: await takeStep(tx, params.id, spec, null),
    }),
  });
}

async function takeStep(
  tx: Tx,
  id: string,
  { step, event }: StepSpec,
  more: Pick<AppointmentRow, 'cancel_reason'> | null,
): Promise<Appointment> {
  const before = await lockAppointment(tx, id);
  const shown = toAppointment(before, tx.now);
  const { to, stamp, needsAssignee } = STEPS[step];
  if (shown.status === to) return shown;
  assertAllowed(step, shown.status);
  if (needsAssignee && before.assigned_to === null) {
    throw conflict(
      'appointment_unassigned',
      'Nobody goes there yet. Give it to somebody with PATCH and assigned_to first.',
    );
  }
  lockCalendars(tx, { userIds: assigneeIdsOf(before) });
  const after = changeAppointment(tx, before, { ...more, status: to, [stamp]: tx.now }, event);
  return toAppointment(after, tx.now);
}

export const confirmAppointment = stepOperation({
  id: 'confirmAppointment',
  step: 'confirm',
  event: appointmentConfirmed,
  summary: 'Confirm an appointment',
  description: 'The contact has said that they will be there.',
});
export const dispatchAppointment = stepOperation({
  id: 'dispatchAppointment',
  step: 'dispatch',
  event: appointmentDispatched,
  summary: 'Dispatch an appointment',
  description: 'Whoever it is assigned to is sent there.',
});
export const markAppointmentEnRoute = stepOperation({
  id: 'markAppointmentEnRoute',
  step: 'en-route',
  event: appointmentEnRoute,
  summary: 'Set out for an appointment',
  description: 'Whoever it is assigned to is on the way.',
});
export const startAppointment = stepOperation({
  id: 'startAppointment',
  step: 'start',
  event: appointmentStarted,
  summary: 'Start an appointment',
  description: 'The work has begun.',
});
export const completeAppointment = stepOperation({
  id: 'completeAppointment',
  step: 'complete',
  event: appointmentCompleted,
  summary: 'Complete an appointment',
  description: 'The work is done; what is left of its time is free again.',
});
export const markAppointmentNoShow = stepOperation({
  id: 'markAppointmentNoShow',
  step: 'no-show',
  event: appointmentNoShow,
  summary: 'Say that nobody was there',
  description: 'The contact was not met; what is left of its time is free again.',
});

const CANCEL: StepSpec = {
  id: 'cancelAppointment',
  step: 'cancel',
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
    return { status: 200, body: await takeStep(tx, params.id, CANCEL, { cancel_reason }) };
  },
});
