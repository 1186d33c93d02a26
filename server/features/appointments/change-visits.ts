import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { validationFailed } from '../../platform/errors.ts';
import {
  type Appointment,
  appointmentAssigned,
  appointmentRescheduled,
  appointmentUpdated,
  assigneeIdsOf,
  type Calendars,
  emitAppointmentChange,
  emitHoldsEnded,
  endLapsedHolds,
  findAppointment,
  findPlace,
  LIVE,
  lockAndReadCalendars,
  lockCalendars,
  saveAppointment,
  takeCapacity,
  toAppointment,
} from '../calendar/index.ts';
import { countedFor, dateAt, keepActiveRules } from '../capacity/index.ts';
import { findOrganization } from '../organizations/index.ts';
import { inMove } from './in-move.ts';
import {
  type PlannedChange,
  planChange,
  requestedSlotOf,
  type VisitChange,
} from './plan-change.ts';

/** Moves, reassigns and changes locked appointments, all or nothing, and emits their events. Returns them in order. */
export async function changeVisits(tx: Tx, visits: readonly VisitChange[]): Promise<Appointment[]> {
  const planned = await Promise.all(
    visits.map((visit) => inMove(visit.pointer, () => planChange(tx, visit))),
  );
  const changing = planned.filter(({ types }) => types.length > 0);
  // Lock the calendars of the old and the new assignees together, in one order.
  const rows = changing.flatMap(({ before, after }) => [before, after]);
  if (rows.length > 0) lockCalendars(tx, { userIds: assigneeIdsOf(...rows) });
  const placed = await countAgain(
    tx,
    await Promise.all(
      planned.map(async (change) => ({ ...change, place: await findNewPlace(tx, change) })),
    ),
  );
  const leaving = placed.filter(({ place }) => place !== null).map(({ after }) => after);
  // Nothing is in the way of one visit but others. Several can be in each other's way.
  if (leaving.length > 1) {
    const ids = leaving.map(({ appointment_id }) => appointment_id);
    tx.query(vacate, [tx.organizationId, ids]);
  }
  const changed = await Promise.all(placed.map((change) => save(tx, change)));
  return changed.map((finish) => finish());
}

/** The constraint holds after every statement, so visits that change places leave theirs first. */
const vacate = statement(
  'vacate_places_of_appointments',
  `update appointments set assigned_to = null, crew = '{}'
   where organization_id = $1 and appointment_id = any ($2) and assigned_to is not null`,
);

type Place = Awaited<ReturnType<typeof findPlace>>;
interface Placed extends PlannedChange {
  /** Null if neither the time nor the assignee changes. */
  place: Place | null;
}

async function findNewPlace(tx: Tx, change: PlannedChange): Promise<Place | null> {
  const { after, isPlaceChanged, isStrict, pointer } = change;
  if (!isPlaceChanged) return null;
  const requested = requestedSlotOf(after);
  const assignee = { assignedTo: after.assigned_to, crew: after.crew };
  const calendars = lockAndReadCalendars(tx, requested, assignee);
  return inMove(pointer, async () => {
    assertStillActive(change, await calendars);
    return findPlace(tx, requested, assignee, await calendars, isStrict);
  });
}

/** Someone who was on the visit before and left meanwhile is named, as the request did not name them. */
function assertStillActive({ after, changes }: PlannedChange, { people }: Calendars): void {
  const gone = people.find(
    ({ userId, isActive }) =>
      !isActive &&
      (userId === after.assigned_to ? changes.assigned_to : changes.crew) === undefined,
  );
  if (gone === undefined) return;
  const field = gone.userId === after.assigned_to ? 'assigned_to' : 'crew';
  const detail = `${gone.name}, who is on this visit, is no longer active. Send ${field} with who goes instead.`;
  throw validationFailed([{ pointer: `/${field}`, code: 'unknown_user', detail }]);
}

/** A visit that moves to another day, area or service counts there, and no longer where it was. */
async function countAgain(tx: Tx, changes: readonly Placed[]): Promise<Placed[]> {
  const toCome = changes.filter(
    ({ before, types }) => types.length > 0 && LIVE.includes(before.status),
  );
  if (!toCome.some(({ place, isKindChanged }) => place !== null || isKindChanged)) {
    return [...changes];
  }
  const [rules, { time_zone }] = await Promise.all([keepActiveRules(tx), findOrganization(tx)]);
  const moved = changes.map((change) => {
    const { before, after, isKindChanged } = change;
    const [from, to] = [before.starts_at.getTime(), after.starts_at.getTime()];
    const isSameDay = dateAt(from, time_zone).equals(dateAt(to, time_zone));
    if (!toCome.includes(change) || (isSameDay && !isKindChanged)) return { change, counted: null };
    const kind = { service: after.service, areaId: after.area_id };
    return { change, counted: countedFor(rules, kind, to, time_zone) };
  });
  await takeCapacity(tx, {
    given: moved.flatMap(({ change, counted }) => (counted === null ? [] : [change.before])),
    taken: moved.flatMap(({ counted }) => (counted === null ? [] : [counted])),
  });
  return moved.map(({ change, counted }) =>
    counted === null ? change : { ...change, after: { ...change.after, ...counted } },
  );
}

/** Returns what is left to do once everything is saved: events are emitted in the order of the visits. */
async function save(tx: Tx, { before, after, place, types }: Placed): Promise<() => Appointment> {
  if (types.length === 0) return () => toAppointment(before, tx.now);
  const toSave = { ...after, blocked_until: place?.blockedUntil ?? before.blocked_until };
  const [ended, , saved] = await Promise.all([
    place === null ? [] : endLapsedHolds(tx, toSave),
    saveAppointment(tx, toSave),
    findAppointment(tx, after.appointment_id),
  ]);
  return () => {
    emitHoldsEnded(tx, ended);
    const appointment = toAppointment(saved, tx.now, place?.warnings ?? []);
    const events = types.map((type) => EVENTS[type]);
    emitAppointmentChange(tx, toAppointment(before, tx.now), appointment, ...events);
    return appointment;
  };
}

const EVENTS = {
  rescheduled: appointmentRescheduled,
  assigned: appointmentAssigned,
  updated: appointmentUpdated,
};
