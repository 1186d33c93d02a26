import type { ArrivalWindowRule } from '../../domain/arrival-window.ts';
import { type Place, placeKey, placeOf, type TravelRule, wayKey } from '../../domain/distance.ts';
import { type Interval, shiftsBetween, type WorkingHours } from '../../domain/working-hours.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { notFound } from '../../platform/errors.ts';
import type { ServedArea } from '../areas/index.ts';
import { readFullDays, type VisitKind } from '../capacity/index.ts';
import { takesVisits } from '../organizations/index.ts';
import type { Need } from './booking.ts';
import type { Busy } from './slots.ts';

/** Whose calendars to read: some users, the members of a team, or everyone who takes visits. */
export type CalendarOwners =
  | { userIds: readonly string[] }
  | { teamId: string }
  | { everyone: true };

/** The organization's scheduling settings. */
export interface Scheduling {
  timeZone: string;
  minimumNoticeMs: number;
  bufferMs: number;
  stepMs: number;
  horizonMs: number;
  /** Null if the organization promises no arrival windows. */
  arrivalWindow: ArrivalWindowRule | null;
  /** Null if the way between visits is not counted. */
  travel: TravelRule | null;
}

/** The time of one user: their working hours, and what they already have to do. */
export interface Calendar {
  userId: string;
  name: string;
  /** False for an inactive user, and for all members of an inactive team. */
  isActive: boolean;
  /** False for a member of a team who takes no visits. Such a user is booked only by id. */
  isOffered: boolean;
  /** False for a user who does not work in the area that is asked about. */
  isInArea: boolean;
  skills: readonly string[];
  timeZone: string;
  hours: WorkingHours;
  busy: Busy[];
  /** Where their days start, if that is known. */
  startLocation?: Place | null;
}

export interface Calendars {
  scheduling: Scheduling;
  people: Calendar[];
  /** Days on which no more visits of the kind are taken that is asked about. */
  fullDays: readonly Interval[];
}

/** The time zone that times are shown in: of the only user, or of the organization. */
export function timeZoneOf({ people, scheduling }: Calendars, isOneUser: boolean): string {
  if (!isOneUser) return scheduling.timeZone;
  if (people[0] === undefined) throw notFound('user');
  return people[0].timeZone;
}

/** The longest appointment with its buffer: whatever overlaps a span starts at most this long before it. */
const MAX_LENGTH = `interval '32 hours'`;

/** What is known of the ways from and to a place, the latest first: a busy place can have any number. */
const TRAVEL_TIMES = `
  select json_agg(json_build_array(known.from_place, known.to_place, known.seconds)) from (
    (select * from travel_times where organization_id = $1 and from_place = $3 order by asked_at desc limit 1000)
    union all
    (select * from travel_times where organization_id = $1 and to_place = $3 order by asked_at desc limit 1000)
  ) as known`;

