import type { Static } from 'typebox';
import { placeOf } from '../../domain/distance.ts';
import { toPublicId } from '../../domain/ids.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict, validationFailed } from '../../platform/errors.ts';
import type { RequestedPlace, UpdateAppointmentBody } from '../calendar/index.ts';
import {
  type AppointmentRow,
  areaOfChange,
  assigneeIdsOf,
  bufferMsOf,
  CAN_BE_UNASSIGNED,
  detailsOf,
  type FullAppointment,
  findArrivalWindowRule,
  isLapsed,
  isWindow,
  LIVE,
  lengthErrors,
  NO_NEED,
  newPropertyOf,
  peopleOf,
  repeatedErrors,
  revised,
  userIdOf,
  windowFor,
} from '../calendar/index.ts';

/** What a change of an appointment comes to, before it is saved. */

const MINUTE = 60_000;

export type Changes = Omit<
  Static<typeof UpdateAppointmentBody>,
  'strict' | 'if_updated_at' | 'job_id'
>;

export interface VisitChange {
  /** The locked appointment. */
  before: FullAppointment;
  changes: Changes;
  /** That it now belongs to. */
  job?: { job_id: string; service: string | null };
  isStrict: boolean;
  /** Where the change is in the request, if it is one of several. */
  pointer: string | null;
}

export interface PlannedChange extends VisitChange {
  after: FullAppointment;
  /** Whether the time or the assignee changes. */
  isPlaceChanged: boolean;
  /** Whether other rules of capacity can count it. */
  isKindChanged: boolean;
  /** What it is; empty if nothing changes. */
  types: ('rescheduled' | 'assigned' | 'updated')[];
}

export async function planChange(tx: Tx, visit: VisitChange): Promise<PlannedChange> {
  const { before, changes } = visit;
  assertChangeable(visit, tx.now);
  assertLength(before, changes);
  const after: FullAppointment = {
    ...withNewSlot(before, changes),
    ...detailsOf(changes),
    ...linkedTo(visit),
    ...(await newPropertyOf(tx, changes, before.lead_id)),
    ...revised(tx, before),
  };
  const areaId = isSamePlace(before, after) ? undefined : await areaOfChange(tx, changes, after);
  if (areaId !== undefined) after.area_id = areaId;
  const isMoved = isTimeChanged(before, after);
  if (isMoved) Object.assign(after, await arrivalAfterMove(tx, before, after, changes));
  const isReassigned = peopleOf(before).join() !== peopleOf(after).join();
  const areDetailsChanged =
    JSON.stringify(comparableDetails(before)) !== JSON.stringify(comparableDetails(after));
  assertLed(after, changes);
  if (isReassigned) assertStaysAssigned(before, after);
  return {
    ...visit,
    after,
    isPlaceChanged: isMoved || isReassigned,
    isKindChanged: before.service !== after.service || before.area_id !== after.area_id,
    types: [
      ...(isMoved ? ['rescheduled' as const] : []),
      ...(isReassigned ? ['assigned' as const] : []),
      ...(areDetailsChanged ? ['updated' as const] : []),
    ],
  };
}

function linkedTo({ before, job }: VisitChange): Partial<FullAppointment> {
  if (job === undefined) return {};
  return { job_id: job.job_id, service: before.booked_service ?? job.service ?? before.service };
}

/** An end alone is compared with the start that the appointment has. */
function assertLength({ starts_at }: AppointmentRow, changes: Changes): void {
  if (changes.starts_at !== undefined) return;
  const errors = lengthErrors(starts_at.getTime(), changes);
  if (errors.length > 0) throw validationFailed(errors);
}

/** The appointment with the new time and assignee. */
export function withNewSlot(before: FullAppointment, changes: Changes): FullAppointment {
  const { starts_at, ends_at, duration_minutes } = changes;
  const start = starts_at === undefined ? before.starts_at : new Date(starts_at);
  const length =
    duration_minutes === undefined
      ? before.ends_at.getTime() - before.starts_at.getTime()
      : duration_minutes * MINUTE;
  const end = ends_at === undefined ? new Date(start.getTime() + length) : new Date(ends_at);
  return { ...before, starts_at: start, ends_at: end, ...withNewPeople(before, changes) };
}

/** A member who becomes the one who leads the visit leaves the crew. In the tray a visit has no crew. */
function withNewPeople(
  before: FullAppointment,
  { assigned_to, crew }: Changes,
): Pick<FullAppointment, 'assigned_to' | 'crew'> {
  const leads =
    assigned_to === undefined || assigned_to === null
      ? (assigned_to ?? before.assigned_to)
      : userIdOf(assigned_to);
  const others = crew?.map(userIdOf) ?? before.crew.filter((id) => id !== leads);
  if (assigned_to === null) return { assigned_to: null, crew: [] };
  return { assigned_to: leads, crew: others };
}

