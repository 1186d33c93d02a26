import type { Interval } from '../../domain/working-hours.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict, validationFailed } from '../../platform/errors.ts';
import {
  type AppointmentRow,
  CAN_BE_UNASSIGNED,
  type FullAppointment,
  findAppointment,
  isLapsed,
  LIVE,
  readCalendars,
  warningsOf,
} from '../calendar/index.ts';
import { readRoom } from '../capacity/index.ts';
import { daysBetween } from './board.ts';
import { makeRoom } from './make-room.ts';
import { describePlan, leftOver, planned, readBoard, toVisit, withCrew } from './plan-view.ts';
import { postpone, replanDay } from './replan-day.ts';
import { visitsOfCrewToReplan, visitsOfDayToReplan, visitsToReplan } from './replan-queries.ts';
import type { ReplanPlan } from './replan-schemas.ts';

/** The three kinds of plans: a day without a user, no work on a day, and an emergency. */

/** Of the warnings of a visit, those with which a plan is not applied. */
export const REFUSED_WHEN_APPLIED: readonly string[] = ['time_off', 'outside_working_hours'];

interface PlannedDay {
  date: string;
  timeZone: string;
}

/** How far visits are moved by the weather. */
const LATER_DAYS = 7;
/** About a second with 100 users, in which other requests go on. */
export const MAX_VISITS = 200;

export async function planWithoutUser(
  tx: Tx,
  userId: string,
  { date, timeZone }: PlannedDay,
): Promise<ReplanPlan> {
  const day = timeOf(date, timeZone);
  const [found, along] = await Promise.all([
    visitsToReplan(tx, userId, day),
    visitsOfCrewToReplan(tx, userId, day),
  ]);
  const isOff = await crewsThatAreOff(tx, found, day);
  const rows = found.filter((row) => !isOff(row));
  const board = await readBoard(tx, rows, day, { exceptUserId: userId });
  const visits = rows.map((row) => toVisit(row, board));
  const span = { time: day, now: tx.now.getTime() };
  const { places } = replanDay(visits, board.candidates, board.scheduling, span);
  const plan = describePlan({ rows, visits, places }, board, { ...span, timeZone });
  const missing = along.map((row) => withCrew(row, timeZone, MISSES_ONE));
  const off = found.filter(isOff).map((row) => withCrew(row, timeZone, CREW_IS_OFF));
  return { ...plan, unplaced: [...plan.unplaced, ...missing, ...off] };
}

/** Applying a plan looks at everyone who goes, so a visit whose crew cannot come has no place in it. */
async function crewsThatAreOff(
  tx: Tx,
  rows: readonly FullAppointment[],
  day: Interval,
): Promise<(row: FullAppointment) => boolean> {
  const userIds = [...new Set(rows.flatMap(({ crew }) => crew))];
  if (userIds.length === 0) return () => false;
  const { people, scheduling } = await readCalendars(tx, { userIds }, day);
  const byId = new Map(people.map((person) => [person.userId, person]));
  return ({ crew, starts_at, ends_at }) => {
    const [start, end] = [starts_at.getTime(), ends_at.getTime()];
    const time = { start, end, skills: [], bufferMs: null };
    return crew.some((id) => {
      const person = byId.get(id);
      if (!person?.isActive) return true;
      const warnings = warningsOf(time, person, scheduling, start);
      return warnings.some(({ code }) => REFUSED_WHEN_APPLIED.includes(code));
    });
  };
}

const CREW_IS_OFF =
  'Someone of its crew is off or does not work then. Name someone else, or move it.';
const MISSES_ONE = 'Its crew misses this user. Name someone else, or move it.';
const KEEPS_TIME = 'It has a crew, which may not be free at another time. Move it on the board.';

/** No one works outside that day, so all visits that can be moved go to later days. */
export async function planWithoutDay(tx: Tx, { date, timeZone }: PlannedDay): Promise<ReplanPlan> {
  const from = Temporal.PlainDate.from(date);
  const days = daysBetween(
    String(from.add({ days: 1 })),
    String(from.add({ days: LATER_DAYS })),
    timeZone,
  );
  const time = { start: days[0]?.start ?? 0, end: days.at(-1)?.end ?? 0 };
  const rows = await visitsOfDayToReplan(tx, timeOf(date, timeZone), MAX_VISITS + 1);
  if (rows.length > MAX_VISITS) throw tooManyVisits();
  const led = rows.filter(({ crew }) => crew.length > 0);
  const movable = rows.filter(
    ({ status, crew }) => CAN_BE_UNASSIGNED.includes(status) && crew.length === 0,
  );
  const [board, room] = await Promise.all([
    readBoard(tx, movable, time, {}),
    readRoom(tx, time, timeZone),
  ]);
  const visits = movable.map((row) => ({
    ...toVisit(row, board),
    capacityAt: (start: number) =>
      room.placesAt({ service: row.service, areaId: row.area_id }, start),
  }));
  const span = { time, days, now: tx.now.getTime(), room: room.left };
  const places = await postpone(visits, board.candidates, board.scheduling, span);
  const plan = describePlan({ rows: movable, visits, places }, board, { ...span, timeZone });
  const underWay = rows.filter((row) => !movable.includes(row) && !led.includes(row));
  return {
    ...plan,
    unplaced: [
      ...plan.unplaced,
      ...underWay.map((row) => ({ ...planned(row, timeZone), ...leftOver(row) })),
      ...led.map((row) => withCrew(row, timeZone, KEEPS_TIME)),
    ],
  };
}

