import type { FieldError } from '../platform/errors.ts';

/**
 * When somebody works, in the time their own clocks show, and the moments which that means. The
 * organization, its people and its calendar all read it here. Pure rules.
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

/** From HH:MM to HH:MM, where 24:00 may end it. At or before its start, the end is the next day's. */
export interface LocalHours {
  start: string;
  end: string;
}

export interface WorkingHours {
  weekly: ({ day: Weekday } & LocalHours)[];
  /** A date with hours of its own instead of its weekday's; with none, a day off. */
  exceptions: { date: string; intervals: LocalHours[] }[];
}

/** From its start up to its end, not included, in milliseconds since 1970. */
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

/** Everything in hours of the right shape that nobody can work by, each with what to do about it. */
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

/** Hours with what is needed to compare them with others, and to say which ones are meant. */
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
  const detail = `The hours on ${on} must not start at 24:00. Give them to the next day, from 00:00.`;
  return [{ pointer: `${pointer}/start`, code: 'out_of_range', detail }];
}

/** Whoever works through the night to Monday is still there when the week begins. */
function lastOfWeekBefore(week: readonly PlacedHours[]): PlacedHours | undefined {
  const last = week.toSorted((a, b) => a.end - b.end).at(-1);
  return last && { ...last, start: last.start - WEEK, end: last.end - WEEK };
}

function checkOverlaps(hours: readonly PlacedHours[], before?: PlacedHours): FieldError[] {
  const errors: FieldError[] = [];
  let lasting = before;
  for (const next of hours.toSorted((a, b) => a.start - b.start)) {
    if (lasting && next.start < lasting.end) {
      const detail = `The hours ${spoken(next)} overlap those ${spoken(lasting)}. Join the two, or let one begin when the other ends.`;
      errors.push({ pointer: next.pointer, code: 'overlapping', detail });
    }
    if (!lasting || next.end > lasting.end) lasting = next;
  }
  return errors;
}

function spoken({ on, local }: PlacedHours): string {
  return `on ${on} from ${local.start} to ${local.end}`;
}

function checkDates(exceptions: WorkingHours['exceptions'], pointer: string): FieldError[] {
  const seen = new Set<string>();
  return exceptions.flatMap(({ date }, index) => {
    const at = `${pointer}/exceptions/${index}/date`;
    if (Number.isNaN(startOfDate(date))) {
      const detail = `There is no ${date} in the calendar. Correct the date, or leave the exception out.`;
      return [{ pointer: at, code: 'invalid_format', detail }];
    }
    if (seen.has(date)) {
      const detail = `There is an exception for ${date} already. Put all hours of that date into one.`;
      return [{ pointer: at, code: 'repeated', detail }];
    }
    seen.add(date);
    return [];
  });
}

/**
 * The stretches of work that touch the dates from `from` to `to`, both included, in order. Hours that
 * overlap or follow upon each other are one stretch, across midnight too; none is cut where the dates
 * begin or end, because slots are counted from the start of the stretch.
 */
export function shiftsBetween(
  hours: WorkingHours,
  timeZone: string,
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
): Interval[] {
  const [firstDay, lastDay] = [asIfUtc(from), asIfUtc(to)];
  // A stretch that reaches into the dates began within the week before, and counts until the week after.
  // Whoever never pauses has no beginning: a Monday is one that all questions about a week agree on.
  const searched = { start: firstDay - (from.dayOfWeek - 1) * DAY - WEEK, end: lastDay + WEEK };
  const hoursOn = calendarOf(hours);
  const momentOf = wallClock(timeZone, searched);

  const shifts: Interval[] = [];
  for (let day = searched.start; day <= searched.end; day += DAY) {
    const isSkipped = momentOf(day) >= momentOf(day + DAY);
    if (isSkipped) continue;
    for (const { start, end } of hoursOn(day)) {
      const shift = { start: momentOf(day + start), end: momentOf(day + end) };
      // The hour that the clocks skip in spring has no length, nor has work that lies within it.
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
  const byDate = new Map(
    exceptions.map(({ date, intervals }) => [startOfDate(date), intervals.map(sinceMidnight)]),
  );
  return (day) => byDate.get(day) ?? byWeekday[(new Date(day).getUTCDay() + 6) % 7] ?? [];
}

function sinceMidnight(local: LocalHours): Interval {
  const [start, end] = [timeOfDay(local.start), timeOfDay(local.end)];
  return { start, end: end > start ? end : end + DAY };
}

function timeOfDay(text: string): number {
  return (Number(text.slice(0, 2)) * 60 + Number(text.slice(3))) * MINUTE;
}

/** Local time is counted as the milliseconds that it would be since 1970 in UTC. */
function asIfUtc(date: Temporal.PlainDate): number {
  return date.toZonedDateTime('UTC').epochMilliseconds;
}

/** The same for a date as text; NaN for what is none, such as the 30th of February. */
function startOfDate(text: string): number {
  const time = Date.parse(text);
  return new Date(time).getUTCDate() === Number(text.slice(8)) ? time : NaN;
}

/**
 * The moment at which the clocks of a zone show a local time, as Temporal's "compatible" has it: of two
 * such moments the first, and in a gap as if the clocks had not changed yet. Both mean that a change
 * counts from the later of its two readings, so it is enough to ask for the changes. To ask Temporal for
 * every moment takes 25 ms for 50 people and 62 days; this takes 3.
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

/** In order, and those that overlap or touch as one. */
export function mergeIntervals(intervals: readonly Interval[]): Interval[] {
  const merged: Interval[] = [];
  for (const { start, end } of intervals.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last === undefined || start > last.end) merged.push({ start, end });
    else if (end > last.end) last.end = end;
  }
  return merged;
}
