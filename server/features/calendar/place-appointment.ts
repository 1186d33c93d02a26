import { knownId } from '../../domain/known-id.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { type EventType, pendingEvent } from '../../platform/events/event.ts';
import { newUuid } from '../../platform/ids.ts';
import {
  type CapacityChange,
  type CapacityRule,
  type Counted,
  changeCapacity,
  countedFor,
  keepActiveRules,
} from '../capacity/index.ts';
import { type LeadRow, lockActiveLead, lockLead, stopSpeedToLead } from '../leads/index.ts';
import { placeRefusals } from './alternatives.ts';
import { findAppointment, insertAppointment } from './appointment-queries.ts';
import { type AppointmentRow, type FullAppointment, toAppointment } from './appointment-row.ts';
import type { Appointment, Warning } from './appointment-schemas.ts';
import { NO_WINDOW, windowFor } from './arrival-window.ts';
import {
  anyoneUnlessNamed,
  assigneeOf,
  type Booking,
  hasTarget,
  requestedSlotOf,
  type VisitRequest,
} from './booking-body.ts';
import type { BookAppointmentBody } from './booking-schemas.ts';
import { type Calendars, kindOf } from './calendars.ts';
import { appointmentBooked } from './events.ts';
import { calendarOwnersOf, findPlace, lockAndReadCalendars, type Place } from './find-place.ts';
import { emitHoldsEnded, endCountedHolds, endLapsedHolds } from './lapsed-holds.ts';
import { findServiceOfTarget, type VisitTarget, withDefaultService } from './visit-target.ts';

const DEFAULT_TYPE = 'estimate';
const DEFAULT_TYPE_OF_JOB = 'job';

/** A new appointment with its warnings. */
export interface Placed {
  row: FullAppointment;
  warnings: Warning[];
}

export type HeldUntil = Pick<AppointmentRow, 'status' | 'hold_expires_at'>;

/** Creates an appointment or a hold for a lead, at the requested time. */
export async function placeAppointment(
  tx: Tx,
  { leadId, jobId, service, isOfCustomer }: VisitTarget,
  visit: VisitRequest,
  as: HeldUntil,
  event: EventType<typeof Appointment>,
): Promise<Placed> {
  const [lead, lookedUp] = await Promise.all([
    isOfCustomer ? lockLead(tx, leadId) : lockActiveLead(tx, leadId),
    lockPlace(tx, visit),
  ]);
  const place = await takePlace(tx, visit, lookedUp, service ?? lead.service_needed);
  return insertVisit(tx, { lead, jobId }, visit, place, as, event);
}

/** What a place is chosen from; locked until the transaction ends. */
type LockedPlace = [calendars: Calendars, rules: CapacityRule[]];

export async function lockPlace(
  tx: Tx,
  { requested, assignee }: VisitRequest,
): Promise<LockedPlace> {
  const [rules, calendars] = await Promise.all([
    keepActiveRules(tx),
    lockAndReadCalendars(tx, requested, assignee),
  ]);
  return [calendars, rules];
}

/** A time of a user that no other booking can take until the transaction ends. */
export interface TakenPlace {
  place: Place;
  calendars: Calendars;
  areaId: string | null;
  counted: Counted;
}

/** Chooses the user and counts the visit. The service is that of the job or the lead, if the booking names none. */
export async function takePlace(
  tx: Tx,
  visit: VisitRequest,
  locked: LockedPlace,
  service: string | null,
): Promise<TakenPlace> {
  const taken = await findOpenPlace(tx, visit, locked, service);
  await takeCapacity(tx, { given: [], taken: [taken.counted] });
  return taken;
}

export async function findOpenPlace(
  tx: Tx,
  { requested, assignee, isStrict, service: named }: VisitRequest,
  [calendars, rules]: LockedPlace,
  service: string | null,
): Promise<TakenPlace> {
  const place = await findPlace(tx, requested, assignee, calendars, isStrict);
  const kind = kindOf({ ...requested.need, service: named ?? service });
  const counted = countedFor(rules, kind, requested.start, calendars.scheduling.timeZone);
  return { place, calendars, areaId: kind.areaId, counted };
}

/** Who a visit is for; null for a hold without a lead. */
interface Owner {
  lead: LeadRow | null;
  jobId: string | null;
}

