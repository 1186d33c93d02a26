import type { FieldError } from '../platform/errors.ts';

/**
 * Working hours in local time, and the moments they correspond to. Organizations, users and the calendar all use
 * this file. Pure rules.
 */

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** From HH:MM to HH:MM; the end can be 24:00. An end at or before the start is on the next day. */
export interface LocalHours {
  start: string;
  end: string;
}

export interface WorkingHours {
  weekly: ({ day: Weekday } & LocalHours)[];
  /** A date with its own hours instead of those of its weekday; without hours, a day off. */
  exceptions: { date: string; intervals: LocalHours[] }[];
}

/** From start (included) to end (excluded), in milliseconds since 1970. */
export interface Interval {
  start: number;
  end: number;
}

export const DEFAULT_WORKING_HOURS: WorkingHours = {
  weekly: WEEKDAYS.slice(0, 5).map((day) => ({ day, start: '08:00', end: '17:00' })),
  exceptions: [],
};

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const WEEK = 7 * DAY;

/** All errors in well-formed hours, each with the next step. */
export function checkWorkingHours(hours: WorkingHours, pointer: string): FieldError[] {
  const week = hours.weekly.map(({ day, ...local }, index) => {
    return place(local, `${pointer}/weekly/${index}`, day, WEEKDAYS.indexOf(day) * DAY);
  });
  const exceptions = hours.exceptions.map(({ intervals, date }, index) => {
    const at = `${pointer}/exceptions/${index}/intervals`;
    return intervals.map((local, number) => place(local, `${at}/${number}`, date, 0));
  });
  return [
    ...[...week, ...exceptions.flat()].flatMap(checkStart),
    ...checkOverlaps(week, lastOfWeekBefore(week)),
    ...exceptions.flatMap((intervals) => checkOverlaps(intervals)),
    ...checkDates(hours.exceptions, pointer),
  ];
}

/** Hours with what is needed to compare them with others and to name them. */
interface PlacedHours extends Interval {
  local: LocalHours;
  pointer: string;
  on: string;
}

function place(local: LocalHours, pointer: string, on: string, day: number): PlacedHours {
  const { start, end } = sinceMidnight(local);
  return { start: day + start, end: day + end, local, pointer, on };
}

function checkStart({ local, pointer, on }: PlacedHours): FieldError[] {
  if (local.start !== '24:00') return [];
  const detail = `The hours on ${on} must not start at 24:00. Add them to the next day, from 00:00.`;
  return [{ pointer: `${pointer}/start`, code: 'out_of_range', detail }];
}

/** A night shift from Sunday to Monday continues at the start of the week. */
function lastOfWeekBefore(week: readonly PlacedHours[]): PlacedHours | undefined {
  const last = week.toSorted((a, b) => a.end - b.end).at(-1);
  return last && { ...last, start: last.start - WEEK, end: last.end - WEEK };
}

function checkOverlaps(hours: readonly PlacedHours[], before?: PlacedHours): FieldError[] {
  const errors: FieldError[] = [];
  let lasting = before;
  for (const next of hours.toSorted((a, b) => a.start - b.start)) {
    if (lasting && next.start < lasting.end) {
      const detail = `The hours ${describeHours(next)} overlap those ${describeHours(lasting)}. Combine the two, or start one when the other ends.`;
      errors.push({ pointer: next.pointer, code: 'overlapping', detail });
    }
    if (!lasting || next.end > lasting.end) lasting = next;
  }
  return errors;
}

function describeHours({ on, local }: PlacedHours): string {
  return `on ${on} from ${local.start} to ${local.end}`;
}

function checkDates(exceptions: WorkingHours['exceptions'], pointer: string): FieldError[] {
  const seen = new Set<string>();
  return exceptions.flatMap(({ date }, index) => {
    const at = `${pointer}/exceptions/${index}/date`;
    if (Number.isNaN(startOfDate(date))) {
      const detail = `The date ${date} does not exist. Correct it, or leave the exception out.`;
      return [{ pointer: at, code: 'invalid_format', detail }];
    }
    if (seen.has(date)) {
      const detail = `There is already an exception for ${date}. Put all hours of that date into one exception.`;
      return [{ pointer: at, code: 'repeated', detail }];
    }
    seen.add(date);
    return [];
  });
}

