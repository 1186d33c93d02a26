import { toPublicId, toPublicIdOrNull } from '../../domain/ids.ts';
import { localTime } from '../../domain/local-time.ts';
import { shownLocation } from '../../domain/location.ts';
import type { Counted } from '../capacity/index.ts';
import { HOLD_LAPSED, isLapsed, type Status } from './appointment.ts';
import type { Appointment, Warning } from './appointment-schemas.ts';
import type { Location } from './visit-schemas.ts';

/** It counts for capacity unless it is canceled. */
export interface AppointmentRow extends Counted {
  appointment_id: string;
  /** Null only for a hold that is for no one yet. */
  lifecycle_number: string | null;
  lead_id: string | null;
  job_id: string | null;
  property_id: string | null;
  /** The service that the booking named, if it did. */
  booked_service: string | null;
  /** Where it is, if that was known when it was booked. */
  area_id: string | null;
  team_id: string | null;
  /** Who leads the visit. */
  assigned_to: string | null;
  /** Who else goes. */
  crew: readonly string[];
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
  /** Stars that the customer gave, 1 to 5; null without a review. */
  review_rating: number | null;
  review_comment: string | null;
  /** When the review was first given. */
  reviewed_at: Date | null;
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
  /** That was booked, otherwise of the job, otherwise of the lead. */
  service: string;
  skills_needed: string[];
  /** Whether a service says so; otherwise its code is the only skill. */
  are_skills_defined: boolean;
  /** Of the service that was booked; null for the organization's setting. */
  service_buffer_minutes: number | null;
}

export type FullAppointment = AppointmentRow & RelatedColumns;

/** False for a hold that is for no one yet. */
export function isForSomeone<Row extends Pick<AppointmentRow, 'lead_id' | 'lifecycle_number'>>(
  row: Row,
): row is Row & { lead_id: string; lifecycle_number: string } {
  return row.lead_id !== null;
}

/** Kept free after it by its service; null for the organization's setting. */
export function bufferMsOf({ service_buffer_minutes: minutes }: RelatedColumns): number | null {
  return minutes === null ? null : minutes * 60_000;
}

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
    lead_id: toPublicIdOrNull('lead', row.lead_id),
    customer_id: toPublicIdOrNull('customer', row.customer_id),
    job_id: toPublicIdOrNull('job', row.job_id),
    property_id: toPublicIdOrNull('property', row.property_id),
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
    crew: row.crew.map((id) => toPublicId('user', id)),
    assignee:
      row.assignee_name === null || row.assignee_email === null
        ? null
        : { name: row.assignee_name, email: row.assignee_email },
    team_id: toPublicIdOrNull('team', row.team_id),
    type: row.type,
    service: row.service,
    location: shownLocation(row.location),
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
    review:
      row.review_rating === null || row.reviewed_at === null
        ? null
        : {
            rating: row.review_rating,
            comment: row.review_comment,
            reviewed_at: row.reviewed_at.toISOString(),
          },
    warnings,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