function tooManyVisits() {
  const detail = `More than ${MAX_VISITS} appointments are too many for one plan. Plan the day of one user at a time: send user_id.`;
  return validationFailed([{ pointer: '/date', code: 'out_of_range', detail }]);
}

/** A visit gets a place that day, and the visits in its way another one. */
export async function planWithEmergency(
  tx: Tx,
  { appointmentId, userId }: { appointmentId: string; userId: string | null },
  { date, timeZone }: PlannedDay,
): Promise<ReplanPlan> {
  const day = timeOf(date, timeZone);
  const [row, others, room] = await Promise.all([
    findAppointment(tx, appointmentId),
    visitsOfDayToReplan(tx, day, 10 * MAX_VISITS),
    readRoom(tx, day, timeZone),
  ]);
  assertMovable(row, tx.now);
  if (row.crew.length > 0) {
    return { moves: [], unplaced: [withCrew(row, timeZone, KEEPS_TIME)] };
  }
  const movable = others.filter(
    (one) =>
      one.appointment_id !== appointmentId &&
      one.assigned_to !== null &&
      one.crew.length === 0 &&
      CAN_BE_UNASSIGNED.includes(one.status),
  );
  const board = await readBoard(tx, [row, ...movable], day, { exceptAppointmentId: appointmentId });
  const now = tx.now.getTime();
  const own = toVisit(row, board);
  const isThatDay = own.start >= Math.max(day.start, now) && own.start < day.end;
  // A time on another day says nothing about this one: then as early as possible.
  const start = isThatDay ? own.start : Math.max(day.start, now);
  const isCounted = row.starts_at.getTime() >= day.start && row.starts_at.getTime() < day.end;
  const urgent = {
    ...own,
    start,
    end: start + own.end - own.start,
    // It is counted already on the day that it is on.
    capacityAt: (at: number) =>
      isCounted ? [] : room.placesAt({ service: row.service, areaId: row.area_id }, at),
  };
  const byId = new Map(movable.map((one) => [one.appointment_id, toVisit(one, board)]));
  const crowd = {
    candidates: board.candidates,
    movable: byId,
    ...(userId !== null && { takers: new Set([userId]) }),
  };
  const span = { time: day, now, room: room.left };
  const found = makeRoom(urgent, crowd, board.scheduling, span);
  if (found === null) return { moves: [], unplaced: [staysOver(row, timeZone)] };
  const rowsById = new Map(movable.map((one) => [one.appointment_id, one]));
  const plan = {
    rows: [row, ...found.moved.flatMap(({ id }) => rowsById.get(id) ?? [])],
    visits: [urgent, ...found.moved],
    places: [found.place, ...found.places],
  };
  return describePlan(plan, board, { ...span, timeZone });
}

function assertMovable(row: AppointmentRow, now: Date): void {
  if (CAN_BE_UNASSIGNED.includes(row.status)) return;
  if (row.status === 'held' && !isLapsed(row, now)) {
    throw conflict('appointment_held', 'This is a hold. Book it with its hold_id first.');
  }
  if (row.status !== 'held' && LIVE.includes(row.status)) {
    const detail = `This appointment is ${row.status}, so it is not planned again.`;
    throw conflict('appointment_under_way', detail);
  }
  throw conflict('appointment_over', 'This appointment is over. Book a new appointment.');
}

function staysOver(row: FullAppointment, timeZone: string) {
  const detail = `No one who takes visits and can do ${row.service} has room that day, even if others move. It stays where it is.`;
  const why = [{ code: 'no_taker' as const, detail }];
  return { ...planned(row, timeZone), to_tray: false, why };
}

function timeOf(date: string, timeZone: string): Interval {
  const [day = { start: 0, end: 0 }] = daysBetween(date, date, timeZone);
  return { start: day.start, end: day.end };
}
