import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { AppointmentRow } from './appointment-row.ts';
import type { CalendarOwners } from './calendars.ts';

const lockCalendarsOfUsers = statement(
  'lock_calendars',
  `select pg_advisory_xact_lock(hashtextextended('calendar ' || user_id, hashtextextended($1::uuid::text, 0)))
   from (
     select unnest($2::uuid[]) as user_id
     union
     select user_id from team_members
     where organization_id = $1 and team_id = any ($3::uuid[]) and removed_at is null
     union
     select user_id from users where $4 and organization_id = $1 and active
     order by user_id
   ) as people`,
);

/**
 * Locks the calendars of users in the order of their ids, all at once, so that bookings of one user run one after another.
 * The constraint alone would keep them correct, but two concurrent writers could wait for each other inside it
 * and end in a deadlock.
 */
export function lockCalendars(tx: Tx, ...owners: readonly CalendarOwners[]): Promise<unknown> {
  const userIds = owners.flatMap((one) => ('userIds' in one ? one.userIds : []));
  const teamIds = owners.flatMap((one) => ('teamId' in one ? [one.teamId] : []));
  const isEveryone = owners.some((one) => 'everyone' in one);
  return tx.query(lockCalendarsOfUsers, [tx.organizationId, userIds, teamIds, isEveryone]);
}

/** Ids of the users whose time an appointment takes. */
export function peopleOf({
  assigned_to,
  crew,
}: Pick<AppointmentRow, 'assigned_to' | 'crew'>): string[] {
  return assigned_to === null ? [] : [assigned_to, ...crew];
}

/** Ids of the users whose time these appointments take. */
export function assigneeIdsOf(...rows: readonly AppointmentRow[]): string[] {
  return rows.flatMap(peopleOf);
}
