import type { Interval, WorkingHours } from '../../domain/working-hours.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { mapWithPauses } from '../../platform/pauses.ts';
import { type PersonRow, shiftsOf, toCalendar } from '../calendar/index.ts';
import { takesVisits } from '../organizations/index.ts';
import type { UserTime } from './board.ts';
import { MAX_LANES } from './board-schemas.ts';
import { MAX_LENGTH, ON_BOARD } from './queries.ts';

export const MAX_PEOPLE = MAX_LANES;

/** A user with their working time, time off and visits over a span: what a lane of the board is computed from. */
export interface PersonsTime extends UserTime {
  userId: string;
  name: string;
}

/**
 * Active users who take visits, and active others who have some then, as on the board. Visits and time off are read as
 * milliseconds in JSON, one row per user: a year of 20 users is 50,000 visits.
 */
const selectPeople = statement(
  'select_time_of_people',
  `select u.user_id, u.name, u.active, ${takesVisits('u')} as takes_visits, u.skills, u.time_zone, u.working_hours,
     o.time_zone as organization_time_zone, o.working_hours as organization_hours,
     visits.list as visits, away.list as away
   from users u
   cross join lateral (
     select time_zone, working_hours from organizations where organization_id = $1 limit 1
   ) as o
   left join lateral (
     select json_agg(json_build_array(
              (extract(epoch from a.starts_at) * 1000)::bigint,
              (extract(epoch from a.ends_at) * 1000)::bigint) order by a.starts_at) as list
     from (
       select a.starts_at, a.ends_at from appointments a
       where a.organization_id = $1 and a.assigned_to = u.user_id
         and a.starts_at > $2::timestamptz - ${MAX_LENGTH} and a.starts_at < $4 and a.ends_at > $2
         and ${ON_BOARD} and a.status <> 'no_show'
       union all
       select a.starts_at, a.ends_at from appointment_people p
       cross join lateral (
         select * from appointments a
         where a.organization_id = $1 and a.appointment_id = p.appointment_id limit 1
       ) as a
       where p.organization_id = $1 and p.user_id = u.user_id and not p.is_lead
         and p.starts_at > $2::timestamptz - ${MAX_LENGTH} and p.starts_at < $4 and p.ends_at > $2
         and ${ON_BOARD} and a.status <> 'no_show'
     ) as a
   ) as visits on true
   left join lateral (
     select json_agg(json_build_array(
              (extract(epoch from t.starts_at) * 1000)::bigint,
              (extract(epoch from t.ends_at) * 1000)::bigint) order by t.starts_at) as list
     from time_off t
     where t.organization_id = $1 and t.user_id = u.user_id and t.deleted_at is null
       and t.ends_at > $2 and t.starts_at < $4
   ) as away on true
   where u.organization_id = $1 and u.active and (${takesVisits('u')} or visits.list is not null)
   order by lower(u.name), u.user_id limit $5`,
);

interface PeopleRow extends PersonRow {
  organization_time_zone: string;
  organization_hours: WorkingHours;
  visits: [start: number, end: number][] | null;
  away: [start: number, end: number][] | null;
}

/** Up to one more than `MAX_PEOPLE`, by name. */
export async function readTimeOfPeople(tx: Tx, span: Interval): Promise<PersonsTime[]> {
  const rows = await tx.query<PeopleRow>(selectPeople, [
    tx.organizationId,
    new Date(span.start),
    tx.now,
    new Date(span.end),
    MAX_PEOPLE + 1,
  ]);
  return mapWithPauses(rows, (row) => {
    const hours = { time_zone: row.organization_time_zone, working_hours: row.organization_hours };
    return {
      userId: row.user_id,
      name: row.name,
      shifts: shiftsOf(toCalendar(row, hours, []), span),
      timeOff: (row.away ?? []).map(toInterval),
      scheduled: (row.visits ?? []).map(toInterval),
    };
  });
}

function toInterval([start, end]: [start: number, end: number]): Interval {
  return { start, end };
}
