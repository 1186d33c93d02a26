import { toPublicId } from '../../domain/ids.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { LIVE } from './appointment.ts';

const selectLive = statement(
  'select_live_appointments_of_lifecycles',
  `select appointment_id from appointments
   where organization_id = $1 and lifecycle_number = any ($2) and status = any ($3)
     and not (status = 'held' and hold_expires_at <= $4)
   order by appointment_id`,
);

/** Ids of the appointments of these lifecycles that are not completed, missed or canceled, expired holds excepted. */
export async function openAppointmentIds(
  tx: Tx,
  lifecycleNumbers: readonly string[],
): Promise<string[]> {
  const values = [tx.organizationId, lifecycleNumbers, LIVE, tx.now];
  const rows = await tx.query<{ appointment_id: string }>(selectLive, values);
  return rows.map(({ appointment_id }) => toPublicId('appointment', appointment_id));
}
