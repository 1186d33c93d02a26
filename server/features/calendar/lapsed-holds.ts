import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { HOLD_LAPSED } from './appointment.ts';
import { FULL_COLUMNS, RELATED_JOINS } from './appointment-queries.ts';
import { type AppointmentRow, type FullAppointment, toAppointment } from './appointment-row.ts';
import { emitAppointmentChange } from './change-appointment.ts';
import { appointmentCanceled } from './events.ts';

/**
 * A hold expires automatically, to the second. Its row is updated by the transaction that books its time, or by
 * a task soon after the expiry, whichever comes first.
 */

const ENDS = `update appointments
     set status = 'canceled', canceled_at = hold_expires_at, cancel_reason = '${HOLD_LAPSED}',
         revision = revision + 1, updated_at = greatest($3, moment_after(updated_at))
     where organization_id = $1 and status = 'held' and hold_expires_at <= $3`;

/** Searches by the start, which is in the user's index: under row-level security, ranges cannot use an index. */
const lapseHolds = statement(
  'lapse_holds',
  `${ENDS} and assigned_to = $2
     and starts_at < $5 and blocked_until > $4 and starts_at > $4::timestamptz - interval '32 hours'
   returning appointment_id`,
);
const lapseHold = statement(
  'lapse_hold',
  `${ENDS} and appointment_id = $2 returning appointment_id`,
);
const selectLapsed = statement(
  'select_lapsed_holds',
  `select ${FULL_COLUMNS} from appointments a ${RELATED_JOINS}
   where a.organization_id = $1 and a.appointment_id = any ($2)`,
);

/** Ends this hold if it has expired and its row still says `held`. */
export function endLapsedHold(tx: Tx, holdId: string): Promise<FullAppointment[]> {
  return readEnded(tx, tx.query(lapseHold, [tx.organizationId, holdId, tx.now]));
}

/** Ends the expired holds that overlap an appointment. */
export function endLapsedHolds(
  tx: Tx,
  { assigned_to, starts_at, blocked_until }: AppointmentRow,
): Promise<FullAppointment[]> {
  const values = [tx.organizationId, assigned_to, tx.now, starts_at, blocked_until];
  return readEnded(tx, tx.query(lapseHolds, values));
}

/** Usually no hold has expired, so there is nothing to read. */
async function readEnded(
  tx: Tx,
  ended: Promise<{ appointment_id: string }[]>,
): Promise<FullAppointment[]> {
  const ids = (await ended).map(({ appointment_id }) => appointment_id);
  return ids.length === 0 ? [] : tx.query(selectLapsed, [tx.organizationId, ids]);
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
