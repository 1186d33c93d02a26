import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict } from '../../platform/errors.ts';
import {
  appointmentCanceled,
  appointmentCompleted,
  assigneeIdsOf,
  changeAppointment,
  FULL_COLUMNS,
  type FullAppointment,
  isAllowed,
  isLapsed,
  LIVE,
  lockCalendars,
  RELATED_JOINS,
  STEPS,
} from '../calendar/index.ts';

/** What becomes of the appointments of a job as the job comes to an end. */

/** Nobody goes there any more. Whoever is at work there keeps the job from coming to its end. */
export function cancelAppointmentsOfJob(
  tx: Tx,
  jobId: string,
  { reason, except }: { reason: string | null; except: readonly string[] },
): Promise<void> {
  return settle(tx, jobId, reason, ({ appointment_id }) =>
    except.includes(appointment_id) ? null : 'cancel',
  );
}

/** The work is done, and so is what it was done by; whatever is still to come stays, or is canceled. */
export function completeAppointmentsOfJob(
  tx: Tx,
  jobId: string,
  { restFor: reason }: { restFor: string | null },
): Promise<void> {
  return settle(tx, jobId, reason, (row) => {
    if (isDoneBy(row, tx.now)) return 'complete';
    return reason === null ? null : 'cancel';
  });
}

/** Somebody has set out, or its time has come: whoever did the work has not always told that they began. */
function isDoneBy({ status, assigned_to, starts_at }: FullAppointment, now: Date): boolean {
  if (assigned_to === null || !isAllowed('complete', status)) return false;
  return status === 'en_route' || status === 'in_progress' || starts_at <= now;
}

const lockLive = statement(
  'lock_live_appointments_of_job',
  `select from appointments
   where organization_id = $1 and job_id = $2 and status = any ($3)
   order by appointment_id for no key update`,
);
const selectLive = statement(
  'select_live_appointments_of_job',
  `select ${FULL_COLUMNS} from appointments a ${RELATED_JOINS}
   where a.organization_id = $1 and a.job_id = $2 and a.status = any ($3)
   order by a.appointment_id`,
);

const EVENTS = { complete: appointmentCompleted, cancel: appointmentCanceled };
type Outcome = keyof typeof EVENTS;

/** All of them at once, because calendars are locked in one order; null leaves one as it is. */
async function settle(
  tx: Tx,
  jobId: string,
  cancelReason: string | null,
  outcomeOf: (row: FullAppointment) => Outcome | null,
): Promise<void> {
  const values = [tx.organizationId, jobId, LIVE];
  const [, rows] = await Promise.all([
    tx.query(lockLive, values),
    tx.query<FullAppointment>(selectLive, values),
  ]);
  const settled = rows
    .filter((row) => !isLapsed(row, tx.now))
    .flatMap((row) => {
      const outcome = outcomeOf(row);
      return outcome === null ? [] : [{ row, outcome }];
    });
  if (settled.some(({ row, outcome }) => !isAllowed(outcome, row.status))) {
    throw conflict(
      'appointment_under_way',
      'Somebody is at work there. Complete that appointment, or mark it as a no-show, first.',
    );
  }
  lockCalendars(tx, { userIds: assigneeIdsOf(...settled.map(({ row }) => row)) });
  for (const { row, outcome } of settled) {
    const { to, stamp } = STEPS[outcome];
    const cancel_reason = outcome === 'cancel' ? cancelReason : null;
    const changes = { status: to, [stamp]: tx.now, cancel_reason };
    changeAppointment(tx, row, changes, EVENTS[outcome]);
  }
}