const selectScheduling = statement(
  'select_scheduling',
  `select o.time_zone, o.working_hours, o.minimum_notice_minutes, o.buffer_minutes, o.step_minutes,
          o.horizon_days, o.arrival_window_minutes, o.arrival_window_aligned,
          o.travel_speed_kmh, o.travel_base_minutes,
          case when o.travel_speed_kmh is not null and $3::text is not null then (${TRAVEL_TIMES}) end as routed,
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
     union
     select u.user_id from users u where $7 and u.organization_id = $1 and u.active and ${takesVisits('u')}
   )
   select u.user_id, u.name, u.active, ${takesVisits('u')} as takes_visits, u.skills, u.time_zone, u.working_hours,
     u.start_location,
     taken.list as taken, away.list as away,
     ($8::uuid[] is null or u.user_id = any ($8) or exists (
       select 1 from team_members m
       where m.organization_id = $1 and m.team_id = any ($9) and m.user_id = u.user_id and m.removed_at is null
     )) as in_area
   from people
   cross join lateral (
     select * from users u where u.organization_id = $1 and u.user_id = people.user_id limit 1
   ) as u
   left join lateral (
     select json_agg(json_build_array(
              (extract(epoch from p.starts_at) * 1000)::bigint, (extract(epoch from p.ends_at) * 1000)::bigint,
              (extract(epoch from p.blocked_until) * 1000)::bigint, p.held_until is not null, p.appointment_id,
              p.latitude, p.longitude)) as list
     from appointment_people p
     where p.organization_id = $1 and p.user_id = u.user_id
       and p.starts_at >= $4::timestamptz - ${MAX_LENGTH} and p.starts_at < $5 and p.blocked_until > $4
       and p.blocks and (p.held_until is null or p.held_until > $6)
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
  travel_speed_kmh: number | null;
  travel_base_minutes: number | null;
  routed: [from: string, to: string, seconds: number][] | null;
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
  start_location?: Partial<Place> | null;
}

type Taken = [
  ...[start: number, end: number, blockedUntil: number, isHold: boolean, id: string],
  ...[latitude: number | null, longitude: number | null],
];

interface CalendarRow extends PersonRow {
  in_area: boolean;
  taken: Taken[] | null;
  away: [start: number, end: number, id: string][] | null;
}

/**
 * Reads the calendars of the given users or team over a span, in one round trip, who works in the area, and what is known
 * of the ways from and to the place. With a whole need, also which days are full.
 */
export async function readCalendars(
  tx: Tx,
  owners: CalendarOwners,
  span: Interval,
  need: Need | Pick<Need, 'area' | 'place'> = NOWHERE,
): Promise<Calendars> {
  const userIds = 'userIds' in owners ? owners.userIds : [];
  const teamId = 'teamId' in owners ? owners.teamId : null;
  const [[organization], rows, fullDaysIn] = await Promise.all([
    tx.query<SchedulingRow>(selectScheduling, [
      tx.organizationId,
      teamId,
      need.place && placeKey(need.place),
    ]),
    tx.query<CalendarRow>(selectCalendars, [
      tx.organizationId,
      userIds,
      teamId,
      new Date(span.start),
      new Date(span.end),
      tx.now,
      'everyone' in owners,
      ...workersOf(need.area),
    ]),
    'service' in need ? readFullDays(tx, kindOf(need), span) : null,
  ]);
  if (!organization) throw notFound('organization');
  if (teamId !== null && organization.team_active === null) throw notFound('team');
  return {
    scheduling: toScheduling(organization),
    people: rows.map((row) => ({
      ...toPersonCalendar(row, organization),
      isOffered: teamId === null || row.takes_visits,
      isInArea: row.in_area,
    })),
    fullDays: fullDaysIn?.(organization.time_zone) ?? [],
  };
}

const NOWHERE = { area: null, place: null };

/** Users and teams of an area; null users for everyone. */
export function workersOf(area: ServedArea | null): [readonly string[] | null, readonly string[]] {
  if (area === null || area.userIds.length + area.teamIds.length === 0) return [null, []];
  return [area.userIds, area.teamIds];
}

export function kindOf({ service, area }: Need): VisitKind {
  return { service, areaId: area?.areaId ?? null };
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
    travel:
      row.travel_speed_kmh === null
        ? null
        : {
            speedKmh: row.travel_speed_kmh,
            baseMs: (row.travel_base_minutes ?? 0) * MINUTE,
            routed: new Map(
              row.routed?.map(([from, to, seconds]) => [wayKey(from, to), seconds]) ?? [],
            ),
          },
  };
}

function toPersonCalendar(row: CalendarRow, organization: SchedulingRow): Calendar {
  const taken = (row.taken ?? []).map((one): Busy => {
    const [start, end, blockedUntil, isHold, ref, latitude, longitude] = one;
    const reason = isHold ? 'hold' : 'appointment';
    const place = latitude === null || longitude === null ? null : { latitude, longitude };
    return { start, end, bufferMs: blockedUntil - end, reason, ref, place };
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
    isInArea: true,
    skills: row.skills,
    timeZone: row.time_zone ?? organization.time_zone,
    hours: row.working_hours ?? organization.working_hours,
    busy,
    startLocation: placeOf(row.start_location ?? null),
  };
}

/** The shifts on the dates of a span, in the user's time zone. */
export function shiftsOf({ hours, timeZone }: Calendar, span: Interval): Interval[] {
  const dateAt = (time: number) =>
    Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone).toPlainDate();
  return shiftsBetween(hours, timeZone, dateAt(span.start), dateAt(span.end));
}
