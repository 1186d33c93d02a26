import { readDoneAt } from '../../domain/done-at.ts';
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
  assertUnchanged,
  assigneeIdsOf,
  CancelAppointmentBody,
  changeAppointment,
  type Known,
  knownBy,
  lockAppointment,
  lockCalendars,
  STEPS,
  type Step,
  StepBody,
  toAppointment,
  WorkStepBody,
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
      'changed_meanwhile',
      'transition_not_allowed',
      ...(STEPS[step].needsAssignee ? ['appointment_unassigned'] : []),
    ],
    ...(spec.effect && { effect: spec.effect }),
    undo: 'undoAppointmentStep',
    params: { id: 'appointment' },
    summary,
    description: `${spec.description} Allowed from ${from}. Repeating it changes nothing.`,
    body: StepBody,
    isBodyOptional: true,
    responses: returns(Appointment, 'The appointment after the step.'),
    run: async (tx, { params, body, caller }) => ({
      status: 200,
      body: await takeStep(tx, params.id, spec, null, knownBy(caller, body)),
    }),
  });
}

/** A step of the technician, who may have had no signal when it was taken: `at` says when that was. */
function workStepOperation(spec: StepSpec): Mutation {
  return mutation({
    ...stepOperation(spec),
    path: `/v1/appointments/{id}/${spec.step}`,
    body: WorkStepBody,
    isBodyOptional: true,
    run: async (tx, { params, body, caller }) => ({
      status: 200,
      body: await takeStep(tx, params.id, spec, null, knownBy(caller, body), body.at),
    }),
  });
}

/** A repeated step overwrites nothing, so what the caller knows matters only if the step changes something. */
export async function takeStep(
  tx: Tx,
  id: string,
  { step, event }: StepSpec,
  more: Partial<Pick<AppointmentRow, 'cancel_reason' | 'eta_minutes' | 'eta_at'>> | null,
  known: Known,
  at?: string,
): Promise<Appointment> {
  const before = await lockAppointment(tx, id);
  const shown = toAppointment(before, tx.now);
  const { to, stamp, needsAssignee } = STEPS[step];
  if (shown.status === to) return shown;
  assertUnchanged(before, known, tx.now);
  assertAllowed(step, shown.status);
  if (needsAssignee && before.assigned_to === null) {
    throw conflict(
      'appointment_unassigned',
      'This appointment is unassigned. Assign it to a user with PATCH and assigned_to first.',
    );
  }
  const takenAt = readDoneAt(tx, at, ...workBefore(before));
  lockCalendars(tx, { userIds: assigneeIdsOf(before) });
  // A hold that was canceled stays canceled. Work that was done without signal can be undone from now on.
  const last_step_at = before.status === 'held' ? null : tx.now;
  const changes = { ...more, status: to, [stamp]: takenAt, last_step_at };
  const after = changeAppointment(tx, before, changes, event);
  return toAppointment(after, tx.now);
}

/**
 * The work of the technician has an order. Confirming and dispatching are steps of the office, which may be taken while
 * a technician without signal is already on the way.
 */
function workBefore({ en_route_at, started_at }: AppointmentRow) {
  return [
    { at: started_at, name: 'the work started' },
    { at: en_route_at, name: 'the user set out' },
  ];
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
  return takeStep(tx, appointmentId, CONFIRM, null, { updatedAt: undefined, scopes: [] });
}

export const dispatchAppointment = stepOperation({
  id: 'dispatchAppointment',
  step: 'dispatch',
  event: appointmentDispatched,
  summary: 'Dispatch an appointment',
  description: 'Records that the assigned user was dispatched.',
});
export const startAppointment = workStepOperation({
  id: 'startAppointment',
  step: 'start',
  event: appointmentStarted,
  summary: 'Start an appointment',
  description: 'Records that the work has started.',
});
export const completeAppointment = workStepOperation({
  id: 'completeAppointment',
  step: 'complete',
  event: appointmentCompleted,
  summary: 'Complete an appointment',
  description: 'Records that the work is done. The rest of the booked time becomes free.',
});
export const markAppointmentNoShow = workStepOperation({
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

/** What the operation does, for the customer’s own link. One that cannot be canceled any more is 409. */
export function cancelByCustomer(
  tx: Tx,
  appointmentId: string,
  reason: string | null,
): Promise<Appointment> {
  const more = { cancel_reason: reason };
  return takeStep(tx, appointmentId, CANCEL, more, { updatedAt: undefined, scopes: [] });
}

const CANCEL_STEP = stepOperation(CANCEL);

export const cancelAppointment = mutation({
  ...CANCEL_STEP,
  path: '/v1/appointments/{id}/cancel',
  // No text can be added about a person who was erased.
  problems: [...CANCEL_STEP.problems, 'person_erased'],
  body: CancelAppointmentBody,
  isBodyOptional: true,
  async run(tx, { params, body, caller }) {
    const more = { cancel_reason: body.reason?.trim() || null };
    const known = knownBy(caller, body);
    return { status: 200, body: await takeStep(tx, params.id, CANCEL, more, known) };
  },
});
