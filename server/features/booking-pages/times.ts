import { windowOf } from '../../domain/arrival-window.ts';
import type { Interval } from '../../domain/working-hours.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { findNeed, onlyStarts, openSlots, readCalendars } from '../calendar/index.ts';

/** The times that visitors can choose from. */

const DAY_MS = 24 * 60 * 60_000;
/** How many days one page shows. */
export const DAYS_SHOWN = 14;
/** Where nothing is open so soon, this many days are searched. */
const DAYS_SEARCHED = 62;
/** More on one day are too many to choose from: then only those on the quarter of an hour are shown. */
const MAX_TIMES_PER_DAY = 96;
const QUARTER_MS = 15 * 60_000;
const ALTERNATIVES = 3;

export interface OpenTime {
  start: number;
  /** Null if the organization promises no arrival windows. */
  window: Interval | null;
}

export interface OpenDay {
  /** As 2027-03-02, in the company's time zone. */
  date: string;
  times: OpenTime[];
}

export interface OpenTimes {
  isOutside: boolean;
  days: OpenDay[];
  /** The dates to go on from; null if there are none before or after. */
  earlier: string | null;
  later: string | null;
}

interface Wanted {
  service: string;
  postalCode: string;
}

const ANYONE = { everyone: true } as const;

/** The open days from a date on; if the next two weeks are full, those after them. */
export async function readOpenTimes(
  tx: Tx,
  wanted: Wanted,
  from: string | null,
): Promise<OpenTimes> {
  const { isOutside, timesBetween, today, lastDay } = await prepare(tx, wanted);
  if (isOutside) return { isOutside, days: [], earlier: null, later: null };
  const asked = dateIn(from, today, lastDay);
  let start = asked;
  let days = await timesBetween(start, start.add({ days: DAYS_SHOWN }));
  if (days.length === 0 && Temporal.PlainDate.compare(start, lastDay) < 0) {
    const next = start.add({ days: DAYS_SHOWN });
    const found = await timesBetween(next, next.add({ days: DAYS_SEARCHED - DAYS_SHOWN }));
    if (found[0]) start = Temporal.PlainDate.from(found[0].date);
    const end = start.add({ days: DAYS_SHOWN }).toString();
    days = found.filter(({ date }) => date < end);
  }
  const later = start.add({ days: DAYS_SHOWN });
  const isFirst = Temporal.PlainDate.compare(asked, today) <= 0;
  return {
    isOutside,
    days,
    earlier: isFirst ? null : maxDate(today, asked.subtract({ days: DAYS_SHOWN })).toString(),
    later: Temporal.PlainDate.compare(later, lastDay) <= 0 ? later.toString() : null,
  };
}

/** The next open times after one that was lost; earlier ones if there are too few. */
export async function readAlternatives(tx: Tx, wanted: Wanted, lost: number): Promise<OpenTime[]> {
  const { isOutside, timesBetween, today, dateOf } = await prepare(tx, wanted);
  if (isOutside) return [];
  const around = maxDate(today, dateOf(lost));
  for (const range of [DAYS_SHOWN, DAYS_SEARCHED]) {
    const start = maxDate(today, around.subtract({ days: DAYS_SHOWN }));
    const days = await timesBetween(start, around.add({ days: range }));
    const times = days.flatMap((day) => day.times);
    const after = times.filter((time) => (time.window?.end ?? time.start + 1) > lost);
    const before = times.filter((time) => !after.includes(time)).reverse();
    const nearest = [...after, ...before].slice(0, ALTERNATIVES);
    if (nearest.length === ALTERNATIVES || range === DAYS_SEARCHED) {
      return nearest.sort((a, b) => a.start - b.start);
    }
  }
  return [];
}

/** The time that starts then, if it is open. */
export async function findOpenTime(
  tx: Tx,
  wanted: Wanted,
  start: number,
): Promise<OpenTime | null> {
  const { isOutside, slotsBetween, toTime, dateOf } = await prepare(tx, wanted);
  if (isOutside) return null;
  const date = dateOf(start);
  const slots = await slotsBetween(date, date.add({ days: 1 }));
  return slots.includes(start) ? toTime(start) : null;
}

async function prepare(tx: Tx, { service, postalCode }: Wanted) {
  const now = tx.now.getTime();
  const place = postalCode === '' ? {} : { postal_code: postalCode };
  const need = { service, starts_at: tx.now.toISOString(), ...place };
  const { requested, isOutside } = await findNeed(tx, need);
  // The settings are read with the calendars of a moment.
  const moment = { start: now, end: now + 1 };
  const { scheduling } = await readCalendars(tx, ANYONE, moment, requested.need);
  const { timeZone, arrivalWindow, horizonMs } = scheduling;
  const dateOf = (time: number) =>
    Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone).toPlainDate();
  const toTime = (start: number): OpenTime => ({
    start,
    window: arrivalWindow && windowOf(start, arrivalWindow, timeZone),
  });
  const slotsBetween = async (from: Temporal.PlainDate, to: Temporal.PlainDate) => {
    const window = {
      start: from.toZonedDateTime(timeZone).epochMilliseconds,
      end: to.toZonedDateTime(timeZone).epochMilliseconds,
    };
    const span = { start: window.start - DAY_MS, end: window.end + 2 * DAY_MS };
    const calendars = await readCalendars(tx, ANYONE, span, requested.need);
    const request = {
      window,
      durationMs: requested.end - requested.start,
      stepMs: null,
      skills: requested.skills,
      bufferMs: requested.bufferMs,
      crewSize: requested.need.crewSize,
      place: requested.need.place,
      now,
    };
    const slots = await openSlots(calendars, request, onlyStarts(request));
    return [...new Set(slots.map(({ start }) => start))];
  };
  const timesBetween = async (from: Temporal.PlainDate, to: Temporal.PlainDate) =>
    daysOf((await slotsBetween(from, to)).map(toTime), (start) => dateOf(start).toString());
  return {
    isOutside,
    slotsBetween,
    timesBetween,
    toTime,
    dateOf,
    today: dateOf(now),
    lastDay: dateOf(now + horizonMs),
  };
}

/** By day, each arrival window once: it is promised, and the earliest of its slots is booked. */
export function daysOf(times: readonly OpenTime[], dateOf: (start: number) => string): OpenDay[] {
  const byDate = Map.groupBy(times, ({ start }) => dateOf(start));
  return [...byDate].map(([date, all]) => {
    const windows = new Map(
      all.toReversed().map((time) => [time.window?.start ?? time.start, time]),
    );
    const once = [...windows.values()].reverse();
    const few = once.filter(({ start }) => start % QUARTER_MS === 0);
    return { date, times: once.length > MAX_TIMES_PER_DAY ? few : once };
  });
}

/** The date, or the nearest one that can have open times. */
function dateIn(
  text: string | null,
  first: Temporal.PlainDate,
  last: Temporal.PlainDate,
): Temporal.PlainDate {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return first;
  try {
    const date = Temporal.PlainDate.from(text);
    if (Temporal.PlainDate.compare(date, first) < 0) return first;
    return Temporal.PlainDate.compare(date, last) > 0 ? last : date;
  } catch {
    return first;
  }
}

function maxDate(a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(a, b) < 0 ? b : a;
}
