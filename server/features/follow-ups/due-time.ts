import type { FieldError } from '../../platform/errors.ts';

/** When a follow-up is due: a moment, a delay from now, or what the clock shows somewhere. Pure rules. */

export interface DueInput {
  due_at?: string;
  /** ISO 8601; its days, weeks, months and years are those of the calendar. */
  delay?: string | null;
  due_local?: { date: string; time: string; time_zone?: string } | null | undefined;
}

const WAYS = ['due_at', 'delay', 'due_local'] as const;
/** Longer than any warranty, and short of what a mistyped year makes. */
const MAX_YEARS = 10;

/** All that can be said without knowing the time and the zone. */
export function dueErrors(
  body: Record<string, unknown>,
  isTimeZone: (name: string) => boolean,
): FieldError[] {
  const given = WAYS.filter((name) => (body[name] ?? null) !== null);
  if (given.length !== 1) return [notOneWay(given)];
  return [...delayErrors(body.delay), ...localErrors(body.due_local, isTimeZone)];
}

function notOneWay(given: readonly string[]): FieldError {
  const code = given.length === 0 ? 'required' : 'not_allowed';
  const detail = 'Give one of due_at, delay and due_local: when it is due.';
  return { pointer: `/${given[1] ?? 'due_at'}`, code, detail };
}

export function delayErrors(delay: unknown, pointer = '/delay'): FieldError[] {
  if (typeof delay !== 'string') return [];
  const duration = readDelay(delay);
  if (duration === null) {
    const detail = 'The field delay must be an ISO 8601 duration such as P2D or PT30M.';
    return [{ pointer, code: 'invalid_format', detail }];
  }
  if (duration.sign >= 0) return [];
  const detail = 'The field delay must not lie in the past. Use PT0S for now.';
  return [{ pointer, code: 'out_of_range', detail }];
}

function readDelay(text: string): Temporal.Duration | null {
  try {
    return Temporal.Duration.from(text);
  } catch {
    return null;
  }
}

function localErrors(local: unknown, isTimeZone: (name: string) => boolean): FieldError[] {
  if (typeof local !== 'object' || local === null) return [];
  const date = 'date' in local ? local.date : undefined;
  const time_zone = 'time_zone' in local ? local.time_zone : undefined;
  const errors: FieldError[] = [];
  // What is not even of the form is the schema's to name.
  if (typeof date === 'string' && /^\d{4}-\d\d-\d\d$/.test(date) && !isDate(date)) {
    const detail = `There is no ${date} in the calendar. Correct the date.`;
    errors.push({ pointer: '/due_local/date', code: 'invalid_format', detail });
  }
  if (typeof time_zone === 'string' && !isTimeZone(time_zone)) {
    const detail = 'The field due_local.time_zone must be an IANA name such as America/Chicago.';
    errors.push({ pointer: '/due_local/time_zone', code: 'unknown_time_zone', detail });
  }
  return errors;
}

function isDate(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }) !== null;
  } catch {
    return false;
  }
}

/**
 * The moment. A day's delay is the same time tomorrow on the days on which clocks are set, too; a time that
 * they skip is due as much after the gap, and of an hour that comes twice the first counts.
 */
export function readDueTime(
  input: DueInput,
  now: Date,
  timeZone: string,
): { dueAt: Date } | { error: FieldError } {
  const moment = momentOf(input, now, timeZone);
  if (moment === null) return { error: notOneWay([]) };
  const [name, dueAt] = moment;
  if (dueAt !== null && dueAt >= new Date(0) && dueAt <= latest(now)) return { dueAt };
  const detail = `A follow-up can be due at most ${MAX_YEARS} years ahead. Correct ${name}.`;
  return { error: { pointer: `/${name}`, code: 'out_of_range', detail } };
}

function momentOf(
  input: DueInput,
  now: Date,
  timeZone: string,
): [(typeof WAYS)[number], Date | null] | null {
  if (input.due_at !== undefined) return ['due_at', new Date(input.due_at)];
  if (typeof input.delay === 'string') return ['delay', after(input.delay, now, timeZone)];
  if (!input.due_local) return null;
  const { date, time, time_zone } = input.due_local;
  const local = Temporal.PlainDateTime.from(`${date}T${time}`);
  return ['due_local', toDate(local.toZonedDateTime(time_zone ?? timeZone))];
}

function after(delay: string, now: Date, timeZone: string): Date | null {
  const start = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  try {
    return toDate(start.add(delay));
  } catch {
    // Behind the end of all calendars.
    return null;
  }
}

function toDate(time: Temporal.ZonedDateTime): Date {
  return new Date(time.epochMilliseconds);
}

function latest(now: Date): Date {
  const date = new Date(now);
  date.setUTCFullYear(date.getUTCFullYear() + MAX_YEARS);
  return date;
}
