import type { Tx } from '../../platform/database/transaction.ts';
import type { Problem } from '../../platform/errors.ts';
import { type EventType, emit, pendingEvent } from '../../platform/events/event.ts';
import type { Answer, Mutation } from '../../platform/http/operation.ts';
import { newUuid } from '../../platform/ids.ts';
import { findCustomer } from '../customers/index.ts';
import { keepJobOpen } from '../jobs/index.ts';
import { findLeadOfLifecycle, lockLead, lockLivingLead } from '../leads/index.ts';
import { slotTaken } from './alternatives.ts';
import {
  type AppointmentRow,
  findAppointment,
  insertAppointment,
  toAppointment,
} from './appointment-queries.ts';
import type { Appointment } from './appointment-schemas.ts';
import { arrivalOf, type Booking, knownId, wantedOf, whoOf } from './booking-body.ts';
import { findPlace, lookAround, whoseOf } from './find-place.ts';
import { emitEnded, endLapsedHolds } from './lapsed-holds.ts';

const DEFAULT_TYPE = 'estimate';
const DEFAULT_TYPE_OF_JOB = 'job';

/** Takes the time of somebody, as the booking says: for good, or for a while. */
export async function placeAppointment(
  tx: Tx,
  booking: Booking,
  as: Pick<AppointmentRow, 'status' | 'hold_expires_at'>,
  told: EventType<typeof Appointment>,
): Promise<Answer> {
  const [wanted, who] = [wantedOf(booking), whoOf(booking)];
  const { leadId, jobId } = await targetOf(tx, booking);
  const [lead, calendars] = await Promise.all([
    // What was sold is done, whatever became of the lead.
    jobId === null ? lockLivingLead(tx, leadId) : lockLead(tx, leadId),
    lookAround(tx, wanted, who),
  ]);
  const place = await findPlace(tx, wanted, who, calendars, booking.strict ?? false);
  const row: AppointmentRow = {
    appointment_id: newUuid(),
    lifecycle_number: lead.lifecycle_number,
    lead_id: lead.lead_id,
    job_id: jobId,
    team_id: place.teamId,
    assigned_to: place.assignedTo,
    type: booking.type ?? (jobId === null ? DEFAULT_TYPE : DEFAULT_TYPE_OF_JOB),
    starts_at: new Date(wanted.start),
    ends_at: new Date(wanted.end),
    blocked_until: place.blockedUntil,
    ...as,
    ...arrivalOf(booking),
    location: booking.location ?? (lead.address === null ? null : { address: lead.address }),
    notes: booking.notes ?? null,
    confirmed_at: null,
    dispatched_at: null,
    en_route_at: null,
    started_at: null,
    completed_at: null,
    no_show_at: null,
    canceled_at: null,
    cancel_reason: null,
    revision: 0,
    created_at: tx.now,
    updated_at: tx.now,
  };
  const [ended, , full] = await Promise.all([
    endLapsedHolds(tx, row),
    insertAppointment(tx, row),
    findAppointment(tx, row.appointment_id),
  ]);
  emitEnded(tx, ended);
  const appointment = toAppointment(full, tx.now, place.warnings);
  emit(tx, lead.lifecycle_number, pendingEvent(told, appointment));
  return { status: 201, body: appointment };
}

async function targetOf(
  tx: Tx,
  { lead_id, customer_id, job_id, lifecycle_number }: Booking,
): Promise<{ leadId: string; jobId: string | null }> {
  if (job_id !== undefined) {
    const job = await keepJobOpen(tx, knownId('job', job_id));
    return { leadId: job.lead_id, jobId: job.job_id };
  }
  if (lifecycle_number !== undefined) {
    const lead = await findLeadOfLifecycle(tx, lifecycle_number);
    return { leadId: lead.lead_id, jobId: null };
  }
  if (customer_id === undefined) return { leadId: knownId('lead', lead_id!), jobId: null };
  const customer = await findCustomer(tx, knownId('customer', customer_id));
  return { leadId: customer.lead_id, jobId: null };
}

/** Of a booking and of a hold: the database decides, and the answer tells what is open instead. */
export const placeRefusals: Mutation['refusals'] = {
  appointment_no_overlap: (tx, { body }) => bookingRefused(tx, body as Booking),
};

export function bookingRefused(tx: Tx, booking: Booking): Promise<Problem> {
  return slotTaken(tx, whoseOf(whoOf(booking)), wantedOf(booking));
}
