import type { Tx } from '../../platform/database/transaction.ts';
import { type EventType, emit, pendingEvent } from '../../platform/events/event.ts';
import type { Answer, Mutation } from '../../platform/http/operation.ts';
import { newUuid } from '../../platform/ids.ts';
import { findCustomer } from '../customers/index.ts';
import { type LeadRow, lockLivingLead } from '../leads/index.ts';
import { slotTaken } from './alternatives.ts';
import { arrivalOf, type Booking, knownId, wantedOf, whoOf } from './booking-body.ts';
import { findPlace, whoseOf } from './find-place.ts';
import { emitEnded, endLapsedHolds } from './lapsed-holds.ts';
import {
  type AppointmentRow,
  findAppointment,
  insertAppointment,
  toAppointment,
} from './queries.ts';
import type { Appointment } from './schemas.ts';

const DEFAULT_TYPE = 'estimate';

/** Takes the time of somebody, as the booking says: for good, or for a while. */
export async function placeAppointment(
  tx: Tx,
  booking: Booking,
  as: Pick<AppointmentRow, 'status' | 'hold_expires_at'>,
  told: EventType<typeof Appointment>,
): Promise<Answer> {
  const lead = await lockTarget(tx, booking);
  const wanted = wantedOf(booking);
  const place = await findPlace(tx, wanted, whoOf(booking), booking.strict ?? false);
  const row: AppointmentRow = {
    appointment_id: newUuid(),
    lifecycle_number: lead.lifecycle_number,
    lead_id: lead.lead_id,
    team_id: place.teamId,
    assigned_to: place.assignedTo,
    type: booking.type ?? DEFAULT_TYPE,
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

async function lockTarget(tx: Tx, { lead_id, customer_id }: Booking): Promise<LeadRow> {
  if (customer_id === undefined) return lockLivingLead(tx, knownId('lead', lead_id!));
  const customer = await findCustomer(tx, knownId('customer', customer_id));
  return lockLivingLead(tx, customer.lead_id);
}

/** Of a booking and of a hold: the database decides, and the answer tells what is open instead. */
export const placeRefusals: Mutation['refusals'] = {
  appointment_no_overlap: (tx, { body }) => {
    const booking = body as Booking;
    return slotTaken(tx, whoseOf(whoOf(booking)), wantedOf(booking));
  },
};
