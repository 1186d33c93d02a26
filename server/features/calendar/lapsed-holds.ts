import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { changeCapacity, keepCapacityRules } from '../capacity/index.ts';
import { HOLD_LAPSED } from './appointment.ts';
import { FULL_COLUMNS, RELATED_JOINS } from './appointment-queries.ts';
import { type AppointmentRow, type FullAppointment, toAppointment } from './appointment-row.ts';
import { emitAppointmentChange } from './change-appointment.ts';
import { appointmentCanceled } from './events.ts';
import { peopleOf } from './lock-calendars.ts';

/**
 * A hold expires automatically, to the second. Its row is updated by the transaction that books its time, or by
 * a task soon after the expiry, whichever comes first.
 */

const ENDS = `update appointments
     set status = 'canceled', canceled_at = hold_expires_at, cancel_reason = '${HOLD_LAPSED}',
         revision = revision + 1, updated_at = greatest($3, moment_after(updated_at))
     where organization_id = $1 and status = 'held' and hold_expires_at <= $3`;

/** Searches by the start, which is in the users' index: under row-level security, ranges cannot use an index. */
const lapseHolds = statement(
  'lapse_holds',
  `${ENDS} and appointment_id = any (array(
     select p.appointment_id from appointment_people p
     where p.organization_id = $1 and p.user_id = any ($2) and p.held_until <= $3
       and p.starts_at < $5 and p.blocked_until > $4 and p.starts_at > $4::timestamptz - interval '32 hours'))
   returning appointment_id`,
);
const lapseHold = statement(
  'lapse_hold',
  `${ENDS} and appointment_id = $2 returning appointment_id`,
);
const lapseCounted = statement(
  'lapse_counted_holds',
  `${ENDS} and counted_on = any ($2) returning appointment_id`,
);
const selectLapsed = statement(
  'select_lapsed_holds',
  `select ${FULL_COLUMNS} from appointments a ${RELATED_JOINS}
   where a.organization_id = $1 and a.appointment_id = any ($2)`,
);

/** Ends this hold if it has expired and its row still says `held`. */
export function endLapsedHold(tx: Tx, holdId: string): Promise<FullAppointment[]> {
  keepCapacityRules(tx);
  return readEnded(tx, tx.query(lapseHold, [tx.organizationId, holdId, tx.now]));
}

/** Ends the expired holds that overlap an appointment. */
export function endLapsedHolds(tx: Tx, row: AppointmentRow): Promise<FullAppointment[]> {
  const { starts_at, blocked_until } = row;
  const values = [tx.organizationId, peopleOf(row), tx.now, starts_at, blocked_until];
  return readEnded(tx, tx.query(lapseHolds, values));
}

/** Ends the expired holds that count for the capacity of these days, so that what they held can be taken. */
export function endCountedHolds(tx: Tx, dates: readonly string[]): Promise<FullAppointment[]> {
  return readEnded(tx, tx.query(lapseCounted, [tx.organizationId, dates, tx.now]));
}

/** Usually no hold has expired, so there is nothing to read. */
async function readEnded(
  tx: Tx,
  ended: Promise<{ appointment_id: string }[]>,
): Promise<FullAppointment[]> {
  const ids = (await ended).map(({ appointment_id }) => appointment_id);
  if (ids.length === 0) return [];
  const rows = await tx.query<FullAppointment>(selectLapsed, [tx.organizationId, ids]);
  changeCapacity(tx, { given: rows, taken: [] });
  return rows;
}

/** Emitted late, like every event: the organization's counter stays locked until the commit. */
export function emitHoldsEnded(tx: Tx, ended: readonly FullAppointment[]): void {
  for (const row of ended) {
    const appointment = toAppointment(row, tx.now);
    const held: FullAppointment = {
      ...row,
      status: 'held',
      canceled_at: null,
      cancel_reason: null,
      updated_at: row.created_at,
    };
    const before = toAppointment(held, row.created_at);
    emitAppointmentChange(tx, before, appointment, appointmentCanceled);
  }
}
