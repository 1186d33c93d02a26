import type { Tx } from '../../platform/database/transaction.ts';
import { conflict } from '../../platform/errors.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import {
  Appointment,
  type AppointmentRow,
  appointmentStepUndone,
  assertUnchanged,
  assigneeIdsOf,
  changeAppointment,
  emitHoldsEnded,
  endLapsedHolds,
  type FullAppointment,
  findAppointment,
  knownBy,
  type LockOpenJob,
  lockAppointment,
  lockCalendars,
  makeRoom,
  placeRefusals,
  STEPS,
  StepBody,
  statusBefore,
  stepOf,
  toAppointment,
} from '../calendar/index.ts';
import { type Counted, countedFor, keepActiveRules } from '../capacity/index.ts';
import { findOrganization } from '../organizations/index.ts';
import { describeChange } from './plan-change.ts';

const MINUTE = 60_000;
const MAX_MINUTES = 10;

export const undoAppointmentStep = (lockOpenJob: LockOpenJob) =>
  mutation({
    id: 'undoAppointmentStep',
    method: 'POST',
    path: '/v1/appointments/{id}/undo-step',
    tag: 'Appointments',
    resource: 'appointment',
    scopes: ['appointments:write', 'appointments:own'],
    summary: 'Undo the last status of an appointment',
    description:
      'Returns the visit to its previous status, within 10 minutes, once. A visit that was over takes its time again, if it is free. Timers that had ended start again; messages that were sent stay sent.',
    body: StepBody,
    isBodyOptional: true,
    responses: returns(Appointment, 'The appointment with its previous status.'),
    problems: [
      ...[
        'changed_meanwhile',
        'job_over',
        'nothing_to_undo',
        'undo_too_late',
        'slot_taken',
        'capacity_reached',
      ],
      'person_erased',
    ],
    refusals: placeRefusals(async (tx, { params }: { params: { id: string } }) =>
      describeChange(await findAppointment(tx, params.id)),
    ),
    async run(tx, { params, body, caller }) {
      // The job comes before the appointment, as for a booking. An appointment of a job that is over stays over.
      const { job_id } = await findAppointment(tx, params.id);
      if (job_id !== null) await lockOpenJob(tx, job_id);
      const before = await lockAppointment(tx, params.id);
      assertUnchanged(before, knownBy(caller, body), tx.now);
      assertCanBeUndone(before, tx.now);
      lockCalendars(tx, { userIds: assigneeIdsOf(before) });
      emitHoldsEnded(tx, await endLapsedHolds(tx, before));
      const counted = before.status === 'canceled' ? await countAgain(tx, before) : {};
      const changes = { ...withoutLastStep(before), ...counted };
      const after = changeAppointment(tx, before, changes, appointmentStepUndone);
      return { status: 200, body: toAppointment(after, tx.now) };
    },
  });

/** A visit that was canceled counts for what is counted now. Expired holds give their places back first. */
async function countAgain(tx: Tx, before: FullAppointment): Promise<Counted> {
  const [rules, { time_zone }] = await Promise.all([keepActiveRules(tx), findOrganization(tx)]);
  const kind = { service: before.service, areaId: before.area_id };
  const counted = countedFor(rules, kind, before.starts_at.getTime(), time_zone);
  await makeRoom(tx, counted);
  return counted;
}

function assertCanBeUndone({ status, last_step_at }: AppointmentRow, now: Date): void {
  if (last_step_at === null) {
    throw conflict(
      'nothing_to_undo',
      `This appointment is ${status}, and there is no step to undo: none was taken, it was undone already, it was taken with the job, or the customer has reviewed the visit.`,
    );
  }
  if (now.getTime() - last_step_at.getTime() <= MAX_MINUTES * MINUTE) return;
  throw conflict(
    'undo_too_late',
    `A step can be undone for ${MAX_MINUTES} minutes. This one was taken at ${last_step_at.toISOString()}.`,
  );
}

function withoutLastStep(row: AppointmentRow): Partial<Omit<AppointmentRow, 'assigned_to'>> {
  const step = stepOf(row.status);
  return {
    status: statusBefore(row),
    ...(step && { [STEPS[step].stamp]: null }),
    ...(step === 'cancel' && { cancel_reason: null }),
    ...(step === 'en-route' && etaWithout(row)),
    last_step_at: null,
  };
}

/** An expected time that was known before the user set off is still true. */
function etaWithout({ eta_at, eta_minutes, en_route_at }: AppointmentRow) {
  if (eta_at === null || eta_minutes === null || en_route_at === null) return {};
  const isOlder = eta_at.getTime() - eta_minutes * MINUTE < en_route_at.getTime();
  return isOlder ? {} : { eta_at: null, eta_minutes: null };
}
