import Type from 'typebox';
import { idField } from '../../domain/id-field.ts';
import { toPublicId } from '../../domain/ids.ts';
import { knownId } from '../../domain/known-id.ts';
import { localTime } from '../../domain/local-time.ts';
import { isOutsideSupportedRange, SUPPORTED_RANGE } from '../../domain/supported-range.ts';
import type { Interval } from '../../domain/working-hours.ts';
import type { FieldError } from '../../platform/errors.ts';
import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { mapWithPauses } from '../../platform/pauses.ts';
import { type FullAppointment, isToCome, shiftsOf, toAppointment } from '../calendar/index.ts';
import { type Leg, legsOf, strandedVisits, workloadOf } from './board.ts';
import { DispatchBoard, MAX_LANES } from './board-schemas.ts';
import { placeOf } from './distance.ts';
import { type Lane, readBoard } from './queries.ts';

export const getDispatchBoard = read({
  id: 'getDispatchBoard',
  path: '/v1/dispatch',
  tag: 'Dispatch',
  resource: 'team',
  scopes: ['appointments:read'],
  summary: 'Get the dispatch board',
  description:
    'Returns a whole day in one response: the shifts, time off, appointments, travel and utilization of each user, and the unassigned appointments in the tray. The day and all times are in the organization’s time zone.',
  query: Type.Object(
    {
      date: Type.Optional(
        Type.String({
          format: 'date',
          description: 'Date of the board, in the organization’s time zone. Default: today.',
          examples: ['2027-03-02'],
        }),
      ),
      team_id: Type.Optional(idField('team', 'Show only the members of this team.')),
    },
    { additionalProperties: false },
  ),
  responses: returns(DispatchBoard, 'The dispatch board.'),
  check: ({ date }) => (isOutsideSupportedRange(date) ? [OUT_OF_RANGE] : []),
  async run(tx, { query }) {
    const teamId = query.team_id === undefined ? null : knownId('team', query.team_id);
    const board = await readBoard(tx, { date: query.date ?? null, teamId, limit: MAX_LANES });
    const view = { day: board.day, timeZone: board.timeZone, now: tx.now };
    return {
      date: board.date,
      time_zone: board.timeZone,
      lanes: await mapWithPauses(board.lanes.slice(0, MAX_LANES), (lane) => toLane(lane, view)),
      lanes_has_more: board.lanes.length > MAX_LANES,
      tray: board.tray.slice(0, MAX_LANES).map((row) => toLocal(row, view)),
      tray_has_more: board.tray.length > MAX_LANES,
      late_count: board.late,
    };
  },
});

const OUT_OF_RANGE: FieldError = {
  pointer: '/date',
  code: 'out_of_range',
  detail: `The query parameter date must be ${SUPPORTED_RANGE}.`,
};

interface View {
  day: Interval;
  timeZone: string;
  now: Date;
}

function toLane({ calendar, timeOff, appointments }: Lane, view: View) {
  const shifts = shiftsOf(calendar, view.day).filter(
    ({ start, end }) => start < view.day.end && view.day.start < end,
  );
  const stops = appointments.map((row) => ({
    ...spanOf(row),
    id: row.appointment_id,
    place: placeOf(row.location),
  }));
  const scheduled = appointments.filter(({ status }) => status !== 'no_show').map(spanOf);
  const workload = workloadOf(view.day, shifts, timeOff, scheduled);
  return {
    user_id: toPublicId('user', calendar.userId),
    name: calendar.name,
    active: calendar.isActive,
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
    travel: legsOf(stops).map(toTravel),
    scheduled_minutes: workload.scheduledMinutes,
    shift_minutes: workload.shiftMinutes,
    utilisation: workload.utilisation,
  };
}

function visitOf(row: FullAppointment) {
  return { ...spanOf(row), id: row.appointment_id, isToCome: isToCome(row.status) };
}

function toTravel(leg: Leg) {
  return {
    from_appointment_id: toPublicId('appointment', leg.from),
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
