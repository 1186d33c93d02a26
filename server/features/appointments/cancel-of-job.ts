import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict } from '../../platform/errors.ts';
import { changedFields } from '../../platform/events/changed-fields.ts';
import { emit, pendingEvent } from '../../platform/events/event.ts';
import { isAllowed, isLapsed, LIVE } from './appointment.ts';
import { appointmentCanceled } from './events.ts';
import {
  FULL_COLUMNS,
  type FullAppointment,
  lockCalendars,
  peopleOf,
  SURROUNDINGS,
  saveAppointment,
  toAppointment,
} from './queries.ts';

const lockLive = statement(
  'lock_live_appointments_of_job',
  `select from appointments
   where organization_id = $1 and job_id = $2 and status = any ($3)
   order by appointment_id for no key update`,
);
const selectLive = statement(
  'select_live_appointments_of_job',
  `select ${FULL_COLUMNS} from appointments a ${SURROUNDINGS}
   where a.organization_id = $1 and a.job_id = $2 and a.status = any ($3)
   order by a.appointment_id`,
);

/** Nobody goes there any more. Whoever is at work there keeps the job from being canceled. */
export async function cancelAppointmentsOfJob(
  tx: Tx,
  jobId: string,
  reason: string | null,
): Promise<void> {
  const values = [tx.organizationId, jobId, LIVE];
  const [, rows] = await Promise.all([
    tx.query(lockLive, values),
    tx.query<FullAppointment>(selectLive, values),
  ]);
  const live = rows.filter((row) => !isLapsed(row, tx.now));
  if (live.some((row) => !isAllowed('cancel', row.status))) {
    throw conflict(
      'appointment_under_way',
      'Somebody is at work there. Complete that appointment, or mark it as a no-show, first.',
    );
  }
  lockCalendars(tx, { userIds: peopleOf(...live) });
  const canceled = live.map((row) => ({
    ...row,
    status: 'canceled' as const,
    canceled_at: tx.now,
    cancel_reason: reason,
    revision: row.revision + 1,
    updated_at: tx.now,
  }));
  for (const row of canceled) saveAppointment(tx, row);
  for (const [index, row] of canceled.entries()) {
    const appointment = toAppointment(row, tx.now);
    const previous = changedFields(toAppointment(live[index]!, tx.now), appointment);
    emit(tx, row.lifecycle_number, pendingEvent(appointmentCanceled, appointment, previous));
  }
}
