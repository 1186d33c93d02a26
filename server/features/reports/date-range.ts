import { type FieldError, validationFailed } from '../../platform/errors.ts';

/** The days a report is about, both included, as the organization's own calendar has them. */
export interface Span {
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

export const DEFAULT_SPAN_DAYS = 30;
/** A year and the month before it, for comparing the two. */
export const LONGEST_SPAN_DAYS = 400;

interface SentDates {
  from?: string;
  to?: string;
}

/** The span that is asked for. What is left out is counted back from today, where the company is. */
export function spanOf(query: SentDates, timeZone: string, now: Date): Span {
  const to = query.to === undefined ? today(timeZone, now) : Temporal.PlainDate.from(query.to);
  const from =
    query.from === undefined
      ? to.subtract({ days: DEFAULT_SPAN_DAYS - 1 })
      : Temporal.PlainDate.from(query.from);
  const wrong = wrongSpan(from, to);
  if (wrong.length > 0) throw validationFailed(wrong);
  return { from, to, timeZone };
}

/** The span as every report shows it. */
export function shownSpan({ from, to, timeZone }: Span) {
  return { from: from.toString(), to: to.toString(), time_zone: timeZone };
}

function today(timeZone: string, now: Date): Temporal.PlainDate {
  const instant = Temporal.Instant.fromEpochMilliseconds(now.getTime());
  return instant.toZonedDateTimeISO(timeZone).toPlainDate();
}

/** What is wrong with two dates as they were sent; one that is no date at all is the schema's to name. */
export function wrongDates(query: Record<string, unknown>): FieldError[] {
  const [from, to] = [calendarDate(query.from), calendarDate(query.to)];
  return from && to ? wrongSpan(from, to) : [];
}

function calendarDate(text: unknown): Temporal.PlainDate | null {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  try {
    return Temporal.PlainDate.from(text);
  } catch {
    return null;
  }
}

function wrongSpan(from: Temporal.PlainDate, to: Temporal.PlainDate): FieldError[] {
  const days = from.until(to).days + 1;
  if (days < 1) {
    const detail = `The query parameter from must not be after ${to}, where the report ends.`;
    return [{ pointer: '/from', code: 'out_of_range', detail }];
  }
  if (days > LONGEST_SPAN_DAYS) {
    const earliest = to.subtract({ days: LONGEST_SPAN_DAYS - 1 });
    const detail = `The query parameter from must be ${earliest} or later: a report that ends on ${to} goes back ${LONGEST_SPAN_DAYS} days at most.`;
    return [{ pointer: '/from', code: 'out_of_range', detail }];
  }
  return [];
}

/** The span cut into days, weeks from Monday, or months; the first and the last end where it does. */
export function periodsOf(span: Span, length: PeriodLength): Period[] {
  const periods: Period[] = [];
  let startsOn = span.from;
  while (Temporal.PlainDate.compare(startsOn, span.to) <= 0) {
    const next = startOfNext(startsOn, length);
    const lastDay = next.subtract({ days: 1 });
    const isWhole = Temporal.PlainDate.compare(lastDay, span.to) <= 0;
    periods.push({ startsOn, endsOn: isWhole ? lastDay : span.to });
    startsOn = next;
  }
  return periods;
}

function startOfNext(date: Temporal.PlainDate, length: PeriodLength): Temporal.PlainDate {
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
 * The moment a day begins. Not always midnight: in Cairo the clocks go forward at midnight, so that
 * one day a year begins at one.
 */
export function startOfDay(date: Temporal.PlainDate, timeZone: string): Date {
  return new Date(date.toZonedDateTime(timeZone).epochMilliseconds);
}

/** From the first moment of the span to the first moment after it. */
export function momentsOf({ from, to, timeZone }: Span): { start: Date; end: Date } {
  return { start: startOfDay(from, timeZone), end: startOfDay(to.add({ days: 1 }), timeZone) };
}