/**
 * The shifts that overlap the dates from `from` to `to` (both included), in order. Hours that overlap or follow
 * each other without a gap are one shift, also across midnight. A shift is never cut at the start or end of the
 * dates, because slots are counted from the start of the shift.
 */
export function shiftsBetween(
  hours: WorkingHours,
  timeZone: string,
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
): Interval[] {
  const [firstDay, lastDay] = [asIfUtc(from), asIfUtc(to)];
  // A shift that overlaps the dates started within the week before, and counts until the week after. Hours
  // without any break have no start: then a Monday is used, so that all queries about a week agree.
  const searched = { start: firstDay - (from.dayOfWeek - 1) * DAY - WEEK, end: lastDay + WEEK };
  const hoursOn = calendarOf(hours);
  const momentOf = wallClock(timeZone, searched);

  const shifts: Interval[] = [];
  for (let day = searched.start; day <= searched.end; day += DAY) {
    const isSkipped = momentOf(day) >= momentOf(day + DAY);
    if (isSkipped) continue;
    for (const { start, end } of hoursOn(day)) {
      const shift = { start: momentOf(day + start), end: momentOf(day + end) };
      // The hour that is skipped in spring has no length, and neither has work within it.
      if (shift.start < shift.end) shifts.push(shift);
    }
  }
  const dates = { start: momentOf(firstDay), end: momentOf(lastDay + DAY) };
  return mergeIntervals(shifts).filter(
    (shift) => shift.start < dates.end && dates.start < shift.end,
  );
}

/** The hours that start on a day, as milliseconds since its midnight. */
function calendarOf({ weekly, exceptions }: WorkingHours): (day: number) => Interval[] {
  const byWeekday = WEEKDAYS.map((weekday) =>
    weekly.filter(({ day }) => day === weekday).map(sinceMidnight),
  );
  const byDate = new Map(exceptions.map(({ date, intervals }) => [startOfDate(date), intervals]));
  return (day) => {
    const exception = byDate.get(day);
    if (exception) return exception.map(sinceMidnight);
    return byWeekday[(new Date(day).getUTCDay() + 6) % 7] ?? [];
  };
}

function sinceMidnight(local: LocalHours): Interval {
  const [start, end] = [timeOfDay(local.start), timeOfDay(local.end)];
  return { start, end: end > start ? end : end + DAY };
}

function timeOfDay(text: string): number {
  return (Number(text.slice(0, 2)) * 60 + Number(text.slice(3))) * MINUTE;
}

/** Local time as milliseconds since 1970, as if it were UTC. */
function asIfUtc(date: Temporal.PlainDate): number {
  return date.toZonedDateTime('UTC').epochMilliseconds;
}

/** The same for a date as text; NaN for an invalid date, such as February 30. */
function startOfDate(text: string): number {
  const time = Date.parse(text);
  return new Date(time).getUTCDate() === Number(text.slice(8)) ? time : NaN;
}

/**
 * The moment of a local time in a zone, like "compatible" in Temporal: the first of two such moments, and in a gap
 * as if the clocks had not changed yet. In both cases a change applies from the later of its two local times, so
 * it is enough to get the list of changes. Asking Temporal for every moment takes 25 ms for 50 users and 62 days;
 * this takes 3 ms.
 */
function wallClock(timeZone: string, searched: Interval): (local: number) => number {
  const start = Temporal.Instant.fromEpochMilliseconds(searched.start - DAY);
  let time = start.toZonedDateTimeISO(timeZone);
  const initial = offsetOf(time);
  const offsets: { from: number; offset: number }[] = [];
  for (;;) {
    const change = time.getTimeZoneTransition('next');
    if (change === null || change.epochMilliseconds > searched.end + 3 * DAY) break;
    const later = Math.max(offsetOf(time), offsetOf(change));
    offsets.push({ from: change.epochMilliseconds + later, offset: offsetOf(change) });
    time = change;
  }
  return (local) => local - (offsets.findLast(({ from }) => local >= from)?.offset ?? initial);
}

function offsetOf(time: Temporal.ZonedDateTime): number {
  return time.offsetNanoseconds / 1_000_000;
}

/** Sorted, with overlapping and adjacent intervals merged. */
export function mergeIntervals(intervals: readonly Interval[]): Interval[] {
  const merged: Interval[] = [];
  for (const { start, end } of intervals.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last === undefined || start > last.end) merged.push({ start, end });
    else if (end > last.end) last.end = end;
  }
  return merged;
}
