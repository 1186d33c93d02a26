import { ORGANIZATION } from './company.ts';

/** Days and hours of the company, in its own time zone. Times are milliseconds since 1970. */

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const OPENS = 8;
const CLOSES = 18;

function zoned(at: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(ORGANIZATION.time_zone);
}

/** YYYY-MM-DD. */
export function dateOf(at: number): string {
  return zoned(at).toPlainDate().toString();
}

/** 1 for Monday. */
export function weekdayOf(at: number): number {
  return zoned(at).dayOfWeek;
}

/** The given time of day, `daysLater` days after the given day. */
export function atTime(day: number, hour: number, minute = 0, daysLater = 0): number {
  return zoned(day).add({ days: daysLater }).withPlainTime({ hour, minute }).epochMilliseconds;
}

/** The given time, or the next opening of the office. It is closed on Sundays. */
export function inOfficeHours(at: number): number {
  const local = zoned(at);
  if (local.dayOfWeek !== 7 && local.hour >= OPENS && local.hour < CLOSES) return at;
  const daysLater = local.hour >= CLOSES || local.dayOfWeek === 7 ? 1 : 0;
  const opening = atTime(at, OPENS, 10 + (Math.floor(at / MINUTE) % 45), daysLater);
  return weekdayOf(opening) === 7 ? inOfficeHours(opening) : opening;
}

/** Moved to the daytime: texts are not sent at night. */
export function byDay(at: number): number {
  const { hour } = zoned(at);
  if (hour >= 9 && hour < 21) return at;
  return atTime(at, 9, Math.floor(at / MINUTE) % 50, hour >= 21 ? 1 : 0);
}
