import { toPublicId, toPublicIdOrNull } from '../../domain/ids.ts';
import { localTime } from '../../domain/local-time.ts';
import { HOLD_LAPSED, isLapsed, type Status } from './appointment.ts';
import type { Appointment, Warning } from './appointment-schemas.ts';
import type { Location } from './visit-schemas.ts';

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
  /** When the assignee is expected: as given, and the time that follows from it. */
  eta_minutes: number | null;
  eta_at: Date | null;
  started_at: Date | null;
  completed_at: Date | null;
  no_show_at: Date | null;
  canceled_at: Date | null;
  cancel_reason: string | null;
  /** When the step was taken that can be undone; null if there is none. */
  last_step_at: Date | null;
  revision: number;
  created_at: Date;
  updated_at: Date;
}

/** Current details of the lead, the customer and the assignee that an appointment shows. */
export interface RelatedColumns {
  customer_id: string | null;
  contact_name: string | null;
  contact_phone: string | null;
  contact_email: string | null;
  assignee_name: string | null;
  assignee_email: string | null;
  time_zone: string;
  /** Of the job, otherwise of the lead. */
  service: string;
}

export type FullAppointment = AppointmentRow & RelatedColumns;

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
    starts_at: localTime(row.starts_at, row.time_zone),
    ends_at: localTime(row.ends_at, row.time_zone),
    duration_minutes: (row.ends_at.getTime() - row.starts_at.getTime()) / 60_000,
    time_zone: row.time_zone,
    arrival_window:
      row.arrival_starts_at === null || row.arrival_ends_at === null
        ? null
        : {
            starts_at: localTime(row.arrival_starts_at, row.time_zone),
            ends_at: localTime(row.arrival_ends_at, row.time_zone),
          },
    assigned_to: toPublicIdOrNull('user', row.assigned_to),
    assignee:
      row.assignee_name === null || row.assignee_email === null
        ? null
        : { name: row.assignee_name, email: row.assignee_email },
    team_id: toPublicIdOrNull('team', row.team_id),
    type: row.type,
    service: row.service,
    location: row.location,
    notes: row.notes,
    status: lapsed ? 'canceled' : row.status,
    hold_expires_at: row.hold_expires_at?.toISOString() ?? null,
    confirmed_at: row.confirmed_at?.toISOString() ?? null,
    dispatched_at: row.dispatched_at?.toISOString() ?? null,
    en_route_at: row.en_route_at?.toISOString() ?? null,
    eta_minutes: row.eta_minutes,
    eta_at: row.eta_at && localTime(row.eta_at, row.time_zone),
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
