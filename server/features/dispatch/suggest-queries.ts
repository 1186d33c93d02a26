import type { Interval } from '../../domain/working-hours.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { notFound } from '../../platform/errors.ts';
import type { Location } from '../calendar/index.ts';
import { placeOf } from './distance.ts';
import { LIVE_STATUSES } from './queries.ts';
import type { StopOfDay } from './suggest.ts';

const selectNeed = statement(
  'select_need_of_appointment',
  `select l.service_needed as service, o.time_zone as "timeZone"
   from appointments a
   join leads l on l.organization_id = $1 and l.lead_id = a.lead_id
   join organizations o on o.organization_id = $1
   where a.organization_id = $1 and a.appointment_id = $2`,
);

/** The service that an appointment needs, and the organization's time zone. */
export async function findNeed(
  tx: Tx,
  appointmentId: string,
): Promise<{ service: string; timeZone: string }> {
  const [row] = await tx.query<{ service: string; timeZone: string }>(selectNeed, [
    tx.organizationId,
    appointmentId,
  ]);
  if (!row) throw notFound('appointment');
  return row;
}

const selectActiveUsers = statement(
  'select_active_users',
  `select user_id from users where organization_id = $1 and active
   order by lower(name), user_id limit $2`,
);

export async function activeUserIds(tx: Tx, limit: number): Promise<string[]> {
  const rows = await tx.query<{ user_id: string }>(selectActiveUsers, [tx.organizationId, limit]);
  return rows.map(({ user_id }) => user_id);
}

const selectStops = statement(
  'select_stops_of_day',
  `select a.assigned_to, a.starts_at, a.ends_at, a.location from appointments a
   where a.organization_id = $1 and a.starts_at >= $2 and a.starts_at < $3
     and a.assigned_to is not null and a.appointment_id <> $5
     and a.status in (${LIVE_STATUSES}, 'completed') and (a.status <> 'held' or a.hold_expires_at > $4)
   order by a.starts_at, a.appointment_id`,
);

/** The stops of a day by user, without one appointment. */
export async function stopsOfDay(
  tx: Tx,
  day: Interval,
  exceptAppointmentId: string,
): Promise<Map<string, StopOfDay[]>> {
  const rows = await tx.query<StopRow>(selectStops, [
    tx.organizationId,
    new Date(day.start),
    new Date(day.end),
    tx.now,
    exceptAppointmentId,
  ]);
  return Map.groupBy(rows.map(toStop), ({ userId }) => userId);
}

interface StopRow {
  assigned_to: string;
  starts_at: Date;
  ends_at: Date;
  location: Location | null;
}

function toStop({ assigned_to, starts_at, ends_at, location }: StopRow) {
  return {
    userId: assigned_to,
    start: starts_at.getTime(),
    end: ends_at.getTime(),
    place: placeOf(location),
  };
}
