import { type FieldError, validationFailed } from '../../platform/errors.ts';

/** The days of a report, first and last included, in the organization's time zone. */
export interface DateRange {
  from: Temporal.PlainDate;
  to: Temporal.PlainDate;
  timeZone: string;
}

export const PERIODS = ['day', 'week', 'month'] as const;
export type PeriodLength = (typeof PERIODS)[number];

export interface Period {
  startsOn: Temporal.PlainDate;
  endsOn: Temporal.PlainDate;
}

export const DEFAULT_RANGE_DAYS = 30;
/** A year and one more month, for comparisons. */
export const MAX_RANGE_DAYS = 400;

interface DateQuery {
  from?: string;
  to?: string;
}

/** Reads the requested dates. By default the range ends today, in the organization's time zone. */
export function readDateRange(query: DateQuery, timeZone: string, now: Date): DateRange {
  const to = query.to === undefined ? today(timeZone, now) : Temporal.PlainDate.from(query.to);
  const from =
    query.from === undefined
      ? to.subtract({ days: DEFAULT_RANGE_DAYS - 1 })
      : Temporal.PlainDate.from(query.from);
  const errors = rangeErrors(from, to);
  if (errors.length > 0) throw validationFailed(errors);
  return { from, to, timeZone };
}

/** The date range as shown in every report. */
export function toRangeFields({ from, to, timeZone }: DateRange) {
  return { from: from.toString(), to: to.toString(), time_zone: timeZone };
}

function today(timeZone: string, now: Date): Temporal.PlainDate {
  const instant = Temporal.Instant.fromEpochMilliseconds(now.getTime());
  return instant.toZonedDateTimeISO(timeZone).toPlainDate();
}

/** Checks the two dates of a query. The schema reports a value that is not a date. */
export function checkDates(query: Record<string, unknown>): FieldError[] {
  const [from, to] = [calendarDate(query.from), calendarDate(query.to)];
  return from && to ? rangeErrors(from, to) : [];
}

function calendarDate(text: unknown): Temporal.PlainDate | null {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  try {
    return Temporal.PlainDate.from(text);
  } catch {
    return null;
  }
}

function rangeErrors(from: Temporal.PlainDate, to: Temporal.PlainDate): FieldError[] {
  const days = from.until(to).days + 1;
  if (days < 1) {
    const detail = `The query parameter from is after ${to}, the last day of the report. Use an earlier date.`;
    return [{ pointer: '/from', code: 'out_of_range', detail }];
  }
  if (days > MAX_RANGE_DAYS) {
    const earliest = to.subtract({ days: MAX_RANGE_DAYS - 1 });
    const detail = `A report can cover at most ${MAX_RANGE_DAYS} days. For a report that ends on ${to}, set the query parameter from to ${earliest} or later.`;
    return [{ pointer: '/from', code: 'out_of_range', detail }];
  }
  return [];
}

/** When each period begins, for a bucket per period. */
export function startsOf(periods: readonly Period[], timeZone: string): Date[] {
  return periods.map(({ startsOn }) => startOfDay(startsOn, timeZone));
}

/** The days of a period as shown in every report. */
export function toPeriodFields({ startsOn, endsOn }: Period) {
  return { starts_on: startsOn.toString(), ends_on: endsOn.toString() };
}

/** Splits the range into days, weeks (from Monday) or months. The first and last are cut at its ends. */
export function splitIntoPeriods(range: DateRange, length: PeriodLength): Period[] {
  const periods: Period[] = [];
  let startsOn = range.from;
  while (Temporal.PlainDate.compare(startsOn, range.to) <= 0) {
    const next = startOfNextPeriod(startsOn, length);
    const lastDay = next.subtract({ days: 1 });
    const isWhole = Temporal.PlainDate.compare(lastDay, range.to) <= 0;
    periods.push({ startsOn, endsOn: isWhole ? lastDay : range.to });
    startsOn = next;
  }
  return periods;
}

function startOfNextPeriod(date: Temporal.PlainDate, length: PeriodLength): Temporal.PlainDate {
  switch (length) {
    case 'day':
      return date.add({ days: 1 });
    case 'week':
      return date.add({ days: 8 - date.dayOfWeek });
    case 'month':
      return date.with({ day: 1 }).add({ months: 1 });
  }
}

/**
 * When a day begins. Not always midnight: in Cairo the clocks go forward at midnight, so one day a year
 * begins at 01:00.
 */
export function startOfDay(date: Temporal.PlainDate, timeZone: string): Date {
  return new Date(date.toZonedDateTime(timeZone).epochMilliseconds);
}

/** The start of the first day, and the start of the day after the last. */
export function boundsOf({ from, to, timeZone }: DateRange): { start: Date; end: Date } {
  return { start: startOfDay(from, timeZone), end: startOfDay(to.add({ days: 1 }), timeZone) };
}
