import { toPublicId, toPublicIdOrNull } from '../../domain/ids.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { notFound } from '../../platform/errors.ts';
import { HOLD_LAPSED, isLapsed, type Status } from './appointment.ts';
import type { Appointment, Location, Warning } from './appointment-schemas.ts';
import type { Whose } from './calendars.ts';

export interface AppointmentRow {
  appointment_id: string;
  lifecycle_number: string;
  lead_id: string;
  job_id: string | null;
  team_id: string | null;
  assigned_to: string | null;
  type: string;
  status: Status;
  starts_at: Date;
  ends_at: Date;
  blocked_until: Date;
  hold_expires_at: Date | null;
  arrival_starts_at: Date | null;
  arrival_ends_at: Date | null;
  location: Location | null;
  notes: string | null;
  confirmed_at: Date | null;
  dispatched_at: Date | null;
  en_route_at: Date | null;
  started_at: Date | null;
  completed_at: Date | null;
  no_show_at: Date | null;
  canceled_at: Date | null;
  cancel_reason: string | null;
  revision: number;
  created_at: Date;
  updated_at: Date;
}

/** What an appointment shows of the lead, the customer and the user it belongs to, as they are now. */
export interface Surroundings {
  customer_id: string | null;
  contact_name: string | null;
  contact_phone: string | null;
  contact_email: string | null;
  assignee_name: string | null;
  assignee_email: string | null;
  time_zone: string;
}

export type FullAppointment = AppointmentRow & Surroundings;

const COLUMN_LIST = [
  'appointment_id',
  'lifecycle_number',
  'lead_id',
  'job_id',
  'team_id',
  'assigned_to',
  'type',
  'status',
  'starts_at',
  'ends_at',
  'blocked_until',
  'hold_expires_at',
  'arrival_starts_at',
  'arrival_ends_at',
  'location',
  'notes',
  'confirmed_at',
  'dispatched_at',
  'en_route_at',
  'started_at',
  'completed_at',
  'no_show_at',
  'canceled_at',
  'cancel_reason',
  'revision',
  'created_at',
  'updated_at',
] as const satisfies (keyof AppointmentRow)[];

/** The limits of 1 keep each a lookup by its key, whatever the planner knows of the tables. */
export const FULL_COLUMNS = `${COLUMN_LIST.map((column) => `a.${column}`).join(', ')},
  l.customer_id, coalesce(c.name, l.name) as contact_name, coalesce(c.phone, l.phone) as contact_phone,
  coalesce(c.email, l.email) as contact_email, u.name as assignee_name, u.email as assignee_email,
  coalesce(u.time_zone, o.time_zone) as time_zone`;
export const SURROUNDINGS = `
  cross join lateral (
    select name, phone, email, customer_id from leads
    where organization_id = $1 and lead_id = a.lead_id limit 1
  ) as l
  cross join lateral (select time_zone from organizations where organization_id = $1 limit 1) as o
  left join lateral (
    select name, phone, email from customers
    where organization_id = $1 and customer_id = l.customer_id limit 1
  ) as c on true
  left join lateral (
    select name, email, time_zone from users
    where organization_id = $1 and user_id = a.assigned_to limit 1
  ) as u on true`;

