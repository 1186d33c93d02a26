import type { Static } from 'typebox';
import { BOOKING_PROBLEMS } from '../../domain/problems.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict, validationFailed } from '../../platform/errors.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import type { RequestedSlot } from '../calendar/index.ts';
import {
  Appointment,
  type AppointmentRow,
  appointmentAssigned,
  appointmentRescheduled,
  appointmentUpdated,
  assigneeIdsOf,
  CAN_BE_UNASSIGNED,
  detailsOf,
  emitAppointmentChange,
  emitHoldsEnded,
  endLapsedHolds,
  type FullAppointment,
  findAppointment,
  findArrivalWindowRule,
  findPlace,
  isLapsed,
  isWindow,
  LIVE,
  lengthErrors,
  lockAndReadCalendars,
  lockAppointment,
  lockCalendars,
  revised,
  saveAppointment,
  slotTaken,
  timeErrors,
  toAppointment,
  UpdateAppointmentBody,
  userIdOf,
  windowFor,
} from '../calendar/index.ts';

const MINUTE = 60_000;

export const updateAppointment = mutation({
  id: 'updateAppointment',
  method: 'PATCH',
  path: '/v1/appointments/{id}',
  tag: 'Appointments',
  resource: 'appointment',
  scopes: ['appointments:write', 'appointments:own'],
  summary: 'Update an appointment',
  description:
    'Reschedules an appointment, assigns it to another user, or changes its details, all or nothing. If the new time is taken, the request fails with `slot_taken` and the appointment stays unchanged.',
  body: UpdateAppointmentBody,
  responses: returns(Appointment, 'The appointment after the change.'),
  problems: [
    ...BOOKING_PROBLEMS,
    'appointment_held',
    'appointment_over',
    'appointment_under_way',
    'hold_lapsed',
    'person_erased',
  ],
  check: (body) => ({ errors: timeErrors(body) }),
  refusals: {
    appointment_no_overlap: async (tx, { params, body }) => {
      const refused = withNewSlot(await findAppointment(tx, params.id), body);
      return slotTaken(tx, { userIds: assigneeIdsOf(refused) }, requestedSlotOf(refused));
    },
  },
  async run(tx, { params, body }) {
    const before = await lockAppointment(tx, params.id);
    assertChangeable(before, tx.now);
    const { strict, ...changes } = body;
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
    if (!isMoved && !isReassigned && !areDetailsChanged) {
      return { status: 200, body: toAppointment(before, tx.now) };
    }
    assertStaysAssigned(before, after);
    // Lock the calendars of the old and the new assignee together, in one order.
    lockCalendars(tx, { userIds: assigneeIdsOf(before, after) });
    const place = isMoved || isReassigned ? await findNewPlace(tx, after, strict) : null;
    const toSave = { ...after, blocked_until: place?.blockedUntil ?? before.blocked_until };
    const [ended, , saved] = await Promise.all([
      place === null ? [] : endLapsedHolds(tx, toSave),
      saveAppointment(tx, toSave),
      findAppointment(tx, params.id),
    ]);
    emitHoldsEnded(tx, ended);
    const appointment = toAppointment(saved, tx.now, place?.warnings ?? []);
    const types = [
      ...(isMoved ? [appointmentRescheduled] : []),
      ...(isReassigned ? [appointmentAssigned] : []),
      ...(areDetailsChanged ? [appointmentUpdated] : []),
    ];
    emitAppointmentChange(tx, toAppointment(before, tx.now), appointment, ...types);
    return { status: 200, body: appointment };
  },
});

type Changes = Omit<Static<typeof UpdateAppointmentBody>, 'strict'>;

/** An end alone is compared with the start that the appointment has. */
function assertLength({ starts_at }: AppointmentRow, changes: Changes): void {
  if (changes.starts_at !== undefined) return;
  const errors = lengthErrors(starts_at.getTime(), changes);
  if (errors.length > 0) throw validationFailed(errors);
}

/** The appointment with the new time and assignee. */
function withNewSlot(
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

function requestedSlotOf({ starts_at, ends_at, appointment_id }: AppointmentRow): RequestedSlot {
  const [start, end] = [starts_at.getTime(), ends_at.getTime()];
  return { start, end, service: null, movedId: appointment_id };
}

async function findNewPlace(tx: Tx, after: AppointmentRow, strict = false) {
  const [requested, assignee] = [requestedSlotOf(after), { assignedTo: after.assigned_to }];
  return findPlace(
    tx,
    requested,
    assignee,
    await lockAndReadCalendars(tx, requested, assignee),
    strict,
  );
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