export async function insertVisit(
  tx: Tx,
  { lead, jobId }: Owner,
  visit: VisitRequest,
  { place, calendars, areaId, counted }: TakenPlace,
  as: HeldUntil,
  event: EventType<typeof Appointment>,
): Promise<Placed> {
  const { requested } = visit;
  const row: AppointmentRow = {
    ...NEW,
    ...as,
    ...(visit.arrival ?? arrivalByRule(calendars, requested.start)),
    appointment_id: newUuid(),
    lifecycle_number: lead?.lifecycle_number ?? null,
    lead_id: lead?.lead_id ?? null,
    job_id: jobId,
    property_id: visit.propertyId ?? null,
    booked_service: visit.service,
    area_id: areaId,
    ...counted,
    team_id: place.teamId,
    assigned_to: place.assignedTo,
    crew: place.crew,
    type: visit.type ?? (jobId === null ? DEFAULT_TYPE : DEFAULT_TYPE_OF_JOB),
    starts_at: new Date(requested.start),
    ends_at: new Date(requested.end),
    blocked_until: place.blockedUntil,
    location: visit.location ?? (lead?.address == null ? null : { address: lead.address }),
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
  if (as.status === 'booked' && lead !== null) countAsContact(tx, lead);
  const appointment = toAppointment(full, tx.now, place.warnings);
  tx.emit(row.lifecycle_number, pendingEvent(event, appointment));
  return { row: full, warnings: place.warnings };
}

/** A booking is a contact, unless the service made it by itself, such as a playbook. */
export function countAsContact(tx: Tx, lead: LeadRow): void {
  if (tx.actor.type !== 'system') stopSpeedToLead(tx, lead);
}

/** The window that availability shows for a slot at that time. */
function arrivalByRule(
  { scheduling: { arrivalWindow, timeZone } }: Calendars,
  start: number,
): Pick<AppointmentRow, 'arrival_starts_at' | 'arrival_ends_at'> {
  return arrivalWindow === null ? NO_WINDOW : windowFor(new Date(start), arrivalWindow, timeZone);
}

export const BOOKED = { status: 'booked', hold_expires_at: null } as const;

export function bookVisit(tx: Tx, target: VisitTarget, visit: VisitRequest): Promise<Placed> {
  return placeAppointment(tx, target, visit, BOOKED, appointmentBooked);
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
  review_rating: null,
  review_comment: null,
  reviewed_at: null,
  last_step_at: null,
  revision: 0,
} satisfies Partial<AppointmentRow>;

/** Counts visits on their days. */
export async function takeCapacity(tx: Tx, change: CapacityChange): Promise<void> {
  await makeRoom(tx, ...change.taken);
  changeCapacity(tx, change);
}

/** Expired holds give their places back before a visit takes one. */
export async function makeRoom(tx: Tx, ...taken: readonly Counted[]): Promise<void> {
  const dates = taken.map(({ counted_on }) => counted_on).filter((date) => date !== null);
  if (dates.length > 0) emitHoldsEnded(tx, await endCountedHolds(tx, dates));
}

/** A constraint refused the time: what was asked for, to find open alternatives. */
export async function describeBooking(tx: Tx, body: Booking) {
  const booking = await withDefaultService(tx, body);
  const [requested, service] = await Promise.all([
    requestedSlotOf(tx, booking),
    booking.service ?? findServiceOfTarget(tx, booking),
  ]);
  const owners = calendarOwnersOf(
    hasTarget(booking) ? assigneeOf(booking) : anyoneUnlessNamed(booking),
  );
  // Of those who are named, everyone has to be free.
  const named = 'userIds' in owners ? { crewSize: Math.max(1, owners.userIds.length) } : {};
  return { owners, requested: { ...requested, need: { ...requested.need, service, ...named } } };
}

export const bookingRefusals = placeRefusals(
  async (tx, { body: { hold_id, ...booking } }: { body: BookAppointmentBody }) =>
    describeBooking(tx, hold_id === undefined ? booking : await asHeld(tx, hold_id, booking)),
);

/** The booking of a hold, with what the hold says about its time. */
async function asHeld(tx: Tx, holdId: string, booking: Booking): Promise<Booking> {
  const { service, starts_at, ends_at, assigned_to, crew } = toAppointment(
    await findAppointment(tx, knownId('hold', holdId), 'hold'),
    tx.now,
  );
  return {
    ...{ starts_at, ends_at },
    ...(service !== null && { service }),
    ...(assigned_to !== null && { assigned_to, crew }),
    ...booking,
  };
}
