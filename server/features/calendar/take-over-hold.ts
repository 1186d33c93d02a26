import { knownId } from '../../domain/known-id.ts';
import { localTime } from '../../domain/local-time.ts';
import { oneOfErrors } from '../../domain/one-of.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict, notFound, validationFailed } from '../../platform/errors.ts';
import { type Counted, countedFor, keepActiveRules } from '../capacity/index.ts';
import { type LeadRow, lockActiveLead, lockLead } from '../leads/index.ts';
import { findOrganization } from '../organizations/index.ts';
import { isLapsed } from './appointment.ts';
import { findAppointment, lockAppointment, saveAppointment } from './appointment-queries.ts';
import { type AppointmentRow, type FullAppointment, toAppointment } from './appointment-row.ts';
import type { Appointment } from './appointment-schemas.ts';
import { type Booking, detailsOf } from './booking-body.ts';
import { TARGETS } from './booking-schemas.ts';
import { changeAppointment, emitAppointmentChange, revised } from './change-appointment.ts';
import { appointmentBooked } from './events.ts';
import { assigneeIdsOf, lockCalendars } from './lock-calendars.ts';
import { countAsContact, type Placed, takeCapacity } from './place-appointment.ts';
import { areaOfChange, newPropertyOf } from './visit-at-property.ts';
import { findVisitTarget, type LockOpenJob, type VisitTarget } from './visit-target.ts';

/** Turns a hold into a booking. Its time is never free in between. */
export async function takeOverHold(
  tx: Tx,
  holdId: string,
  booking: Booking,
  lockOpenJob: LockOpenJob,
): Promise<Placed> {
  const id = knownId('hold', holdId);
  const found = await findHold(tx, id);
  if (found.lead_id === null) {
    const target = await findVisitTarget(tx, namedTarget(booking), lockOpenJob);
    return bookHold(tx, { id, target, booking });
  }
  const { lead_id: leadId, job_id: jobId } = found;
  // Lock the job, then the lead, then the appointment: the same order as every booking.
  const [, lead] = await Promise.all([
    jobId === null ? null : lockOpenJob(tx, jobId),
    lockLead(tx, leadId),
  ]);
  // The visit of a customer or a job goes ahead even if its lead was deleted or merged.
  const isOfCustomer = jobId !== null || lead.customer_id !== null;
  return bookHold(tx, { id, target: { leadId, jobId, service: null, isOfCustomer }, booking });
}

export async function findHold(tx: Tx, id: string): Promise<FullAppointment> {
  const hold = await findAppointment(tx, id, 'hold');
  if (hold.hold_expires_at === null) throw notFound('hold');
  return hold;
}

interface HoldToBook {
  id: string;
  target: VisitTarget;
  booking: Booking;
}

async function bookHold(tx: Tx, { id, target, booking }: HoldToBook): Promise<Placed> {
  const { leadId, jobId, isOfCustomer } = target;
  const lead = isOfCustomer ? await lockLead(tx, leadId) : await lockActiveLead(tx, leadId);
  const before = await lockHold(tx, id);
  assertHeld(before, tx.now);
  assertSame(booking, toAppointment(before, tx.now));
  const place = await newPropertyOf(tx, booking, lead.lead_id);
  const moved = await newAreaOf(tx, before, booking, place);
  if (moved !== null) await takeCapacity(tx, { given: [before], taken: [moved] });
  return bookHeld(tx, before, { lead, jobId }, booking, { ...place, ...moved });
}

/** Where a hold counts once it is booked at the place that the booking names; null if that is where it counts already. */
export async function newAreaOf(
  tx: Tx,
  hold: FullAppointment,
  booking: Pick<Booking, 'property_id' | 'location' | 'postal_code'>,
  { property_id = null, location }: PlaceOfVisit = {},
): Promise<(Counted & { area_id: string | null }) | null> {
  const at = location ?? booking.location ?? hold.location;
  const areaId = await areaOfChange(tx, booking, { property_id, location: at });
  if (areaId === undefined || areaId === hold.area_id) return null;
  const [rules, { time_zone }] = await Promise.all([keepActiveRules(tx), findOrganization(tx)]);
  const kind = { service: hold.service, areaId };
  return { area_id: areaId, ...countedFor(rules, kind, hold.starts_at.getTime(), time_zone) };
}

type PlaceOfVisit = Partial<Pick<AppointmentRow, 'property_id' | 'location'>>;

/** The hold, which stays as it is until the transaction ends. */
export async function lockHold(tx: Tx, id: string): Promise<FullAppointment> {
  const hold = await lockAppointment(tx, id);
  lockCalendars(tx, { userIds: assigneeIdsOf(hold) });
  return hold;
}

/** A hold that was for no one is now for this lead. */
export async function bookHeld(
  tx: Tx,
  before: FullAppointment,
  { lead, jobId }: { lead: LeadRow; jobId: string | null },
  booking: Pick<Booking, 'type' | 'location' | 'notes' | 'arrival_window'>,
  place: PlaceOfVisit & Partial<Pick<AppointmentRow, 'area_id' | keyof Counted>>,
): Promise<Placed> {
  countAsContact(tx, lead);
  const changes = { ...detailsOf(booking), ...place, status: 'booked' as const };
  if (before.lead_id !== null) {
    return { row: changeAppointment(tx, before, changes, appointmentBooked), warnings: [] };
  }
  const { lead_id, lifecycle_number, address } = lead;
  const location = before.location ?? (address === null ? null : { address });
  const attached = { lead_id, lifecycle_number, job_id: jobId, location };
  saveAppointment(tx, { ...before, ...attached, ...changes, ...revised(tx, before) });
  const row = await findAppointment(tx, before.appointment_id);
  const [was, is] = [toAppointment(before, tx.now), toAppointment(row, tx.now)];
  emitAppointmentChange(tx, was, is, appointmentBooked);
  return { row, warnings: [] };
}

function namedTarget(booking: Booking): Booking {
  const errors = oneOfErrors(booking, TARGETS, 'who the appointment is for');
  if (errors.length > 0) throw validationFailed(errors);
  return booking;
}

export function assertHeld(hold: FullAppointment, now: Date): void {
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
  ...TARGETS,
  'starts_at',
  'ends_at',
  'duration_minutes',
  'service',
  'assigned_to',
  'crew',
  'team_id',
] as const;

type RepeatedFields = { [Name in (typeof FIXED_BY_HOLD)[number]]?: Booking[Name] | undefined };

/** A booking may repeat these fields of its hold, but not change them. */
export function assertSame(booking: RepeatedFields, hold: Appointment): void {
  const local = (time: string) => localTime(new Date(time), hold.time_zone);
  const repeated = {
    ...booking,
    ...(booking.starts_at && { starts_at: local(booking.starts_at) }),
    ...(booking.ends_at && { ends_at: local(booking.ends_at) }),
  };
  const isOpen = (name: string) => hold.lead_id === null && TARGETS.some((one) => one === name);
  const errors = FIXED_BY_HOLD.filter(
    (name) =>
      !isOpen(name) &&
      repeated[name] !== undefined &&
      JSON.stringify(repeated[name]) !== JSON.stringify(hold[name]),
  ).map((name) => ({
    pointer: `/${name}`,
    code: 'differs_from_hold',
    detail: `The field ${name} differs from the hold. Leave it out, or create a new hold with this value.`,
  }));
  if (errors.length > 0) throw validationFailed(errors);
}
