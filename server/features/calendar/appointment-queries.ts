import { foundRow } from '../../platform/database/found-row.ts';
import { statement } from '../../platform/database/statement.ts';
import { table } from '../../platform/database/table.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { keepCapacityRules } from '../capacity/index.ts';
import { type AppointmentRow, type FullAppointment, toAppointment } from './appointment-row.ts';
import type { Appointment } from './appointment-schemas.ts';

const appointments = table<AppointmentRow>('appointments', {
  appointment_id: 'key',
  lifecycle_number: 'value',
  lead_id: 'value',
  job_id: 'value',
  property_id: 'value',
  booked_service: 'fixed',
  area_id: 'value',
  counted_on: 'value',
  counted_rule_ids: 'value',
  team_id: 'fixed',
  assigned_to: 'value',
  crew: 'value',
  type: 'value',
  status: 'value',
  starts_at: 'value',
  ends_at: 'value',
  blocked_until: 'value',
  hold_expires_at: 'fixed',
  arrival_starts_at: 'value',
  arrival_ends_at: 'value',
  location: 'json',
  notes: 'value',
  confirmed_at: 'value',
  dispatched_at: 'value',
  en_route_at: 'value',
  eta_minutes: 'value',
  eta_at: 'value',
  started_at: 'value',
  completed_at: 'value',
  no_show_at: 'value',
  canceled_at: 'value',
  cancel_reason: 'value',
  review_rating: 'value',
  review_comment: 'value',
  reviewed_at: 'value',
  last_step_at: 'value',
  revision: 'value',
  created_at: 'fixed',
  updated_at: 'value',
});

/** The limit of 1 makes the planner look up each row by its key, whatever the table statistics say. */
export const FULL_COLUMNS = `${appointments.columnsOf('a')},
  l.customer_id, coalesce(c.name, l.name) as contact_name, coalesce(c.phone, l.phone) as contact_phone,
  coalesce(c.email, l.email) as contact_email, u.name as assignee_name, u.email as assignee_email,
  coalesce(u.time_zone, o.time_zone) as time_zone, needed.code as service,
  coalesce(s.skills, array[needed.code]) as skills_needed, s.skills is not null as are_skills_defined,
  case when a.booked_service is not null then s.buffer_minutes end as service_buffer_minutes`;
export const RELATED_JOINS = `
  left join lateral (
    select name, phone, email, customer_id, service_needed from leads
    where organization_id = $1 and lead_id = a.lead_id limit 1
  ) as l on true
  cross join lateral (select time_zone from organizations where organization_id = $1 limit 1) as o
  left join lateral (
    select name, phone, email from customers
    where organization_id = $1 and customer_id = l.customer_id limit 1
  ) as c on true
  left join lateral (
    select name, email, time_zone from users
    where organization_id = $1 and user_id = a.assigned_to limit 1
  ) as u on true
  left join lateral (
    select service from jobs where organization_id = $1 and job_id = a.job_id limit 1
  ) as j on true
  cross join lateral (select coalesce(a.booked_service, j.service, l.service_needed) as code) as needed
  left join lateral (
    select skills, buffer_minutes from services
    where organization_id = $1 and code = needed.code and active limit 1
  ) as s on true`;

/** The constraint appointment_no_overlap refuses both when the time is taken. */
export const insertAppointment = appointments.insert;
export const saveAppointment = appointments.update;

const selectOne = statement(
  'select_appointment',
  `select ${FULL_COLUMNS} from appointments a ${RELATED_JOINS}
   where a.organization_id = $1 and a.appointment_id = $2`,
);

export function findAppointment(
  tx: Tx,
  id: string,
  what: 'appointment' | 'hold' = 'appointment',
): Promise<FullAppointment> {
  return foundRow(tx.query<FullAppointment>(selectOne, [tx.organizationId, id]), what);
}

const lockRow = statement(
  'lock_appointment',
  `select from appointments where organization_id = $1 and appointment_id = $2 for no key update`,
);

/**
 * What it counts for stays with it: rules of capacity are locked before appointments, also by those who count them again.
 * Then two statements, sent together. A single statement that waits for the lock would return the new row of the
 * appointment with the name of its previous assignee.
 */
export function lockAppointment(tx: Tx, id: string): Promise<FullAppointment> {
  keepCapacityRules(tx);
  tx.query(lockRow, [tx.organizationId, id]);
  return findAppointment(tx, id);
}

const lockRows = statement(
  'lock_appointments',
  `select from appointments where organization_id = $1 and appointment_id = any ($2)
   order by appointment_id for no key update`,
);
const selectSeveral = statement(
  'select_appointments',
  `select ${FULL_COLUMNS} from appointments a ${RELATED_JOINS}
   where a.organization_id = $1 and a.appointment_id = any ($2)`,
);

export async function findAppointments(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, FullAppointment>> {
  const rows = await tx.query<FullAppointment>(selectSeveral, [tx.organizationId, ids]);
  return new Map(rows.map((row) => [row.appointment_id, row]));
}

/** Locked in the order of their ids, so that two transactions with the same appointments do not wait for each other. */
export function lockAppointments(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, FullAppointment>> {
  keepCapacityRules(tx);
  tx.query(lockRows, [tx.organizationId, ids]);
  return findAppointments(tx, ids);
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
   ) as a ${RELATED_JOINS} order by a.appointment_id desc`,
);

/** The newest 20 appointments under several lifecycle numbers that were merged. Holds are left out. */
export async function newestAppointments(
  tx: Tx,
  lifecycleNumbers: readonly string[],
): Promise<Appointment[]> {
  const rows = await tx.query<FullAppointment>(selectNewest, [tx.organizationId, lifecycleNumbers]);
  return rows.map((row) => toAppointment(row, tx.now));
}
