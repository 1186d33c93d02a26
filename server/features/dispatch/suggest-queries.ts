import { type Place, placeOf } from '../../domain/distance.ts';
import type { Interval } from '../../domain/working-hours.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Location } from '../calendar/index.ts';
import { takesVisits } from '../organizations/index.ts';
import { LIVE_STATUSES } from './queries.ts';
import type { StopOfDay } from './suggest.ts';

/** More users than an organization has to choose from. */
export const MAX_CANDIDATES = 1_000;
/** The longest buffer that an organization can have. */
export const MAX_BUFFER_MS = 480 * 60_000;

const selectVisitingUsers = statement(
  'select_visiting_users',
  `select user_id from users u where organization_id = $1 and active and ${takesVisits('u')}
   order by lower(name), user_id limit $2`,
);

/** The active users who take visits. */
export async function visitingUserIds(tx: Tx, limit: number): Promise<string[]> {
  const rows = await tx.query<{ user_id: string }>(selectVisitingUsers, [tx.organizationId, limit]);
  return rows.map(({ user_id }) => user_id);
}

const selectStartLocations = statement(
  'select_start_locations',
  `select user_id, start_location from users
   where organization_id = $1 and active and start_location is not null`,
);

/** Where the days of the users start, as far as it is known. */
export async function startLocations(tx: Tx): Promise<ReadonlyMap<string, Place | null>> {
  const rows = await tx.query<{ user_id: string; start_location: Location }>(selectStartLocations, [
    tx.organizationId,
  ]);
  return new Map(rows.map(({ user_id, start_location }) => [user_id, placeOf(start_location)]));
}

const selectStops = statement(
  'select_stops_between',
  `select person.user_id, a.starts_at, a.ends_at, a.location
   from appointments a cross join lateral unnest(a.assigned_to || a.crew) as person (user_id)
   where a.organization_id = $1 and a.starts_at >= $2 and a.starts_at < $3
     and a.assigned_to is not null and a.appointment_id <> all ($5)
     and a.status in (${LIVE_STATUSES}, 'completed') and (a.status <> 'held' or a.hold_expires_at > $4)
   order by a.starts_at, a.appointment_id`,
);

/** The stops in a time by user, without some appointments. */
export async function stopsBetween(
  tx: Tx,
  { start, end }: Interval,
  exceptAppointmentIds: readonly string[],
): Promise<Map<string, StopOfDay[]>> {
  const rows = await tx.query<StopRow>(selectStops, [
    tx.organizationId,
    new Date(start),
    new Date(end),
    tx.now,
    exceptAppointmentIds,
  ]);
  return Map.groupBy(rows.map(toStop), ({ userId }) => userId);
}

interface StopRow {
  user_id: string;
  starts_at: Date;
  ends_at: Date;
  location: Location | null;
}

function toStop({ user_id, starts_at, ends_at, location }: StopRow) {
  return {
    userId: user_id,
    start: starts_at.getTime(),
    end: ends_at.getTime(),
    place: placeOf(location),
  };
}
