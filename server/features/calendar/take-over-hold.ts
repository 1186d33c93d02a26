import { knownId } from '../../domain/known-id.ts';
import { localTime } from '../../domain/local-time.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict, notFound, validationFailed } from '../../platform/errors.ts';
import { assertActive, lockLead } from '../leads/index.ts';
import { isLapsed } from './appointment.ts';
import { findAppointment, lockAppointment } from './appointment-queries.ts';
import { type FullAppointment, toAppointment } from './appointment-row.ts';
import type { Appointment } from './appointment-schemas.ts';
import { type Booking, detailsOf } from './booking-body.ts';
import { changeAppointment } from './change-appointment.ts';
import { appointmentBooked } from './events.ts';
import { assigneeIdsOf, lockCalendars } from './lock-calendars.ts';
import { countAsContact, type Placed } from './place-appointment.ts';
import type { LockOpenJob } from './visit-target.ts';

/** Turns a hold into a booking. Its time is never free in between. */
export async function takeOverHold(
  tx: Tx,
  holdId: string,
  booking: Booking,
  lockOpenJob: LockOpenJob,
): Promise<Placed> {
  const id = knownId('hold', holdId);
  const { lead_id, job_id, hold_expires_at } = await findAppointment(tx, id, 'hold');
  if (hold_expires_at === null) throw notFound('hold');
  // Lock the job, then the lead, then the appointment: the same order as every booking.
  const [, lead] = await Promise.all([
    job_id === null ? null : lockOpenJob(tx, job_id),
    lockLead(tx, lead_id),
  ]);
  // The visit of a customer or a job goes ahead even if its lead was deleted or merged.
  if (job_id === null && lead.customer_id === null) assertActive(lead);
  const before = await lockAppointment(tx, id);
  assertHeld(before, tx.now);
  assertSame(booking, toAppointment(before, tx.now));
  lockCalendars(tx, { userIds: assigneeIdsOf(before) });
  const changes = { ...detailsOf(booking), status: 'booked' as const };
  countAsContact(tx, lead);
  return { row: changeAppointment(tx, before, changes, appointmentBooked), warnings: [] };
}

function assertHeld(hold: FullAppointment, now: Date): void {
  if (isLapsed(hold, now) || hold.status === 'canceled') {
    throw conflict(
      'hold_lapsed',
      'This hold has expired or was canceled. Hold or book a new time.',
    );
  }
  if (hold.status !== 'held') {
    throw conflict(
      'hold_taken',
      'This hold is already booked. It is an appointment now: update that instead.',
    );
  }
}

const FIXED_BY_HOLD = [
  'lead_id',
  'customer_id',
  'job_id',
  'lifecycle_number',
  'starts_at',
  'ends_at',
  'duration_minutes',
  'assigned_to',
  'team_id',
] as const;

/** A booking may repeat these fields of its hold, but not change them. */
function assertSame(booking: Booking, hold: Appointment): void {
  const local = (time: string) => localTime(new Date(time), hold.time_zone);
  const repeated = {
    ...booking,
    ...(booking.starts_at && { starts_at: local(booking.starts_at) }),
    ...(booking.ends_at && { ends_at: local(booking.ends_at) }),
  };
  const errors = FIXED_BY_HOLD.filter(
    (name) => repeated[name] !== undefined && repeated[name] !== hold[name],
  ).map((name) => ({
    pointer: `/${name}`,
    code: 'differs_from_hold',
    detail: `The field ${name} differs from the hold. Leave it out, or create a new hold with this value.`,
  }));
  if (errors.length > 0) throw validationFailed(errors);
}
