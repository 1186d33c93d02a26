import { type Place, placeOf } from '../../domain/distance.ts';
import type { Interval, WorkingHours } from '../../domain/working-hours.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { notFound } from '../../platform/errors.ts';
import {
  type Busy,
  type Calendar,
  FULL_COLUMNS,
  type FullAppointment,
  LIVE,
  type Location,
  type PersonRow,
  peopleOf,
  RELATED_JOINS,
  toCalendar,
} from '../calendar/index.ts';
import { takesVisits } from '../organizations/index.ts';
import { MAX_DAYS } from './board-schemas.ts';

/** The longest appointment: one that ends after a time starts at most this long before it. */
export const MAX_LENGTH = `interval '24 hours'`;
/** For SQL: statuses that block the assignee's time. */
export const LIVE_STATUSES = LIVE.map((status) => `'${status}'`).join(', ');

/**
 * In the organization's time zone: the requested dates ($2 to $6, at most a week), or that of the current time ($3).
 * Computed apart (`offset 0`), because a condition that computes with another row is not evaluated before the policies, so
 * not in an index: then all appointments that a user ever had are read.
 */
const DAY = `(
  select o.time_zone, o.working_hours, d.date, d.last_date,
         d.date::timestamp at time zone o.time_zone as starts_at,
         d.date::timestamp at time zone o.time_zone - ${MAX_LENGTH} as earliest_at,
         (d.last_date + 1)::timestamp at time zone o.time_zone as ends_at
  from organizations o
  cross join lateral (
    select first.date, least(coalesce($6::date, first.date), first.date + ${MAX_DAYS - 1}) as last_date
    from (select coalesce($2::date, ($3::timestamptz at time zone o.time_zone)::date) as date) as first
  ) as d
  where o.organization_id = $1 offset 0
) as day`;
const TOUCHES_DAY = `a.starts_at > day.earliest_at and a.starts_at < day.ends_at
  and a.ends_at > day.starts_at`;

/** A user in the crew of a visit: it is on the board as long as it is not canceled, nor a hold that has ended. */
const IN_CREW_THEN = `not p.is_lead and p.starts_at > day.earliest_at and p.starts_at < day.ends_at
  and p.ends_at > day.starts_at and (p.held_until is null or p.held_until > $3)`;

/** What the board shows: not what was canceled, nor holds that have ended. */
export const ON_BOARD = `a.status <> 'canceled' and (a.status <> 'held' or a.hold_expires_at > $3)`;
/**
 * Active users who take visits, of the team if one is given, and others who have appointments then: active ones any,
 * inactive ones some that are not over.
 */
const LANES = `(
  select u.* from users u
  where u.organization_id = $1
    and ($4::uuid is null or exists (
      select from team_members m
      where m.organization_id = $1 and m.team_id = $4 and m.user_id = u.user_id and m.removed_at is null))
    and (u.active and ${takesVisits('u')} or exists (
      select from appointments a
      where a.organization_id = $1 and a.assigned_to = u.user_id and ${TOUCHES_DAY}
        and ${ON_BOARD} and (u.active or a.status in (${LIVE_STATUSES})))
      or exists (
      select from appointment_people p
      where p.organization_id = $1 and p.user_id = u.user_id and ${IN_CREW_THEN} and (u.active or p.blocks)))
  order by lower(u.name), u.user_id limit $5
) as u`;

const selectDay = statement(
  'select_dispatch_day',
  `select day.date::text as date, day.last_date::text as last_date, day.time_zone, day.working_hours, day.starts_at, day.ends_at,
          $4::uuid is null or exists (
            select from teams t where t.organization_id = $1 and t.team_id = $4) as has_team,
          (select count(*) from (
             select from appointments a
             where a.organization_id = $1 and a.assigned_to is null and a.status in ('booked', 'confirmed')
               and a.starts_at < day.starts_at and a.starts_at < $3
               and ($4 is null or a.team_id is null or a.team_id = $4)
             limit $5) as waiting) as late
   from ${DAY}`,
);
const selectLanes = statement(
  'select_dispatch_lanes',
  `select u.user_id, u.name, u.active, ${takesVisits('u')} as takes_visits, u.skills, u.time_zone, u.working_hours,
     u.start_location, away.list as away
   from ${DAY} cross join lateral ${LANES}
   left join lateral (
     select json_agg(json_build_object(
              'id', t.time_off_id, 'reason', t.reason,
              'start', (extract(epoch from t.starts_at) * 1000)::bigint,
              'end', (extract(epoch from t.ends_at) * 1000)::bigint) order by t.starts_at) as list
     from time_off t
     where t.organization_id = $1 and t.user_id = u.user_id and t.deleted_at is null
       and t.ends_at > day.starts_at and t.starts_at < day.ends_at
   ) as away on true
   order by lower(u.name), u.user_id`,
);
/**
 * More than anyone has in a week. The limit makes the planner read each lane as one range of an index. Without it,
 * the planner joins all appointments ever made, which took 770 ms for 200 users with 430 days of history.
 */
