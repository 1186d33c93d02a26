import type { Interval } from '../../domain/working-hours.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { Refusal } from '../../platform/errors.ts';
import {
  type Appointment,
  assigneeIdsOf,
  type CalendarOwners,
  type FullAppointment,
  findAlternatives,
  lockAppointment,
  onlyStarts,
  openSlots,
  readCalendars,
  toAppointment,
  without,
} from '../calendar/index.ts';
import { changeVisits } from './change-visits.ts';
import { requestedSlotOf } from './plan-change.ts';

/** Where a visit can move by itself: to open times of the same people, or of the team, or of everyone if it has none. */

const DAY_MS = 24 * 60 * 60_000;

function ownersOf(row: FullAppointment): CalendarOwners {
  const { assigned_to, team_id } = row;
  if (assigned_to !== null) return { userIds: assigneeIdsOf(row) };
  return team_id === null ? { everyone: true } : { teamId: team_id };
}

function placeOf(row: FullAppointment) {
  const requested = requestedSlotOf(row);
  return row.assigned_to === null ? { ...requested, skills: row.skills_needed } : requested;
}

/** The open starts in a window, in order; its own time is open, too. */
export async function openMoves(tx: Tx, row: FullAppointment, window: Interval): Promise<number[]> {
  const requested = placeOf(row);
  const span = { start: window.start - DAY_MS, end: window.end + 2 * DAY_MS };
  const calendars = await readCalendars(tx, ownersOf(row), span, requested.need);
  const request = {
    window,
    durationMs: requested.end - requested.start,
    stepMs: null,
    skills: requested.skills,
    bufferMs: requested.bufferMs,
    crewSize: requested.need.crewSize,
    place: requested.need.place,
    now: tx.now.getTime(),
  };
  const slots = await openSlots(
    without(row.appointment_id, calendars),
    request,
    onlyStarts(request),
  );
  return [...new Set(slots.map(({ start }) => start))];
}

/** The three open starts that are closest to a time. */
export async function findOtherTimes(
  tx: Tx,
  row: FullAppointment,
  start: number,
): Promise<number[]> {
  const requested = placeOf(row);
  const moved = { ...requested, start, end: start + requested.end - requested.start };
  const found = await findAlternatives(tx, ownersOf(row), moved);
  return found.map(({ starts_at }) => Date.parse(starts_at)).sort((a, b) => a - b);
}

/** Moves a visit to an open time. Refused if the time is not open; the database decides between two at once. */
export async function moveTo(tx: Tx, appointmentId: string, start: number): Promise<Appointment> {
  const before = await lockAppointment(tx, appointmentId);
  if (before.starts_at.getTime() === start) return toAppointment(before, tx.now);
  const open = await openMoves(tx, before, { start, end: start + 1 });
  if (!open.includes(start)) throw new Refusal('appointment_no_overlap');
  const changes = { starts_at: new Date(start).toISOString() };
  const [moved] = await changeVisits(tx, [{ before, changes, isStrict: true, pointer: null }]);
  return moved ?? toAppointment(before, tx.now);
}
