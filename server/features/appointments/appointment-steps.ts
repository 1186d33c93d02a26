import { quoteStatuses } from '../../domain/transitions.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict } from '../../platform/errors.ts';
import type { EventType } from '../../platform/events/event.ts';
import { type Effect, type Mutation, mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import {
  Appointment,
  type AppointmentRow,
  appointmentCanceled,
  appointmentCompleted,
  appointmentConfirmed,
  appointmentDispatched,
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
  effect?: Effect;
}

/** One operation per step of the table in appointment.ts. A step that is not allowed is 409. */
export function stepOperation(spec: StepSpec): Mutation {
  const { id, step, summary } = spec;
  const from = quoteStatuses(STEPS[step].from);
  return mutation({
    id,
    method: 'POST',
    path: `/v1/appointments/{id}/${step}`,
    tag: 'Appointments',
    resource: 'appointment',
    scopes: ['appointments:write', 'appointments:own'],
    problems: [
      'transition_not_allowed',
      ...(STEPS[step].needsAssignee ? ['appointment_unassigned'] : []),
    ],
    ...(spec.effect && { effect: spec.effect }),
    params: { id: 'appointment' },
    summary,
    description: `${spec.description} Allowed from ${from}. Repeating it changes nothing.`,
    responses: returns(Appointment, 'The appointment after the step.'),
    run: async (tx, { params }) => ({
      status: 200,
      body: await takeStep(tx, params.id, spec, null),
    }),
  });
}

export async function takeStep(
  tx: Tx,
  id: string,
  { step, event }: StepSpec,
  more: Partial<Pick<AppointmentRow, 'cancel_reason' | 'eta_minutes' | 'eta_at'>> | null,
): Promise<Appointment> {
  const before = await lockAppointment(tx, id);
  const shown = toAppointment(before, tx.now);
  const { to, stamp, needsAssignee } = STEPS[step];
  if (shown.status === to) return shown;
  assertAllowed(step, shown.status);
  if (needsAssignee && before.assigned_to === null) {
    throw conflict(
      'appointment_unassigned',
      'This appointment is unassigned. Assign it to a user with PATCH and assigned_to first.',
    );
  }
  lockCalendars(tx, { userIds: assigneeIdsOf(before) });
  const after = changeAppointment(tx, before, { ...more, status: to, [stamp]: tx.now }, event);
  return toAppointment(after, tx.now);
}

const CONFIRM: StepSpec = {
  id: 'confirmAppointment',
  step: 'confirm',
  event: appointmentConfirmed,
  summary: 'Confirm an appointment',
  description:
    'Records that the contact confirmed the appointment. The reply YES or C to a text does the same.',
};
export const confirmAppointment = stepOperation(CONFIRM);

/** What the operation does, for a reply of the contact. */
export function confirm(tx: Tx, appointmentId: string): Promise<Appointment> {
  return takeStep(tx, appointmentId, CONFIRM, null);
}

export const dispatchAppointment = stepOperation({
  id: 'dispatchAppointment',
  step: 'dispatch',
  event: appointmentDispatched,
  summary: 'Dispatch an appointment',
  description: 'Records that the assigned user was dispatched.',
});
export const startAppointment = stepOperation({
  id: 'startAppointment',
  step: 'start',
  event: appointmentStarted,
  summary: 'Start an appointment',
  description: 'Records that the work has started.',
});
export const completeAppointment = stepOperation({
  id: 'completeAppointment',
  step: 'complete',
  event: appointmentCompleted,
  summary: 'Complete an appointment',
  description: 'Records that the work is done. The rest of the booked time becomes free.',
});
export const markAppointmentNoShow = stepOperation({
  id: 'markAppointmentNoShow',
  step: 'no-show',
  event: appointmentNoShow,
  summary: 'Mark an appointment as a no-show',
  description: 'Records that the contact was not there. The rest of the booked time becomes free.',
});

const CANCEL: StepSpec = {
  id: 'cancelAppointment',
  step: 'cancel',
  event: appointmentCanceled,
  effect: 'destructive',
  summary: 'Cancel an appointment',
  description: 'Cancels the appointment or hold. Its time is free immediately.',
};

export const cancelAppointment = mutation({
  ...stepOperation(CANCEL),
  path: '/v1/appointments/{id}/cancel',
  body: CancelAppointmentBody,
  isBodyOptional: true,
  async run(tx, { params, body }) {
    const cancel_reason = body.reason?.trim() || null;
    return { status: 200, body: await takeStep(tx, params.id, CANCEL, { cancel_reason }) };
  },
});