const MAX_PER_LANE = 300;
/**
 * Lanes and tray in one statement, so an appointment that moves between them is seen in its lanes or in the tray. One with a
 * crew is read for each of its lanes.
 */
const selectAppointments = statement(
  'select_dispatch_appointments',
  `select ${FULL_COLUMNS} from (
     select a.* from ${DAY} cross join lateral ${LANES}
     cross join lateral (
       select * from appointments a
       where a.organization_id = $1 and a.assigned_to = u.user_id and ${TOUCHES_DAY}
         and ${ON_BOARD}
       order by a.starts_at, a.appointment_id limit ${MAX_PER_LANE}
     ) as a
     union all
     select a.* from ${DAY} cross join lateral ${LANES}
     cross join lateral (
       select * from appointment_people p
       where p.organization_id = $1 and p.user_id = u.user_id and ${IN_CREW_THEN}
       order by p.starts_at, p.appointment_id limit ${MAX_PER_LANE}
     ) as p
     cross join lateral (
       select * from appointments a
       where a.organization_id = $1 and a.appointment_id = p.appointment_id limit 1
     ) as a
     union all
     select a.* from ${DAY} cross join lateral (
       select * from appointments a
       where a.organization_id = $1 and a.assigned_to is null and a.status in ('booked', 'confirmed')
         and a.starts_at >= day.starts_at and a.starts_at < day.ends_at
         and ($4 is null or a.team_id is null or a.team_id = $4)
       order by a.starts_at, a.appointment_id limit $5
     ) as a
   ) as a ${RELATED_JOINS}
   order by a.starts_at, a.appointment_id`,
);

interface DayRow {
  date: string;
  last_date: string;
  time_zone: string;
  working_hours: WorkingHours;
  starts_at: Date;
  ends_at: Date;
  has_team: boolean;
  late: number;
}

interface LaneRow extends PersonRow {
  start_location: Location | null;
  away: TimeOff[] | null;
}

export interface TimeOff extends Interval {
  id: string;
  reason: string | null;
}

/** The days of one user. The calendar contains only time off; appointments are separate. */
export interface Lane {
  calendar: Calendar;
  /** Where the days of the user start, if that is known. */
  startLocation: Place | null;
  timeOff: TimeOff[];
  appointments: FullAppointment[];
}

export interface Board {
  date: string;
  lastDate: string;
  timeZone: string;
  day: Interval;
  lanes: Lane[];
  tray: FullAppointment[];
  late: number;
}

export interface BoardRequest {
  /** Null for today. */
  from: string | null;
  /** Null for the same date. */
  to: string | null;
  teamId: string | null;
  limit: number;
}

/** Reads the board of some days in one round trip, with up to `limit` + 1 lanes and tray appointments. */
export async function readBoard(tx: Tx, { from, to, teamId, limit }: BoardRequest): Promise<Board> {
  const values = [tx.organizationId, from, tx.now, teamId, limit + 1, to];
  const [[day], lanes, appointments] = await Promise.all([
    tx.query<DayRow>(selectDay, [tx.organizationId, from, tx.now, teamId, limit, to]),
    tx.query<LaneRow>(selectLanes, values),
    tx.query<FullAppointment>(selectAppointments, values),
  ]);
  if (!day) throw notFound('organization');
  if (!day.has_team) throw notFound('team');
  const byPerson = byPersonOf(appointments);
  return {
    date: day.date,
    lastDate: day.last_date,
    timeZone: day.time_zone,
    day: { start: day.starts_at.getTime(), end: day.ends_at.getTime() },
    lanes: lanes.map((row) => toLane(row, day, byPerson.get(row.user_id) ?? [])),
    tray: byPerson.get(null) ?? [],
    late: day.late,
  };
}

/** The appointments of each user, as the one who leads them or in the crew, in order; those of no one under null. */
function byPersonOf(
  appointments: readonly FullAppointment[],
): Map<string | null, FullAppointment[]> {
  const once = new Map(appointments.map((row) => [row.appointment_id, row]));
  const byPerson = new Map<string | null, FullAppointment[]>();
  for (const row of once.values()) {
    const people = row.assigned_to === null ? [null] : peopleOf(row);
    for (const person of people) {
      const list = byPerson.get(person);
      if (list === undefined) byPerson.set(person, [row]);
      else list.push(row);
    }
  }
  return byPerson;
}

function toLane(row: LaneRow, organization: DayRow, appointments: FullAppointment[]): Lane {
  const timeOff = row.away ?? [];
  const busy = timeOff.map(({ id, start, end }): Busy => {
    return { start, end, bufferMs: 0, reason: 'time_off', ref: id };
  });
  return {
    calendar: toCalendar(row, organization, busy),
    startLocation: placeOf(row.start_location),
    timeOff,
    appointments,
  };
}
