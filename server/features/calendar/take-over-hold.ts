import { knownId } from '../../domain/known-id.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict, notFound, validationFailed } from '../../platform/errors.ts';
import { lockActiveLead, lockLead } from '../leads/index.ts';
import { isLapsed } from './appointment.ts';
import { findAppointment, lockAppointment } from './appointment-queries.ts';
import { type FullAppointment, toAppointment } from './appointment-row.ts';
import type { Appointment } from './appointment-schemas.ts';
import { type Booking, saidOf } from './booking-body.ts';
import { changeAppointment } from './change-appointment.ts';
import { appointmentBooked } from './events.ts';
import { lockCalendars, peopleOf } from './lock-calendars.ts';
import type { Placed } from './place-appointment.ts';
import type { LockOpenJob } from './visit-target.ts';

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
  // The job, then the lead, then the appointment: the order in which every booking takes them.
  if (job_id === null) await lockActiveLead(tx, lead_id);
  else await Promise.all([lockOpenJob(tx, job_id), lockLead(tx, lead_id)]);
  const before = await lockAppointment(tx, id);
  assertHeld(before, tx.now);
  assertSame(booking, toAppointment(before, tx.now));
  lockCalendars(tx, { userIds: peopleOf(before) });
  const changes = { ...saidOf(booking), status: 'booked' as const };
  return { row: changeAppointment(tx, before, changes, appointmentBooked), warnings: [] };
}

function assertHeld(hold: FullAppointment, now: Date): void {
  if (isLapsed(hold, now) || hold.status === 'canceled') {
    throw conflict('hold_lapsed', 'This hold has ended. Hold or book a time anew.');
  }
  if (hold.status !== 'held') {
    throw conflict('hold_taken', 'This hold has been booked already: it is the appointment now.');
  }
}

const DECIDED = [
  'lead_id',
  'customer_id',
  'job_id',
  'lifecycle_number',
  'starts_at',
  'duration_minutes',
  'assigned_to',
  'team_id',
] as const;

/** What a hold has decided, a booking of it may repeat but not change. */
function assertSame(booking: Booking, hold: Appointment): void {
  const repeated = {
    ...booking,
    ...(booking.starts_at ? { starts_at: new Date(booking.starts_at).toISOString() } : {}),
  };
  const errors = DECIDED.filter(
    (name) => repeated[name] !== undefined && repeated[name] !== hold[name],
  ).map((name) => ({
    pointer: `/${name}`,
    code: 'differs_from_hold',
    detail: `The field ${name} is not the hold’s. Leave it out, or hold that time first.`,
  }));
  if (errors.length > 0) throw validationFailed(errors);
}
