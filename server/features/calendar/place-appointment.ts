import type { Tx } from '../../platform/database/transaction.ts';
import type { Problem } from '../../platform/errors.ts';
import { type EventType, pendingEvent } from '../../platform/events/event.ts';
import { newUuid } from '../../platform/ids.ts';
import { type LeadRow, lockActiveLead, lockLead, stopSpeedToLead } from '../leads/index.ts';
import { slotTaken } from './alternatives.ts';
import { findAppointment, insertAppointment } from './appointment-queries.ts';
import { type AppointmentRow, type FullAppointment, toAppointment } from './appointment-row.ts';
import type { Appointment, Warning } from './appointment-schemas.ts';
import { NO_WINDOW, windowFor } from './arrival-window.ts';
import { assigneeOf, type Booking, requestedSlotOf, type VisitRequest } from './booking-body.ts';
import type { Calendars } from './calendars.ts';
import { appointmentBooked } from './events.ts';
import { calendarOwnersOf, findPlace, lockAndReadCalendars } from './find-place.ts';
import { emitHoldsEnded, endLapsedHolds } from './lapsed-holds.ts';
import type { VisitTarget } from './visit-target.ts';

const DEFAULT_TYPE = 'estimate';
const DEFAULT_TYPE_OF_JOB = 'job';

/** A new appointment with its warnings. */
export interface Placed {
  row: FullAppointment;
  warnings: Warning[];
}

/** Creates an appointment or a hold at the requested time. */
export async function placeAppointment(
  tx: Tx,
  { leadId, jobId, isOfCustomer }: VisitTarget,
  visit: VisitRequest,
  as: Pick<AppointmentRow, 'status' | 'hold_expires_at'>,
  event: EventType<typeof Appointment>,
): Promise<Placed> {
  const { requested, assignee } = visit;
  const [lead, calendars] = await Promise.all([
    isOfCustomer ? lockLead(tx, leadId) : lockActiveLead(tx, leadId),
    lockAndReadCalendars(tx, requested, assignee),
  ]);
  const place = await findPlace(tx, requested, assignee, calendars, visit.isStrict);
  const row: AppointmentRow = {
    ...NEW,
    ...as,
    ...(visit.arrival ?? arrivalByRule(calendars, place.assignedTo, requested.start)),
    appointment_id: newUuid(),
    lifecycle_number: lead.lifecycle_number,
    lead_id: lead.lead_id,
    job_id: jobId,
    team_id: place.teamId,
    assigned_to: place.assignedTo,
    type: visit.type ?? (jobId === null ? DEFAULT_TYPE : DEFAULT_TYPE_OF_JOB),
    starts_at: new Date(requested.start),
    ends_at: new Date(requested.end),
    blocked_until: place.blockedUntil,
    location: visit.location ?? (lead.address === null ? null : { address: lead.address }),
    notes: visit.notes,
    created_at: tx.now,
    updated_at: tx.now,
  };
  const [ended, , full] = await Promise.all([
    endLapsedHolds(tx, row),
    insertAppointment(tx, row),
    findAppointment(tx, row.appointment_id),
  ]);
  emitHoldsEnded(tx, ended);
  if (as.status === 'booked') countAsContact(tx, lead);
  const appointment = toAppointment(full, tx.now, place.warnings);
  tx.emit(lead.lifecycle_number, pendingEvent(event, appointment));
  return { row: full, warnings: place.warnings };
}

/** A booking is a contact, unless the service made it by itself, such as a playbook. */
export function countAsContact(tx: Tx, lead: LeadRow): void {
  if (tx.actor.type !== 'system') stopSpeedToLead(tx, lead);
}

/** In the time zone of the assignee, otherwise of the organization. */
function arrivalByRule(
  { scheduling, people }: Calendars,
  assignedTo: string | null,
  start: number,
): Pick<AppointmentRow, 'arrival_starts_at' | 'arrival_ends_at'> {
  if (scheduling.arrivalWindow === null) return NO_WINDOW;
  const assignee = people.find(({ userId }) => userId === assignedTo);
  const timeZone = assignee?.timeZone ?? scheduling.timeZone;
  return windowFor(new Date(start), scheduling.arrivalWindow, timeZone);
}

export function bookVisit(tx: Tx, target: VisitTarget, visit: VisitRequest): Promise<Placed> {
  const as = { status: 'booked', hold_expires_at: null } as const;
  return placeAppointment(tx, target, visit, as, appointmentBooked);
}

/** No step has been taken yet. */
const NEW = {
  confirmed_at: null,
  dispatched_at: null,
  en_route_at: null,
  eta_minutes: null,
  eta_at: null,
  started_at: null,
  completed_at: null,
  no_show_at: null,
  canceled_at: null,
  cancel_reason: null,
  last_step_at: null,
  revision: 0,
} satisfies Partial<AppointmentRow>;

/** The constraint refused the time; the problem lists open alternatives. */
export function bookingRefused(tx: Tx, booking: Booking): Promise<Problem> {
  return slotTaken(tx, calendarOwnersOf(assigneeOf(booking)), requestedSlotOf(booking));
}
