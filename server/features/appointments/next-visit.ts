import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { isAllowed, lockAppointment } from '../calendar/index.ts';
import { confirm } from './appointment-steps.ts';

/** The next visit of a person, for replies to a text. */
export interface NextVisit {
  appointment_id: string;
  lead_id: string;
  is_lead_deleted: boolean;
  /** Counts its changes. */
  revision: number;
}

/** The one that has started counts until its end: a reply is about that visit, and not about a later one. */
const selectNext = statement(
  'select_next_visit',
  `select a.appointment_id, a.lead_id, l.deleted_at is not null as is_lead_deleted, a.revision
   from appointments a join leads l on l.organization_id = $1 and l.lead_id = a.lead_id
   where a.organization_id = $1 and a.lifecycle_number = any ($2) and a.ends_at > $3
     and a.status in ('booked', 'confirmed', 'dispatched', 'en_route', 'in_progress')
   order by a.starts_at, a.appointment_id limit 1`,
);

/** Null if no visit is ahead under any of these numbers. */
export async function findNextVisit(
  tx: Tx,
  lifecycleNumbers: readonly string[],
): Promise<NextVisit | null> {
  const values = [tx.organizationId, lifecycleNumbers, tx.now];
  const [visit] = await tx.query<NextVisit>(selectNext, values);
  return visit ?? null;
}

/** Confirms the visit like `confirmAppointment`. One that cannot be confirmed any more stays as it is. */
export async function confirmVisit(
  tx: Tx,
  { appointment_id }: Pick<NextVisit, 'appointment_id'>,
): Promise<void> {
  const { status } = await lockAppointment(tx, appointment_id);
  if (isAllowed('confirm', status)) await confirm(tx, appointment_id);
}
