import Type from 'typebox';
import { dateSpanErrors, outOfRangeErrors } from '../../domain/date-span.ts';
import { placeOf } from '../../domain/distance.ts';
import { idField } from '../../domain/id-field.ts';
import { toPublicId } from '../../domain/ids.ts';
import { knownId } from '../../domain/known-id.ts';
import { localTime } from '../../domain/local-time.ts';
import type { Interval } from '../../domain/working-hours.ts';
import { type FieldError, validationFailed } from '../../platform/errors.ts';
import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { mapWithPauses } from '../../platform/pauses.ts';
import { type FullAppointment, isToCome, shiftsOf, toAppointment } from '../calendar/index.ts';
import {
  daysBetween,
  type Leg,
  legsOfDays,
  strandedVisits,
  type Workload,
  workloadOf,
} from './board.ts';
import { DispatchBoard, MAX_DAYS, MAX_LANES } from './board-schemas.ts';
import { type Lane, readBoard } from './queries.ts';

export const getDispatchBoard = read({
  id: 'getDispatchBoard',
  path: '/v1/dispatch',
  tag: 'Dispatch',
  resource: 'team',
  scopes: ['appointments:read'],
  summary: 'Get the dispatch board',
  description:
    'Returns a whole day, or up to seven, in one response: the shifts, time off, appointments, travel and utilization of each user who takes visits, and the unassigned appointments in the tray. Days and all times are in the organization’s time zone.',
  query: Type.Object(
    {
      date: Type.Optional(
        dateParameter(
          'Date of the board, in the organization’s time zone. Default: today.',
          '2027-03-02',
        ),
      ),
      from: Type.Optional(
        dateParameter('First of several dates, instead of `date`. Default: today.', '2027-03-01'),
      ),
      to: Type.Optional(
        dateParameter('Last of at most seven dates. Default: the first.', '2027-03-07'),
      ),
      team_id: Type.Optional(idField('team', 'Show only the members of this team.')),
    },
    { additionalProperties: false },
  ),
  responses: returns(DispatchBoard, 'The dispatch board.'),
  check: (query) => [...outOfRangeErrors(query, ['date']), ...spanErrors(query)],
  async run(tx, { query }) {
    const teamId = query.team_id === undefined ? null : knownId('team', query.team_id);
    const from = query.date ?? query.from ?? null;
    const board = await readBoard(tx, { from, to: query.to ?? null, teamId, limit: MAX_LANES });
    const { day, timeZone, date, lastDate } = board;
    assertSpan(date, query.to);
    const view = { day, days: daysBetween(date, lastDate, timeZone), timeZone, now: tx.now };
    return {
      date,
      from: date,
      to: lastDate,
      time_zone: timeZone,
      lanes: await mapWithPauses(board.lanes.slice(0, MAX_LANES), (lane) => toLane(lane, view)),
      lanes_has_more: board.lanes.length > MAX_LANES,
      tray: board.tray.slice(0, MAX_LANES).map((row) => toLocal(row, view)),
      tray_has_more: board.tray.length > MAX_LANES,
      late_count: board.late,
    };
  },
});

function dateParameter(description: string, example: string) {
  return Type.String({ format: 'date', description, examples: [example] });
}

/** Either one date, or the first and the last of several. */
function spanErrors({ date, from, to }: Record<string, unknown>): FieldError[] {
  if (date === undefined || (from === undefined && to === undefined)) {
    return dateSpanErrors({ from, to }, MAX_DAYS);
  }
  const detail = 'Send either date, or from and to.';
  return [{ pointer: '/date', code: 'not_allowed', detail }];
}

/** The last date alone is compared with today, which depends on the time zone. */
function assertSpan(from: string, to: string | undefined): void {
  const errors = to === undefined ? [] : dateSpanErrors({ from, to }, MAX_DAYS);
  if (errors.length > 0) throw validationFailed(errors);
}

interface View {
  /** The whole time of the board. */
  day: Interval;
  days: (Interval & { date: string })[];
  timeZone: string;
  now: Date;
}

function toLane({ calendar, startLocation, timeOff, appointments }: Lane, view: View) {
  const shifts = shiftsOf(calendar, view.day).filter(
    ({ start, end }) => start < view.day.end && view.day.start < end,
  );
  const stops = appointments.map((row) => ({
    ...spanOf(row),
    id: row.appointment_id,
    place: placeOf(row.location),
  }));
  const scheduled = appointments.filter(({ status }) => status !== 'no_show').map(spanOf);
  const workloadIn = (time: Interval) => toWorkload(workloadOf(time, shifts, timeOff, scheduled));
  return {
    user_id: toPublicId('user', calendar.userId),
    name: calendar.name,
    active: calendar.isActive,
    takes_visits: calendar.isOffered,
    time_zone: calendar.timeZone,
    skills: [...calendar.skills],
    shifts: shifts.map((shift) => localSpan(shift, view)),
    time_off: timeOff.map((away) => ({
      time_off_id: toPublicId('time_off', away.id),
      ...localSpan(away, view),
      reason: away.reason,
    })),
    appointments: appointments.map((row) => toLocal(row, view)),
    stranded: strandedVisits(calendar.isActive, timeOff, appointments.map(visitOf)).map((one) => ({
      appointment_id: toPublicId('appointment', one.id),
      reason: one.reason,
    })),
    travel: legsOfDays(view.days, stops, { place: startLocation, shifts }).map(toTravel),
    ...workloadIn(view.day),
    days: view.days.map((day) => ({
      date: day.date,
      utilisation: workloadIn(day).utilisation,
    })),
  };
}

function toWorkload({ scheduledMinutes, shiftMinutes, utilisation }: Workload) {
  return { scheduled_minutes: scheduledMinutes, shift_minutes: shiftMinutes, utilisation };
}

function visitOf(row: FullAppointment) {
  return { ...spanOf(row), id: row.appointment_id, isToCome: isToCome(row.status) };
}

function toTravel(leg: Leg) {
  return {
    from_appointment_id: leg.from && toPublicId('appointment', leg.from),
    to_appointment_id: toPublicId('appointment', leg.to),
    gap_minutes: leg.gapMinutes,
    distance_km: leg.distanceKm,
    is_tight: leg.isTight,
  };
}

/** The same appointment as in other responses, but with times in the organization's time zone. */
function toLocal(row: FullAppointment, view: View) {
  const appointment = toAppointment(row, view.now);
  const [arrivalStart, arrivalEnd] = [row.arrival_starts_at, row.arrival_ends_at];
  return {
    ...appointment,
    ...localSpan(spanOf(row), view),
    arrival_window:
      arrivalStart &&
      arrivalEnd &&
      localSpan({ start: arrivalStart.getTime(), end: arrivalEnd.getTime() }, view),
  };
}

function spanOf({ starts_at, ends_at }: FullAppointment): Interval {
  return { start: starts_at.getTime(), end: ends_at.getTime() };
}

function localSpan({ start, end }: Interval, { timeZone }: View) {
  return { starts_at: localTime(start, timeZone), ends_at: localTime(end, timeZone) };
}
