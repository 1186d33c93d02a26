import type { Tx } from '../../platform/database/transaction.ts';
import { conflict, notFound, validationFailed } from '../../platform/errors.ts';
import { changedFields } from '../../platform/events/changed-fields.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { lockLead, lockLivingLead } from '../leads/index.ts';
import { isLapsed } from './appointment.ts';
import {
  type FullAppointment,
  findAppointment,
  lockAppointment,
  lockCalendars,
  peopleOf,
  saveAppointment,
  toAppointment,
} from './appointment-queries.ts';
import type { Appointment } from './appointment-schemas.ts';
import { arrivalOf, type Booking } from './booking-body.ts';
import { appointmentBooked } from './events.ts';
import type { Placed } from './place-appointment.ts';
import { knownId, type LockOpenJob } from './visit-target.ts';

/** The hold becomes the booking: its time was never free in between. */
export async function takeOverHold(
  tx: Tx,
  holdId: string,
  booking: Booking,
  lockOpenJob: LockOpenJob,
): Promise<Placed> {
  const id = knownId('hold', holdId);
  const { lead_id, job_id, hold_expires_at } = await findAppointment(tx, id, 'hold');
  if (hold_expires_at === null) throw notFound('hold');
  // The job, then the lead, then the appointment, as whoever books anew has it.
  if (job_id === null) await lockLivingLead(tx, lead_id);
  else await Promise.all([lockOpenJob(tx, job_id), lockLead(tx, lead_id)]);
  const before = await lockAppointment(tx, id);
  assertHeld(before, tx.now);
  assertSame(booking, toAppointment(before, tx.now));
  const after = {
    ...before,
    status: 'booked' as const,
    type: booking.type ?? before.type,
    location: booking.location === undefined ? before.location : booking.location,
    notes: booking.notes === undefined ? before.notes : booking.notes,
    ...(booking.arrival_window === undefined ? {} : arrivalOf(booking)),
    revision: before.revision + 1,
    updated_at: tx.now,
  };
  lockCalendars(tx, { userIds: peopleOf(before) });
  saveAppointment(tx, after);
  const appointment = toAppointment(after, tx.now);
  const previous = changedFields(toAppointment(before, tx.now), appointment);
  tx.emit(before.lifecycle_number, pendingEvent(appointmentBooked, appointment, previous));
  return { row: after, warnings: [] };
}

function assertHeld(hold: FullAppointment, now: Date): void {
  if (isLapsed(hold, now) || hold.status === 'canceled') {
    throw conflict('hold_lapsed', 'This hold has ended. Hold or book a time anew.');
  }
  if (hold.status !== 'held') {
    throw conflict('hold_taken', 'This hold has been booked already: it is the appointment now.');
  }
}

/** What a hold has decided, a booking of it may repeat but not change. */
function assertSame(booking: Booking, hold: Appointment): void {
  const decided = {
    lead_id: hold.lead_id,
    customer_id: hold.customer_id,
    job_id: hold.job_id,
    lifecycle_number: hold.lifecycle_number,
    starts_at: hold.starts_at,
    duration_minutes: hold.duration_minutes,
    assigned_to: hold.assigned_to,
    team_id: hold.team_id,
  };
  const repeated = {
    ...booking,
    ...(booking.starts_at ? { starts_at: new Date(booking.starts_at).toISOString() } : {}),
  };
  const errors = Object.entries(decided)
    .map(([name, value]) => ({ name: name as keyof typeof decided, value }))
    .filter(({ name, value }) => repeated[name] !== undefined && repeated[name] !== value)
    .map(({ name }) => ({
      pointer: `/${name}`,
      code: 'differs_from_hold',
      detail: `The field ${name} is not the hold’s. Leave it out, or hold that time first.`,
    }));
  if (errors.length > 0) throw validationFailed(errors);
}