/** A crew needs someone who leads it, and everyone goes once. */
function assertLed({ assigned_to }: AppointmentRow, { crew = [] }: Changes): void {
  if (crew.length === 0) return;
  const led = assigned_to === null ? null : toPublicId('user', assigned_to);
  const errors =
    led === null
      ? [{ pointer: '/crew', code: 'not_allowed', detail: NOT_LED }]
      : repeatedErrors(led, crew);
  if (errors.length > 0) throw validationFailed(errors);
}

const NOT_LED = 'A crew needs someone who leads it. Add assigned_to.';

export function requestedSlotOf(row: FullAppointment): RequestedPlace {
  const [start, end] = [row.starts_at.getTime(), row.ends_at.getTime()];
  // Everyone on the visit has to be free.
  const crewSize = Math.max(1, assigneeIdsOf(row).length);
  const place = placeOf(row.location);
  const need = { ...NO_NEED, service: row.service, area: areaOf(row), crewSize, place };
  return { start, end, skills: [], bufferMs: bufferMsOf(row), need, movedId: row.appointment_id };
}

/** What was asked for, to find open alternatives. */
export function describeChange(row: FullAppointment) {
  return { owners: { userIds: assigneeIdsOf(row) }, requested: requestedSlotOf(row) };
}

/** The user is chosen already, so who else works in the area does not matter. */
function areaOf({ area_id }: AppointmentRow) {
  return area_id === null ? null : { areaId: area_id, userIds: [], teamIds: [] };
}

/** A window that follows from the organization's rule moves; one that was promised stays. An expected time is void. */
async function arrivalAfterMove(
  tx: Tx,
  before: FullAppointment,
  { starts_at }: AppointmentRow,
  changes: Changes,
): Promise<Partial<AppointmentRow>> {
  const noEta = { eta_minutes: null, eta_at: null };
  if (changes.arrival_window !== undefined) return noEta;
  const rule = await findArrivalWindowRule(tx);
  if (rule === null) return noEta;
  // Windows of before had the time zone of the user.
  const isByRule = [rule.time_zone, before.time_zone].some((zone) =>
    isWindow(before, windowFor(before.starts_at, rule, zone)),
  );
  return isByRule ? { ...noEta, ...windowFor(starts_at, rule, rule.time_zone) } : noEta;
}

function isTimeChanged(a: AppointmentRow, b: AppointmentRow): boolean {
  return (
    a.starts_at.getTime() !== b.starts_at.getTime() || a.ends_at.getTime() !== b.ends_at.getTime()
  );
}

/** A visit that stays where it is keeps its area, which can be that of a postal code, or of areas as they were before. */
function isSamePlace(a: AppointmentRow, b: AppointmentRow): boolean {
  const [from, to] = [placeOf(a.location), placeOf(b.location)];
  const isSamePoint = from?.latitude === to?.latitude && from?.longitude === to?.longitude;
  return a.property_id === b.property_id && isSamePoint;
}

function comparableDetails(row: AppointmentRow) {
  const { type, job_id, property_id, location, notes } = row;
  const { arrival_starts_at, arrival_ends_at } = row;
  const { address, latitude, longitude } = location ?? {};
  return [
    type,
    job_id,
    property_id,
    address,
    latitude,
    longitude,
    location === null,
    notes,
    arrival_starts_at,
    arrival_ends_at,
  ];
}

function assertChangeable({ before: row, changes, job }: VisitChange, now: Date): void {
  const isOnlyLinked = job !== undefined && Object.keys(changes).length === 0;
  // The visit at which the job was sold is over by then.
  if (isOnlyLinked && (row.status === 'completed' || row.status === 'no_show')) return;
  if (isLapsed(row, now)) {
    throw conflict('hold_lapsed', 'This hold has expired. Hold or book a new time.');
  }
  if (row.status === 'held') {
    throw conflict(
      'appointment_held',
      'A hold cannot be updated. Book it with its hold_id first, or cancel it.',
    );
  }
  if (LIVE.includes(row.status)) return;
  throw conflict(
    'appointment_over',
    `This appointment is ${row.status} and cannot be updated. Book a new appointment.`,
  );
}

/** After a user was dispatched, the appointment cannot be unassigned. */
function assertStaysAssigned(before: AppointmentRow, after: AppointmentRow): void {
  if (after.assigned_to !== null || CAN_BE_UNASSIGNED.includes(before.status)) return;
  throw conflict(
    'appointment_under_way',
    `This appointment is ${before.status}, so it cannot be unassigned. Assign it to another user, or cancel it.`,
  );
}