export function toAppointment(
  row: FullAppointment,
  now: Date,
  warnings: Warning[] = [],
): Appointment {
  const lapsed = isLapsed(row, now);
  const isHeld = row.status === 'held' && !lapsed;
  return {
    appointment_id: toPublicId('appointment', row.appointment_id),
    ...(isHeld ? { hold_id: toPublicId('hold', row.appointment_id) } : {}),
    lifecycle_number: row.lifecycle_number,
    lead_id: toPublicId('lead', row.lead_id),
    customer_id: toPublicIdOrNull('customer', row.customer_id),
    job_id: toPublicIdOrNull('job', row.job_id),
    contact: { name: row.contact_name, phone: row.contact_phone, email: row.contact_email },
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    duration_minutes: (row.ends_at.getTime() - row.starts_at.getTime()) / 60_000,
    time_zone: row.time_zone,
    arrival_window:
      row.arrival_starts_at === null || row.arrival_ends_at === null
        ? null
        : {
            starts_at: row.arrival_starts_at.toISOString(),
            ends_at: row.arrival_ends_at.toISOString(),
          },
    assigned_to: toPublicIdOrNull('user', row.assigned_to),
    assignee:
      row.assignee_name === null || row.assignee_email === null
        ? null
        : { name: row.assignee_name, email: row.assignee_email },
    team_id: toPublicIdOrNull('team', row.team_id),
    type: row.type,
    location: row.location,
    notes: row.notes,
    status: lapsed ? 'canceled' : row.status,
    hold_expires_at: row.hold_expires_at?.toISOString() ?? null,
    confirmed_at: row.confirmed_at?.toISOString() ?? null,
    dispatched_at: row.dispatched_at?.toISOString() ?? null,
    en_route_at: row.en_route_at?.toISOString() ?? null,
    started_at: row.started_at?.toISOString() ?? null,
    completed_at: row.completed_at?.toISOString() ?? null,
    no_show_at: row.no_show_at?.toISOString() ?? null,
    canceled_at: (lapsed ? row.hold_expires_at : row.canceled_at)?.toISOString() ?? null,
    cancel_reason: lapsed ? HOLD_LAPSED : row.cancel_reason,
    warnings,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

const insertRow = statement(
  'insert_appointment',
  `insert into appointments (organization_id, ${COLUMN_LIST.join(', ')})
   values ($1, ${COLUMN_LIST.map((_, index) => `$${index + 2}`).join(', ')})`,
);

/** Refused by appointment_no_overlap when the time is taken. */
export function insertAppointment(tx: Tx, row: AppointmentRow): Promise<unknown> {
  return tx.query(insertRow, [tx.organizationId, ...valuesOf(row)]);
}

const updateRow = statement(
  'update_appointment',
  `update appointments
   set ${COLUMN_LIST.slice(1)
     .map((column, index) => `${column} = $${index + 3}`)
     .join(', ')}
   where organization_id = $1 and appointment_id = $2`,
);

/** Refused by appointment_no_overlap when the time is taken. */
export function saveAppointment(tx: Tx, row: AppointmentRow): Promise<unknown> {
  return tx.query(updateRow, [tx.organizationId, ...valuesOf(row)]);
}

function valuesOf(row: AppointmentRow): unknown[] {
  return COLUMN_LIST.map((column) =>
    column === 'location' ? row.location && JSON.stringify(row.location) : row[column],
  );
}

const selectOne = statement(
  'select_appointment',
  `select ${FULL_COLUMNS} from appointments a ${SURROUNDINGS}
   where a.organization_id = $1 and a.appointment_id = $2`,
);

export async function findAppointment(
  tx: Tx,
  id: string,
  what: 'appointment' | 'hold' = 'appointment',
): Promise<FullAppointment> {
  const [row] = await tx.query<FullAppointment>(selectOne, [tx.organizationId, id]);
  if (!row) throw notFound(what);
  return row;
}

const lockRow = statement(
  'lock_appointment',
  `select from appointments where organization_id = $1 and appointment_id = $2 for no key update`,
);

/**
 * Two statements, sent in one go: one that had to wait for the lock would show the appointment as it has
 * become, beside the name of whoever it was assigned to before.
 */
export function lockAppointment(tx: Tx, id: string): Promise<FullAppointment> {
  tx.query(lockRow, [tx.organizationId, id]);
  return findAppointment(tx, id);
}

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

const selectNewest = statement(
  'list_newest_appointments',
  `select ${FULL_COLUMNS} from (
     select a.* from unnest($2::text[]) as wanted (number)
     cross join lateral (
       select * from appointments
       where organization_id = $1 and lifecycle_number = wanted.number and status <> 'held'
       order by appointment_id desc limit 20
     ) as a
     order by appointment_id desc limit 20
   ) as a ${SURROUNDINGS} order by a.appointment_id desc`,
);

/** The newest twenty of several numbers that are one; a hold is none yet. */
export async function newestAppointments(
  tx: Tx,
  lifecycleNumbers: readonly string[],
): Promise<Appointment[]> {
  const rows = await tx.query<FullAppointment>(selectNewest, [tx.organizationId, lifecycleNumbers]);
  return rows.map((row) => toAppointment(row, tx.now));
}
