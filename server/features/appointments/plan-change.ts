import type { Static } from 'typebox';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict, validationFailed } from '../../platform/errors.ts';
import type { RequestedSlot, UpdateAppointmentBody } from '../calendar/index.ts';
import {
  type AppointmentRow,
  CAN_BE_UNASSIGNED,
  detailsOf,
  type FullAppointment,
  findArrivalWindowRule,
  isLapsed,
  isWindow,
  LIVE,
  lengthErrors,
  revised,
  userIdOf,
  windowFor,
} from '../calendar/index.ts';

/** What a change of an appointment comes to, before it is saved. */

const MINUTE = 60_000;

export type Changes = Omit<Static<typeof UpdateAppointmentBody>, 'strict' | 'if_updated_at'>;

export interface VisitChange {
  /** The locked appointment. */
  before: FullAppointment;
  changes: Changes;
  isStrict: boolean;
  /** Where the change is in the request, if it is one of several. */
  pointer: string | null;
}

export interface PlannedChange extends VisitChange {
  after: AppointmentRow;
  /** Whether the time or the assignee changes. */
  isPlaceChanged: boolean;
  /** What it is; empty if nothing changes. */
  types: ('rescheduled' | 'assigned' | 'updated')[];
}

export async function planChange(tx: Tx, visit: VisitChange): Promise<PlannedChange> {
  const { before, changes } = visit;
  assertChangeable(before, tx.now);
  assertLength(before, changes);
  const after: AppointmentRow = {
    ...withNewSlot(before, changes),
    ...detailsOf(changes),
    ...revised(tx, before),
  };
  const isMoved = isTimeChanged(before, after);
  if (isMoved) Object.assign(after, await arrivalAfterMove(tx, before, after, changes));
  const isReassigned = before.assigned_to !== after.assigned_to;
  const areDetailsChanged =
    JSON.stringify(comparableDetails(before)) !== JSON.stringify(comparableDetails(after));
  if (isReassigned) assertStaysAssigned(before, after);
  return {
    ...visit,
    after,
    isPlaceChanged: isMoved || isReassigned,
    types: [
      ...(isMoved ? ['rescheduled' as const] : []),
      ...(isReassigned ? ['assigned' as const] : []),
      ...(areDetailsChanged ? ['updated' as const] : []),
    ],
  };
}

/** An end alone is compared with the start that the appointment has. */
function assertLength({ starts_at }: AppointmentRow, changes: Changes): void {
  if (changes.starts_at !== undefined) return;
  const errors = lengthErrors(starts_at.getTime(), changes);
  if (errors.length > 0) throw validationFailed(errors);
}

/** The appointment with the new time and assignee. */
export function withNewSlot(
  before: FullAppointment,
  { starts_at, ends_at, duration_minutes, assigned_to }: Changes,
): FullAppointment {
  const start = starts_at === undefined ? before.starts_at : new Date(starts_at);
  const length =
    duration_minutes === undefined
      ? before.ends_at.getTime() - before.starts_at.getTime()
      : duration_minutes * MINUTE;
  const end = ends_at === undefined ? new Date(start.getTime() + length) : new Date(ends_at);
  const row = { ...before, starts_at: start, ends_at: end };
  if (assigned_to === undefined) return row;
  return { ...row, assigned_to: assigned_to === null ? null : userIdOf(assigned_to) };
}

export function requestedSlotOf({
  starts_at,
  ends_at,
  appointment_id,
}: AppointmentRow): RequestedSlot {
  const [start, end] = [starts_at.getTime(), ends_at.getTime()];
  return { start, end, service: null, movedId: appointment_id };
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
  const isByRule = isWindow(before, windowFor(before.starts_at, rule, before.time_zone));
  return isByRule ? { ...noEta, ...windowFor(starts_at, rule, before.time_zone) } : noEta;
}

function isTimeChanged(a: AppointmentRow, b: AppointmentRow): boolean {
  return (
    a.starts_at.getTime() !== b.starts_at.getTime() || a.ends_at.getTime() !== b.ends_at.getTime()
  );
}

function comparableDetails(row: AppointmentRow) {
  const { type, location, notes, arrival_starts_at, arrival_ends_at } = row;
  const { address, latitude, longitude } = location ?? {};
  return [
    type,
    address,
    latitude,
    longitude,
    location === null,
    notes,
    arrival_starts_at,
    arrival_ends_at,
  ];
}

function assertChangeable(row: AppointmentRow, now: Date): void {
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
