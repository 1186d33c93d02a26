import type { ArrivalWindowRule } from '../../domain/arrival-window.ts';
import { type Interval, shiftsBetween, type WorkingHours } from '../../domain/working-hours.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { notFound } from '../../platform/errors.ts';
import { takesVisits } from '../organizations/index.ts';
import type { Busy } from './slots.ts';

/** Whose calendars to read: some users, or the members of a team. */
export type CalendarOwners = { userIds: readonly string[] } | { teamId: string };

/** The organization's scheduling settings. */
export interface Scheduling {
  timeZone: string;
  minimumNoticeMs: number;
  bufferMs: number;
  stepMs: number;
  horizonMs: number;
  /** Null if the organization promises no arrival windows. */
  arrivalWindow: ArrivalWindowRule | null;
}

/** The time of one user: their working hours, and what they already have to do. */
export interface Calendar {
  userId: string;
  name: string;
  /** False for an inactive user, and for all members of an inactive team. */
  isActive: boolean;
  /** False for a member of a team who takes no visits. Such a user is booked only by id. */
  isOffered: boolean;
  skills: readonly string[];
  timeZone: string;
  hours: WorkingHours;
  busy: Busy[];
}

export interface Calendars {
  scheduling: Scheduling;
  people: Calendar[];
}

/** The time zone that times are shown in: of the only user, or of the organization. */
export function timeZoneOf({ people, scheduling }: Calendars, isOneUser: boolean): string {
  if (!isOneUser) return scheduling.timeZone;
  if (people[0] === undefined) throw notFound('user');
  return people[0].timeZone;
}

/** The longest appointment with its buffer: whatever overlaps a span starts at most this long before it. */
const MAX_LENGTH = `interval '32 hours'`;

const selectScheduling = statement(
  'select_scheduling',
  `select o.time_zone, o.working_hours, o.minimum_notice_minutes, o.buffer_minutes, o.step_minutes,
          o.horizon_days, o.arrival_window_minutes, o.arrival_window_aligned,
          (select t.active from teams t where t.organization_id = $1 and t.team_id = $2) as team_active
   from organizations o where o.organization_id = $1`,
);

/**
 * One row per user, with all their appointments and time off in the span: one statement for any number of
 * users. The appointments of each user are one range of an index, so years of history cost nothing. Times are
 * milliseconds in JSON, because parsing 2,000 rows with timestamps takes the driver longer than the query takes
 * the database.
 */
const selectCalendars = statement(
  'select_calendars',
  `with people as (
     select unnest($2::uuid[]) as user_id
     union
     select user_id from team_members
     where organization_id = $1 and team_id = $3 and removed_at is null
   )
   select u.user_id, u.name, u.active, ${takesVisits('u')} as takes_visits, u.skills, u.time_zone, u.working_hours,
     taken.list as taken, away.list as away
   from people
   cross join lateral (
     select * from users u where u.organization_id = $1 and u.user_id = people.user_id limit 1
   ) as u
   left join lateral (
     select json_agg(json_build_array(
              (extract(epoch from a.starts_at) * 1000)::bigint, (extract(epoch from a.ends_at) * 1000)::bigint,
              (extract(epoch from a.blocked_until) * 1000)::bigint, a.status = 'held', a.appointment_id)) as list
     from appointments a
     where a.organization_id = $1 and a.assigned_to = u.user_id
       and a.starts_at >= $4::timestamptz - ${MAX_LENGTH} and a.starts_at < $5 and a.blocked_until > $4
       and a.status in ('held', 'booked', 'confirmed', 'dispatched', 'en_route', 'in_progress')
       and (a.status <> 'held' or a.hold_expires_at > $6)
   ) as taken on true
   left join lateral (
     select json_agg(json_build_array(
              (extract(epoch from t.starts_at) * 1000)::bigint, (extract(epoch from t.ends_at) * 1000)::bigint,
              t.time_off_id)) as list
     from time_off t
     where t.organization_id = $1 and t.user_id = u.user_id and t.deleted_at is null
       and t.ends_at > $4 and t.starts_at < $5
   ) as away on true
   order by u.user_id`,
);

