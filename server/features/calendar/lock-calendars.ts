import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { AppointmentRow } from './appointment-row.ts';
import type { Whose } from './calendars.ts';

const lockCalendarsOfUsers = statement(
  'lock_calendars',
  `select pg_advisory_xact_lock(hashtextextended('calendar ' || user_id, hashtextextended($1::uuid::text, 0)))
   from (
     select unnest($2::uuid[]) as user_id
     union
     select user_id from team_members
     where organization_id = $1 and team_id = $3 and removed_at is null
     order by user_id
   ) as people`,
);

/**
 * One after the other for each person, in the order of their ids. The constraint alone decides, but two
 * that write at once would each wait for the other to see who goes first, and end as a deadlock.
 */
export function lockCalendars(tx: Tx, whose: Whose): Promise<unknown> {
  const userIds = 'userIds' in whose ? whose.userIds : [];
  const teamId = 'teamId' in whose ? whose.teamId : null;
  return tx.query(lockCalendarsOfUsers, [tx.organizationId, userIds, teamId]);
}

/** Whose time some appointments take. */
export function peopleOf(...rows: readonly AppointmentRow[]): string[] {
  return rows.map(({ assigned_to }) => assigned_to).filter((id) => id !== null);
}
