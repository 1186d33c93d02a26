import { placeOf } from '../../domain/distance.ts';
import { toPublicId, toPublicIdOrNull } from '../../domain/ids.ts';
import { localTime } from '../../domain/local-time.ts';
import type { Interval } from '../../domain/working-hours.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { workersOfAreas } from '../areas/index.ts';
import {
  bufferMsOf,
  CAN_BE_UNASSIGNED,
  type FullAppointment,
  readCalendars,
  type Scheduling,
} from '../calendar/index.ts';
import { type Day, type Option, onDayOf, type Visit } from './replan-options.ts';
import type { ReplanPlan } from './replan-schemas.ts';
import { type Candidate, scoreCandidate } from './suggest.ts';
import {
  MAX_BUFFER_MS,
  MAX_CANDIDATES,
  startLocations,
  stopsBetween,
  visitingUserIds,
} from './suggest-queries.ts';

/** What the pure rules of plans are given, and what a plan says. */

export interface Board {
  candidates: Candidate[];
  scheduling: Scheduling;
  /** By area; none for areas in which everyone works. */
  workers: Awaited<ReturnType<typeof workersOfAreas>>;
}

/** Everyone who takes visits, over a time, without one user or one visit. */
export async function readBoard(
  tx: Tx,
  rows: readonly FullAppointment[],
  time: Interval,
  { exceptUserId, exceptAppointmentId }: { exceptUserId?: string; exceptAppointmentId?: string },
): Promise<Board> {
  const everyone = await visitingUserIds(tx, MAX_CANDIDATES);
  const userIds = everyone.filter((id) => id !== exceptUserId);
  const span = { start: time.start, end: time.end + MAX_BUFFER_MS };
  const except = exceptAppointmentId === undefined ? [] : [exceptAppointmentId];
  const [{ people, scheduling }, stops, starts, workers] = await Promise.all([
    readCalendars(tx, { userIds }, span),
    stopsBetween(tx, time, except),
    startLocations(tx),
    workersOfAreas(tx, [...new Set(rows.flatMap(({ area_id }) => area_id ?? []))]),
  ]);
  const candidates = people.map((calendar) => ({
    calendar: { ...calendar, busy: calendar.busy.filter(({ ref }) => !except.includes(ref ?? '')) },
    stops: stops.get(calendar.userId) ?? [],
    startLocation: starts.get(calendar.userId) ?? null,
  }));
  return { candidates, scheduling, workers };
}

export function toVisit(row: FullAppointment, { workers }: Pick<Board, 'workers'>): Visit {
  return {
    id: row.appointment_id,
    start: row.starts_at.getTime(),
    end: row.ends_at.getTime(),
    skills: row.skills_needed,
    areSkillsDefined: row.are_skills_defined,
    bufferMs: bufferMsOf(row),
    place: placeOf(row.location),
    workers: workers.get(row.area_id ?? '') ?? null,
    keepsTime: row.crew.length > 0,
  };
}

interface Placed {
  rows: readonly FullAppointment[];
  visits: readonly Visit[];
  /** By visit; null if no one takes it. */
  places: readonly (Option | null)[];
}

/** Without what stays where it is. */
export function describePlan(
  placed: Placed,
  board: Board,
  day: Day & { timeZone: string },
): ReplanPlan {
  const { rows, places } = placed;
  const { timeZone } = day;
  return {
    moves: rows.flatMap((row, index) => {
      const to = places[index];
      if (!to || isAt(row, to)) return [];
      const why = whyHere(placed, index, board, day);
      return [{ ...planned(row, timeZone), to: toPlace(to, timeZone), why }];
    }),
    unplaced: rows.flatMap((row, index) =>
      places[index] ? [] : [{ ...planned(row, timeZone), ...leftOver(row) }],
    ),
  };
}

function isAt({ assigned_to, starts_at }: FullAppointment, { userId, start }: Option): boolean {
  return assigned_to === userId && starts_at.getTime() === start;
}

/** The reasons for the user, with everything else that the plan gives them that day. */
function whyHere(
  { visits, places }: Placed,
  index: number,
  { candidates, scheduling }: Board,
  day: Day,
) {
  const [visit, place] = [visits[index], places[index]];
  const candidate = candidates.find(({ calendar }) => calendar.userId === place?.userId);
  if (!visit || !place || !candidate) return [];
  const also = places.flatMap((other, at) => {
    if (at === index || other?.userId !== place.userId) return [];
    return [{ start: other.start, end: other.end, place: visits[at]?.place ?? null }];
  });
  // Visits of the plan that this user had before are no longer there.
  const ids = new Set(visits.map(({ id }) => id));
  const starts = new Set(
    candidate.calendar.busy.flatMap(({ ref, start }) => (ids.has(ref ?? '') ? [start] : [])),
  );
  const others = candidate.stops.filter(({ start }) => !starts.has(start));
  const { stops } = onDayOf(place, { ...candidate, stops: [...others, ...also] }, day);
  const busy = candidate.calendar.busy.filter(({ ref }) => !ids.has(ref ?? ''));
  const fit = {
    ...candidate,
    calendar: { ...candidate.calendar, busy },
    stops: stops.toSorted((a, b) => a.start - b.start),
  };
  return scoreCandidate({ ...visit, start: place.start, end: place.end }, fit, scheduling).reasons;
}

export function planned(row: FullAppointment, timeZone: string) {
  const from = {
    userId: row.assigned_to,
    start: row.starts_at.getTime(),
    end: row.ends_at.getTime(),
  };
  return {
    appointment_id: toPublicId('appointment', row.appointment_id),
    updated_at: row.updated_at.toISOString(),
    from: toPlace(from, timeZone),
  };
}

function toPlace({ userId, start, end }: Interval & { userId: string | null }, timeZone: string) {
  return {
    user_id: toPublicIdOrNull('user', userId),
    starts_at: localTime(start, timeZone),
    ends_at: localTime(end, timeZone),
  };
}

/** A visit with a crew that a person has to look at. */
export function withCrew(row: FullAppointment, timeZone: string, detail: string) {
  return { ...planned(row, timeZone), to_tray: false, why: [{ code: 'crew' as const, detail }] };
}

/** Why a visit has no place, and whether it goes to the tray. */
export function leftOver({ status, service }: FullAppointment) {
  const to_tray = CAN_BE_UNASSIGNED.includes(status);
  const next = to_tray
    ? 'It goes to the tray.'
    : `It is ${status}, so it stays where it is. Call the customer.`;
  const detail = `No one who takes visits and can do ${service} is free then. ${next}`;
  return { to_tray, why: [{ code: 'no_taker' as const, detail }] };
}