interface SchedulingRow {
  time_zone: string;
  working_hours: WorkingHours;
  minimum_notice_minutes: number;
  buffer_minutes: number;
  step_minutes: number;
  horizon_days: number;
  arrival_window_minutes: number | null;
  arrival_window_aligned: boolean;
  /** Null if the team does not exist, or none was requested. */
  team_active: boolean | null;
}

/** A user. Time zone and working hours are null where the organization's apply. */
export interface PersonRow {
  user_id: string;
  name: string;
  active: boolean;
  takes_visits: boolean;
  skills: string[];
  time_zone: string | null;
  working_hours: WorkingHours | null;
}

interface CalendarRow extends PersonRow {
  taken: [start: number, end: number, blockedUntil: number, isHold: boolean, id: string][] | null;
  away: [start: number, end: number, id: string][] | null;
}

/** Reads the calendars of the given users or team over a span, in one round trip. */
export async function readCalendars(
  tx: Tx,
  owners: CalendarOwners,
  span: Interval,
): Promise<Calendars> {
  const userIds = 'userIds' in owners ? owners.userIds : [];
  const teamId = 'teamId' in owners ? owners.teamId : null;
  const [[organization], rows] = await Promise.all([
    tx.query<SchedulingRow>(selectScheduling, [tx.organizationId, teamId]),
    tx.query<CalendarRow>(selectCalendars, [
      tx.organizationId,
      userIds,
      teamId,
      new Date(span.start),
      new Date(span.end),
      tx.now,
    ]),
  ]);
  if (!organization) throw notFound('organization');
  if (teamId !== null && organization.team_active === null) throw notFound('team');
  return {
    scheduling: toScheduling(organization),
    people: rows.map((row) => ({
      ...toPersonCalendar(row, organization),
      isOffered: teamId === null || row.takes_visits,
    })),
  };
}

const MINUTE = 60_000;

function toScheduling(row: SchedulingRow): Scheduling {
  return {
    timeZone: row.time_zone,
    minimumNoticeMs: row.minimum_notice_minutes * MINUTE,
    bufferMs: row.buffer_minutes * MINUTE,
    stepMs: row.step_minutes * MINUTE,
    horizonMs: row.horizon_days * 24 * 60 * MINUTE,
    arrivalWindow:
      row.arrival_window_minutes === null
        ? null
        : { minutes: row.arrival_window_minutes, aligned: row.arrival_window_aligned },
  };
}

function toPersonCalendar(row: CalendarRow, organization: SchedulingRow): Calendar {
  const taken = (row.taken ?? []).map(([start, end, blockedUntil, isHold, ref]): Busy => {
    const reason = isHold ? 'hold' : 'appointment';
    return { start, end, bufferMs: blockedUntil - end, reason, ref };
  });
  const away = (row.away ?? []).map(([start, end, ref]): Busy => {
    return { start, end, bufferMs: 0, reason: 'time_off', ref };
  });
  const calendar = toCalendar(row, organization, [...taken, ...away]);
  return { ...calendar, isActive: row.active && organization.team_active !== false };
}

/** The calendar of one user, with the organization's time zone and hours where they have none of their own. */
export function toCalendar(
  row: PersonRow,
  organization: { time_zone: string; working_hours: WorkingHours },
  busy: Busy[],
): Calendar {
  return {
    userId: row.user_id,
    name: row.name,
    isActive: row.active,
    isOffered: row.takes_visits,
    skills: row.skills,
    timeZone: row.time_zone ?? organization.time_zone,
    hours: row.working_hours ?? organization.working_hours,
    busy,
  };
}

/** The shifts on the dates of a span, in the user's time zone. */
export function shiftsOf({ hours, timeZone }: Calendar, span: Interval): Interval[] {
  const dateAt = (time: number) =>
    Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone).toPlainDate();
  return shiftsBetween(hours, timeZone, dateAt(span.start), dateAt(span.end));
}
