import { type Statement, statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { NIL_UUID } from '../../platform/ids.ts';
import {
  CAN_BE_UNASSIGNED,
  FULL_COLUMNS,
  type FullAppointment,
  RELATED_JOINS,
  STATUSES,
  type Status,
} from '../calendar/index.ts';

export interface AppointmentFilters {
  /** A time, or a date in the organization's time zone. */
  from: string | null;
  to: string | null;
  assignedTo: string | null;
  /** A user in the crew. */
  crew: string | null;
  teamId: string | null;
  /** True: only those in the tray. False: only assigned ones. */
  unassigned: boolean | null;
  statuses: readonly Status[] | null;
  lifecycleNumber: string | null;
  jobId: string | null;
  reviewed: boolean | null;
}

/** The longest appointment: one that ends after a time starts at most this long before it. */
const MAX_LENGTH = `interval '24 hours'`;

/**
 * Dates begin at midnight in the organization's time zone, and the last date is included. `offset 0` keeps this a
 * separate subquery: with the conversions inline, row-level security would prevent use of the index.
 */
const BOUNDS = `(
  select *, lower - ${MAX_LENGTH} as earliest from (
    select case when $2 ~ '^.{10}$' then $2::timestamp at time zone o.time_zone
                else coalesce($2::timestamptz, '-infinity') end as lower,
           case when $3 ~ '^.{10}$' then ($3::timestamp + interval '1 day') at time zone o.time_zone
                else coalesce($3::timestamptz, 'infinity') end as upper
    from organizations o where o.organization_id = $1
  ) as given offset 0
) as bounds`;

const TRAY = `a.assigned_to is null and a.status in (${CAN_BE_UNASSIGNED.map((status) => `'${status}'`).join(', ')})`;
const IN_TEAM = `exists (select from team_members m
      where m.organization_id = $1 and m.team_id = $10 and m.user_id = a.assigned_to and m.removed_at is null)`;

/** All filters except the leading one, which each statement uses as its index condition. */
const FILTERS = `a.starts_at > bounds.earliest and a.starts_at < bounds.upper and a.ends_at > bounds.lower
    and (a.starts_at, a.appointment_id) > ($4::timestamptz, $5::uuid)
    and case when a.status = 'held' and a.hold_expires_at <= $7 then 'canceled' else a.status end = any ($8)
    and ($9::uuid is null or a.assigned_to = $9)
    and ($10::uuid is null or ${IN_TEAM})
    and ($11::boolean is null or case when $11 then ${TRAY} else a.assigned_to is not null end)
    and ($12::text is null or a.lifecycle_number = $12)
    and ($13::uuid is null or a.job_id = $13)
    and ($14::uuid is null or $14 = any (a.crew))
    and ($15::boolean is null or (a.review_rating is not null) = $15)`;
const PAGE = 'order by a.starts_at, a.appointment_id limit $6';

/** Reads the page from its index first, then joins the related rows. */
const list = (name: string, leading: string, people = '') =>
  statement(
    name,
    `select ${FULL_COLUMNS} from (
       select a.* from ${BOUNDS} ${people} cross join lateral (
         select * from appointments a where a.organization_id = $1 and ${leading} and ${FILTERS} ${PAGE}
       ) as a ${PAGE}
     ) as a ${RELATED_JOINS} order by a.starts_at, a.appointment_id`,
  );
const all = list('list_appointments', 'true');
const inTray = list('list_appointments_in_tray', TRAY);
const reviewed = list('list_reviewed_appointments', 'a.review_rating is not null');
const ofUser = list('list_appointments_of_user', 'a.assigned_to = $9');
const ofLifecycle = list('list_appointments_of_lifecycle', 'a.lifecycle_number = $12');
const ofJob = list('list_appointments_of_job', 'a.job_id = $13');
const ofCrew = list(
  'list_appointments_of_crew',
  'a.appointment_id = p.appointment_id',
  `join appointment_people p on p.organization_id = $1 and p.user_id = $14 and not p.is_lead
    and p.starts_at > bounds.earliest and p.starts_at < bounds.upper`,
);
const ofTeam = list(
  'list_appointments_of_team',
  'a.assigned_to = m.user_id',
  `join team_members m on m.organization_id = $1 and m.team_id = $10 and m.removed_at is null`,
);

const DEFAULT_STATUSES = STATUSES.filter((status) => status !== 'held');

/** Appointments after the given one, earliest start first, read by the index of the most selective filter. */
export function listAppointmentRows(
  tx: Tx,
  filters: AppointmentFilters,
  after: { startsAt: Date; id: string } | null,
  limit: number,
): Promise<FullAppointment[]> {
  return tx.query(mostSelective(filters), [
    tx.organizationId,
    filters.from,
    filters.to,
    after?.startsAt ?? '-infinity',
    after?.id ?? NIL_UUID,
    limit,
    tx.now,
    filters.statuses ?? DEFAULT_STATUSES,
    filters.assignedTo,
    filters.teamId,
    filters.unassigned,
    filters.lifecycleNumber,
    filters.jobId,
    filters.crew,
    filters.reviewed,
  ]);
}

function mostSelective(filters: AppointmentFilters): Statement {
  if (filters.jobId !== null) return ofJob;
  if (filters.lifecycleNumber !== null) return ofLifecycle;
  if (filters.unassigned) return inTray;
  if (filters.crew !== null) return ofCrew;
  if (filters.reviewed) return reviewed;
  if (filters.assignedTo !== null) return ofUser;
  return filters.teamId === null ? all : ofTeam;
}
