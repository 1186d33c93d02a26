import type { Interval } from '../../domain/working-hours.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { FULL_COLUMNS, type FullAppointment, RELATED_JOINS, TO_COME } from '../calendar/index.ts';

const selectVisits = statement(
  'select_visits_to_replan',
  `select ${FULL_COLUMNS} from appointments a ${RELATED_JOINS}
   where a.organization_id = $1 and a.assigned_to = $2 and a.status = any ($3)
     and a.starts_at >= $4 and a.starts_at < $5 and a.ends_at > $6
   order by a.starts_at, a.appointment_id`,
);

/** The visits of a user that start in a time, are still to come, and are not over. */
export function visitsToReplan(
  tx: Tx,
  userId: string,
  { start, end }: Interval,
): Promise<FullAppointment[]> {
  const span = [new Date(start), new Date(end)];
  return tx.query(selectVisits, [tx.organizationId, userId, TO_COME, ...span, tx.now]);
}

const selectVisitsOfCrew = statement(
  'select_visits_of_crew_to_replan',
  `select ${FULL_COLUMNS} from appointments a ${RELATED_JOINS}
   where a.organization_id = $1 and a.status = any ($3)
     and a.starts_at >= $4 and a.starts_at < $5 and a.ends_at > $6
     and a.appointment_id = any (array(
       select p.appointment_id from appointment_people p
       where p.organization_id = $1 and p.user_id = $2 and not p.is_lead and p.starts_at >= $4 and p.starts_at < $5))
   order by a.starts_at, a.appointment_id`,
);

/** The same, of those on which the user goes along. */
export function visitsOfCrewToReplan(
  tx: Tx,
  userId: string,
  { start, end }: Interval,
): Promise<FullAppointment[]> {
  const span = [new Date(start), new Date(end)];
  return tx.query(selectVisitsOfCrew, [tx.organizationId, userId, TO_COME, ...span, tx.now]);
}

const selectVisitsOfDay = statement(
  'select_visits_of_day_to_replan',
  `select ${FULL_COLUMNS} from appointments a ${RELATED_JOINS}
   where a.organization_id = $1 and a.status = any ($2)
     and a.starts_at >= $3 and a.starts_at < $4 and a.ends_at > $5
   order by a.starts_at, a.appointment_id limit $6`,
);

/** All visits that start in a time, are still to come, and are not over. */
export function visitsOfDayToReplan(
  tx: Tx,
  { start, end }: Interval,
  limit: number,
): Promise<FullAppointment[]> {
  const span = [new Date(start), new Date(end)];
  return tx.query(selectVisitsOfDay, [tx.organizationId, TO_COME, ...span, tx.now, limit]);
}

const selectTimeZone = statement(
  'select_time_zone_of_organization',
  'select time_zone from organizations where organization_id = $1',
);

export async function timeZoneOfOrganization(tx: Tx): Promise<string> {
  const [row] = await tx.query<{ time_zone: string }>(selectTimeZone, [tx.organizationId]);
  return row?.time_zone ?? 'UTC';
}
