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
import { keepCapacityRules } from '../capacity/index.ts';

/** Cancels or completes the appointments of a job when the job ends. */

/** Cancels the appointments. One in progress prevents the job from ending. */
export function cancelAppointmentsOfJob(
  tx: Tx,
  jobId: string,
  { reason, except }: { reason: string | null; except: readonly string[] },
): Promise<void> {
  return settle(tx, jobId, reason, ({ appointment_id }) =>
    except.includes(appointment_id) ? null : 'cancel',
  );
}

/** Completes the appointments in which the work was done. The others are canceled if a reason is given, or stay. */
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

/** Under way, or past its start: technicians do not always record that they started. */
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

/** All appointments at once, because calendars are locked in one order. Null leaves an appointment unchanged. */
async function settle(
  tx: Tx,
  jobId: string,
  cancelReason: string | null,
  outcomeOf: (row: FullAppointment) => Outcome | null,
): Promise<void> {
  const values = [tx.organizationId, jobId, LIVE];
  keepCapacityRules(tx);
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
      'An appointment of this job is in progress. Complete it or mark it as a no-show first.',
    );
  }
  lockCalendars(tx, { userIds: assigneeIdsOf(...settled.map(({ row }) => row)) });
  for (const { row, outcome } of settled) {
    const { to, stamp } = STEPS[outcome];
    const cancel_reason = outcome === 'cancel' ? cancelReason : null;
    // Undone with the job, if at all.
    const changes = { status: to, [stamp]: tx.now, cancel_reason, last_step_at: null };
    changeAppointment(tx, row, changes, EVENTS[outcome]);
  }
}
